import { ArrowDown, ArrowUp, Search } from 'lucide-react'
import type { RefObject } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { KeysPopover } from './keys-popover.tsx'
import css from './linking.module.css'
import { linkingFilters } from './linking-rows.ts'
import type { LinkingScreen } from './use-linking-screen.ts'

interface ToolbarProps {
  readonly screen: LinkingScreen
  readonly letters: boolean
  readonly onLetters: (on: boolean) => void
  readonly search: RefObject<HTMLDivElement | null>
}

/** What is shown, the place among it, and the way on. */
export function LinkingToolbar({ screen, letters, onLetters, search }: ToolbarProps) {
  const t = useWords('policies')
  const format = useFormat()
  const { order, row, step } = screen
  const at = order.findIndex(({ id }) => id === row?.id)
  return (
    <Row wrap align="center" gap={8} className={css.tools} ref={search}>
      <Filters screen={screen} />
      <TextInput
        type="search"
        aria-label={t('linking.search')}
        placeholder={t('linking.search')}
        icon={<Search size={14} aria-hidden />}
        value={screen.search}
        onChange={(event) => screen.changeSearch(event.currentTarget.value)}
      />
      <Text grow />
      {at >= 0 ? (
        <Text tone="quiet" figures>
          {t('linking.rank', { at: format.number(at + 1), count: format.number(order.length) })}
        </Text>
      ) : null}
      <Button icon={<ArrowUp size={14} aria-hidden />} disabled={at <= 0} onClick={() => step(-1)}>
        {t('linking.previous')} {letters ? <Kbd>K</Kbd> : null}
      </Button>
      <Button icon={<ArrowDown size={14} aria-hidden />} disabled={at === order.length - 1} onClick={() => step(1)}>
        {t('linking.next')} {letters ? <Kbd>J</Kbd> : null}
      </Button>
      <KeysPopover letters={letters} onLetters={onLetters} />
    </Row>
  )
}

/** Which requirements are shown, with how many there are. */
export function Filters({ screen: { filter, changeFilter, progress } }: { readonly screen: LinkingScreen }) {
  const t = useWords('policies')
  const format = useFormat()
  const counts = { to_link: progress.total - progress.linked, to_confirm: progress.toConfirm, all: progress.total }
  return (
    <Row inline wrap gap={2} padY={2} padX={2} corner={6} fill="hover" className={css.filters} role="radiogroup" aria-label={t('linking.filters.label')}>
      {linkingFilters.map((each) => (
        <Row as="label" inline holds align="center" gap={6} padX={10} tone="soft" weight={500} key={each}>
          <input type="radio" name="linking-filter" checked={each === filter} onChange={() => changeFilter(each)} />
          {t(`linking.filters.${each}`)}{' '}
          <Text tone="quiet" size={12} weight={400} figures>
            {format.number(counts[each])}
          </Text>
        </Row>
      ))}
    </Row>
  )
}
