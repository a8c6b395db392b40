import { Check, CopyPlus, Link2, X } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './linking.module.css'
import type { LinkingScreen } from './use-linking-screen.ts'

/** What can be done with the requirements that are selected. */
export function SelectionBar({ screen }: { readonly screen: LinkingScreen }) {
  const t = useWords('policies')
  const { selected, acceptable, confirmable, linking, clear } = screen
  if (selected.size === 0) return null
  const run = async (work: Promise<void>) => {
    await work
    clear()
  }
  return (
    <Row
      wrap
      align="center"
      gap={10}
      rowGap={8}
      padY={6}
      padX={16}
      fill="selected"
      className={css.bar}
      role="group"
      aria-label={t('linking.selected', { count: selected.size })}
    >
      <b aria-live="polite">{t('linking.selected', { count: selected.size })}</b>
      {acceptable.length > 0 ? (
        <Button size="sm" icon={<Check size={14} aria-hidden />} onClick={() => void run(linking.accept(0, acceptable))}>
          {t('linking.accept_selected', { count: acceptable.length })}
        </Button>
      ) : null}
      {confirmable.length > 0 ? (
        <Button size="sm" icon={<Check size={14} aria-hidden />} onClick={() => void screen.confirmLinks(confirmable)}>
          {t('linking.confirm_selected', { count: confirmable.length })}
        </Button>
      ) : null}
      <Popover
        label={t('linking.link_selected')}
        width={340}
        placement="bottom-start"
        trigger={(props) => (
          <Button size="sm" variant="subtle" icon={<Link2 size={14} aria-hidden />} {...props}>
            {t('linking.link_selected')}
          </Button>
        )}
      >
        {(close) => (
          <OneModel
            onChoose={(model) => {
              close()
              void run(linking.linkAll([...selected], model))
            }}
          />
        )}
      </Popover>
      <Button size="sm" variant="subtle" icon={<CopyPlus size={14} aria-hidden />} onClick={() => void screen.makeModels([...selected])}>
        {t('linking.models_selected')}
      </Button>
      <Text grow />
      {acceptable.length > 0 ? (
        <Text size={12} tone="quiet">
          {t('linking.stays')}
        </Text>
      ) : null}
      <IconButton label={t('linking.clear')} size="sm" onClick={clear}>
        <X size={14} />
      </IconButton>
    </Row>
  )
}

function OneModel({ onChoose }: { readonly onChoose: (model: { id: number; identifier: string; name: string; share: number }) => void }) {
  const t = useWords('policies')
  const [search, setSearch] = useState('')
  const { options, busy } = useOptions('solution', search, true)
  return (
    <Box padY={12} padX={12}>
      <Select
        label={t('linking.columns.model')}
        value={null}
        onSearch={setSearch}
        loading={busy}
        onChange={(id) => {
          const option = options.find((each) => String(each.id) === id)
          if (option) onChoose({ id: option.id, identifier: option.identifier ?? '', name: option.name, share: 100 })
        }}
        options={options.map((option) => ({ value: String(option.id), label: `${option.identifier ?? ''} ${option.name}` }))}
      />
    </Box>
  )
}
