import { timeName } from '#areas/runbooks/contract/time-name.ts'
import { addDays } from '#areas/runbooks/contract/recurrence.ts'
import { dayOf, dayWords, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useOccurrences } from './occurrence-api.ts'
import css from './today.module.css'

/** What is one's own and has not begun: it cannot be answered yet. */
const ahead = (today: string) => [
  { name: 'mine', selected_options: [true] },
  { name: 'closed', selected_options: [false] },
  { name: 'period_start', selected_options: [{ from: addDays(today, 1) }] },
]

/** What opens for its reader in the time to come, under the day from which it can be answered. */
export function Upcoming() {
  const t = useWords('runbooks')
  const format = useFormat()
  const { data: rows, error, refetch } = useOccurrences(ahead(dayOf()), 'upcoming')
  if (error && !rows) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!rows) return <SkeletonRows count={6} />
  if (rows.length === 0) return <EmptyState title={t('today.nothing_ahead')} text={t('today.empty_none')} />
  const days = [...Map.groupBy(rows, ({ period_start: start }) => start ?? '')].toSorted(([one], [other]) => one.localeCompare(other))
  const say = dayWords(format.language, { weekday: 'long', day: 'numeric', month: 'long' })
  return (
    // There is nothing to press in it, and yet it is scrolled by keyboard.
    <Stack gap={12} full className={css.page} tabIndex={0} role="region" aria-label={t('today.upcoming')}>
      <Row as="header" align="start" spread="between" gap={12}>
        <Text as="h2" size={20} weight={600}>
          {t('today.upcoming')}
        </Text>
      </Row>
      {days.map(([day, times]) => (
        <section key={day} className={css.next} aria-labelledby={`day${day}`}>
          <h3 id={`day${day}`}>{t('today.opens', { day: say(day) })}</h3>
          <Grid as="ul" gap={8}>
            {times.map((row) => (
              <Grid key={row.id} as="li" gap={2} padY={10} padX={14} edge="all" corner={8} fill="surface" className={css.coming}>
                <b>{row.name}</b>
                <Text as="small" tone="soft">
                  {[
                    row.kind ? t(`entities.occurrence.choices.kind.${row.kind}`) : '',
                    timeName(row, format.language),
                    row.perimeter?.name,
                    t('today.before', { day: format.date(row.due_date) }),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </Text>
              </Grid>
            ))}
          </Grid>
        </section>
      ))}
    </Stack>
  )
}
