import { Clock } from 'lucide-react'
import type { Language } from '#kit/contract/catalogue.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { entryLetters } from './entry-model.ts'
import css from './entry.module.css'
import type { Entry } from './use-entry.ts'

/** Ticks beyond so many would be too thin to tell apart. */
const mostTicks = 80

/** How far this visit is: a tick for each, what is late and rejected, and the minutes that are left. */
export function EntryStrip({
  entry,
  current,
  onChoose,
}: {
  readonly entry: Entry
  readonly current: number | undefined
  readonly onChoose: (id: number) => void
}) {
  const t = useWords('runbooks')
  const format = useFormat()
  const { order, left, byId, marks } = entry
  const total = order.length
  if (total === 0) return null
  const rows = left.flatMap((id) => byId.get(id) ?? [])
  const late = rows.filter((row) => row.late).length
  const rejected = rows.filter(({ status }) => status === 'REJECTED').length
  const answered = total - left.length
  const ticks = [...order.filter((id) => marks.has(id)), ...order.filter((id) => !marks.has(id))].slice(0, mostTicks)
  return (
    <Row grow wrap align="center" tone="soft" gap={8} rowGap={6} className={css.strip}>
      <Text as="b" tone="plain" size={16}>
        {format.number(answered)}
      </Text>{' '}
      <Text oneLine>{t('entry.of', { total: format.number(total) })}</Text>
      <Row role="progressbar" grow gap={2} className={css.ticks} aria-label={t('entry.title')} aria-valuemin={0} aria-valuemax={total} aria-valuenow={answered}>
        {ticks.map((id) => (
          <Text
            as="i"
            grow
            fill="active"
            key={id}
            data-status={marks.has(id) ? byId.get(id)?.status : undefined}
            data-late={byId.get(id)?.late || undefined}
            data-current={id === current || undefined}
            onClick={() => onChoose(id)}
          />
        ))}
      </Row>
      <Text oneLine>
        {late > 0 ? (
          <Row as="em" inline align="center" gap={3} tone="bad" upright weight={550}>
            <Clock size={12} aria-hidden /> {t('entry.late', { count: format.number(late) })}
          </Row>
        ) : null}
        {[
          rejected > 0 ? t('entry.rejected', { count: format.number(rejected) }) : '',
          t('entry.left', { count: format.number(left.length - late) }),
          left.length > 0 ? t('entry.minutes', { count: format.number(entry.minutes) }) : '',
        ]
          .filter(Boolean)
          .map((text) => (
            <span key={text}>{text}</span>
          ))}
      </Text>
    </Row>
  )
}

const keysIn = (language: Language) => {
  const letters = entryLetters[language]
  return [
    [letters.DONE_OK, letters.DONE_KO, 'control'],
    [letters.DONE, letters.NOT_DONE, 'operation'],
    [letters.NA, '', 'na'],
    [letters.comment, '', 'comment'],
    [letters.proof, 'Ctrl V', 'proof'],
    [letters.day, '', 'day'],
    [letters.values, '', 'values'],
    ['↵', '', 'save'],
    ['← → ↑ ↓', '', 'move'],
    ['⇧ ← → ↑ ↓', '', 'several'],
    ['Ctrl Z', '', 'undo'],
    ['Esc', '', 'back'],
  ] as const
}

/** The keys that matter most, and all of them where they are asked for. */
export function EntryKeys({ open, onToggle }: { readonly open: boolean; readonly onToggle: () => void }) {
  const t = useWords('runbooks')
  const keys = keysIn(useLanguage())
  return (
    <Row gap={12} pushed className={css.hints}>
      <span>
        <Kbd>← → ↑ ↓</Kbd> {t('entry.keys.move')}
      </span>
      <span>
        <Kbd>⇧</Kbd> {t('entry.keys.several')}
      </span>
      <button type="button" aria-expanded={open} onClick={onToggle}>
        <Kbd>?</Kbd> {t('entry.all_keys')}
      </button>
      {open ? (
        <Grid as="dl" gap={6} below={4} padY={12} padX={16} edge="all" corner={8} fill="raised" className={css.keyList} aria-label={t('entry.all_keys')}>
          {keys.map(([one, other, what]) => (
            <Grid gap={12} key={what}>
              <dt>
                <Kbd>{one}</Kbd> {other ? <Kbd>{other}</Kbd> : null}
              </dt>
              <Text as="dd">{t(`entry.keys.${what}`)}</Text>
            </Grid>
          ))}
        </Grid>
      ) : null}
    </Row>
  )
}
