import { History, MessageSquare } from 'lucide-react'
import type { Grid } from '#areas/metrics/contract/calls.ts'
import { carriedIn } from '#areas/metrics/contract/carried-forward.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './entry.module.css'
import type { At } from './paste.ts'
import { fixed, nameOf } from './spans.ts'
import { keyOf, type Entry } from './use-entry.ts'

/** What the active cell holds: who said so and when, what is said of it, what is wrong with what was typed. */
export function CellBar({
  grid,
  entry,
  onComment,
  onExplain,
}: {
  readonly grid: Grid
  readonly entry: Entry
  readonly onComment: () => void
  readonly onExplain: (where: At) => void
}) {
  const t = useWords('metrics')
  const format = useFormat()
  const language = useLanguage()
  const here = entry.at(entry.active)
  if (!here) return null
  const { place, period, cell } = here
  const carried = carriedIn(
    grid.metric,
    grid.periods,
    (start) => entry.cells.get(keyOf(place.id, start))?.value ?? null,
    grid.carried.find(({ perimeter }) => perimeter === place.id),
  ).get(period.start)
  const draft = entry.drafts.get(keyOf(place.id, period.start))
  const left = draft ? undefined : firstWrong(grid, entry)
  const strange = draft || left ? undefined : entry.strange
  const explained = strange && entry.at(strange)
  return (
    <Row align="center" gap={12} padY={8} padX={16} edge="above" size={12} className={css.bar}>
      <Row gap={12} rowGap={4} as="p" grow wrap narrows tone="soft" aria-live="polite">
        <b>{t('entry.cell', { place: place.name, period: nameOf(grid.metric.periodicity, period.start, language, grid.metric.time_zone) })}</b>
        {cell?.value !== null && cell?.value !== undefined ? (
          <Text weight={600} className={css.number}>
            {fixed(cell.value, grid.metric.decimals, language)}
          </Text>
        ) : null}
        {carried ? (
          <span>
            {t('entry.last_known', {
              value: fixed(carried.value, grid.metric.decimals, language),
              period: nameOf(grid.metric.periodicity, carried.period, language, grid.metric.time_zone),
            })}
          </span>
        ) : null}
        {draft ? <Text tone="bad">{`${draft.text} · ${draft.error}`}</Text> : null}
        {left ? (
          <Text tone="bad">
            {t('entry.left_wrong', {
              place: left.place,
              period: nameOf(grid.metric.periodicity, left.period, language, grid.metric.time_zone),
              text: left.draft.text,
              error: left.draft.error,
            })}
          </Text>
        ) : null}
        {explained ? (
          <Text tone="warn">
            {t('entry.strange_at', {
              place: explained.place.name,
              period: nameOf(grid.metric.periodicity, explained.period.start, language, grid.metric.time_zone),
              value: fixed(explained.cell?.value ?? 0, grid.metric.decimals, language),
            })}
          </Text>
        ) : null}
        {cell?.author ? <span>{t('entry.by', { name: cell.author.name, date: format.date(cell.at) })}</span> : null}
        {cell && cell.proofs > 0 ? <span>{t('entry.proofs', { count: cell.proofs })}</span> : null}
        {cell?.comment ? <q>{cell.comment}</q> : null}
      </Row>
      {left ? (
        <Button
          size="sm"
          onClick={(event) => {
            const around = event.currentTarget.closest('section')
            entry.setActive(left.at)
            requestAnimationFrame(() => around?.querySelector<HTMLElement>('[role=grid] [data-active]')?.focus())
          }}
        >
          {t('paste.correct')}
        </Button>
      ) : null}
      {strange ? (
        <Button size="sm" onClick={() => onExplain(strange)}>
          {t('entry.explain')}
        </Button>
      ) : null}
      {cell ? (
        <Button size="sm" icon={cell.value === null ? <History size={14} /> : <MessageSquare size={14} />} onClick={onComment}>
          {cell.value === null ? t('entry.history') : t('entry.comment')}
        </Button>
      ) : null}
    </Row>
  )
}

/** The first value of the grid, from above, that was typed and is none: work has gone on below it. */
function firstWrong({ periods }: Grid, { rows, drafts }: Entry) {
  if (drafts.size === 0) return undefined
  for (const [row, place] of rows.entries())
    for (const [column, { start }] of periods.entries()) {
      const draft = drafts.get(keyOf(place.id, start))
      if (draft) return { draft, place: place.name, period: start, at: { row, column } }
    }
  return undefined
}
