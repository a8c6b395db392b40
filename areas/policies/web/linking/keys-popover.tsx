import { Keyboard } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Switch } from '#kit/web/ui/check.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './linking.module.css'

const keys = [
  ['move', ['↓', '↑', 'J', 'K']],
  ['link', ['↵']],
  ['tick', ['1', '2', '3']],
  ['skip', ['→']],
  ['search', ['/']],
  ['new', ['N']],
  ['select', ['X']],
  ['undo', ['Ctrl Z']],
  ['close', ['Esc']],
] as const

/** What the keys do, and whether single letters do anything. */
export function KeysPopover({ letters, onLetters }: { readonly letters: boolean; readonly onLetters: (on: boolean) => void }) {
  const t = useWords('policies')
  return (
    <Popover
      label={t('linking.keys')}
      width={340}
      placement="bottom-end"
      trigger={(props) => (
        <IconButton label={t('linking.keys')} size="md" {...props}>
          <Keyboard size={16} aria-hidden />
        </IconButton>
      )}
    >
      {() => (
        <Box padY={12} padX={12} className={css.keys}>
          <Switch label={t('linking.letters')} checked={letters} onChange={(event) => onLetters(event.currentTarget.checked)} />
          <Box as="dl" above={10}>
            {keys.map(([what, pressed]) => (
              <div key={what}>
                <Row as="dt" rigid gap={4}>
                  {pressed.map((each) => (
                    <Kbd key={each}>{each}</Kbd>
                  ))}
                </Row>
                <Text as="dd" tone="soft">
                  {t(`linking.key.${what}`)}
                </Text>
              </div>
            ))}
          </Box>
        </Box>
      )}
    </Popover>
  )
}
