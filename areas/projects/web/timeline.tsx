import { ispProject } from '#areas/projects/contract/isp-project.ts'
import { devSteps, leftFields, orderOf, type DevStep } from '#areas/projects/contract/steps.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { usePage } from '#kit/web/resource/list-api.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useStepName, type Project } from './presentation.tsx'
import css from './timeline.module.css'

/** Beyond that a filter helps more than a longer picture. */
const most = 200

/** A step of a project over time; the last one goes on to the day on which the project is to go live. */
interface Stretch {
  readonly step: DevStep
  readonly from: string
  readonly to: string
  readonly planned?: true
}

/** When a project was at which step, as far as days are said. */
export function stretchesOf(row: Project, today: string): Stretch[] {
  const at = orderOf(row.dev_step ?? 'IDENTIFICATION')
  const stretches: Stretch[] = []
  let from: string | null = null
  for (const [n, field] of leftFields.entries()) {
    const step = devSteps[n]
    const to = row[field]
    if (n + 1 >= at || !to || step === undefined) continue
    // Of the first step only its end is known.
    stretches.push({ step, from: from ?? to, to })
    from = to
  }
  const since = row.step_since ?? from ?? today
  const end = row.status === 'CLOSED' ? since : today
  stretches.push({ step: row.dev_step ?? 'IDENTIFICATION', from: since, to: end })
  if (row.target_date && row.target_date > end && at < orderOf('PRODUCTION'))
    stretches.push({ step: 'PRODUCTION', from: end, to: row.target_date, planned: true })
  return stretches
}

const monthsBetween = (from: string, to: string): string[] => {
  const months: string[] = []
  for (let day = new Date(`${from.slice(0, 7)}-01T00:00:00Z`); months.length < 60 && day.toISOString().slice(0, 10) <= to;) {
    months.push(day.toISOString().slice(0, 10))
    day = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1))
  }
  return months
}

/** Where the years do not fit, today is what is seen first. */
const toToday = (mark: HTMLElement | null) => mark?.scrollIntoView({ inline: 'center', block: 'nearest' })

/** All projects over time, each with its steps (the timeline of the list). */
export function Timeline({ state, params, onOpen }: ViewContext) {
  const t = useWords('projects')
  const kit = useWords('kit')
  const format = useFormat()
  const nameOf = useStepName()
  const page = usePage(ispProject, pageQuery({ ...state, page: 1, per_page: most }), params)
  const today = dayOf()
  if (page.error && !page.data) return <ErrorState reason={page.error} onRetry={() => void page.refetch()} />
  if (!page.data) return <SkeletonRows count={12} />
  const rows = page.data.objects.map((row) => ({ row, stretches: stretchesOf(row, today) }))
  if (rows.length === 0) return <EmptyState title={t('entities.isp_project.none')} text={t('entities.isp_project.none_text')} />
  const days = rows.flatMap(({ stretches }) => stretches.flatMap(({ from, to }) => [from, to])).toSorted()
  const [first, last] = [`${(days[0] ?? today).slice(0, 7)}-01`, days.at(-1) ?? today]
  const whole = Math.max(30, daysBetween(first, last) + 10)
  const place = (day: string) => `${(100 * daysBetween(first, day)) / whole}%`
  const wide = (from: string, to: string) => `${Math.max(0.4, (100 * daysBetween(from, to)) / whole)}%`
  const describe = ({ step, from, to, planned }: Stretch, row: Project) =>
    planned ? `${t('page.live')} ${format.date(to)}` : `${nameOf(row, step)} ${format.date(from)} – ${format.date(to)}`
  return (
    <Grid grow gap={8} full overflow="scrolled" className={css.timeline}>
      {page.data.total > rows.length ? (
        <Text as="p" tone="quiet">
          {kit('gantt.too_many', { count: rows.length })}
        </Text>
      ) : null}
      <div className={css.scale} aria-hidden>
        <Box holds edge="below">
          {monthsBetween(first, last).map((month, n, all) =>
            all.length < 20 || n % 3 === 0 ? (
              <Text tone="quiet" size={11} oneLine key={month} style={{ left: place(month) }}>
                {format.date(month).replace(/\b01[/.-]|[/.-]01\b/, '')}
              </Text>
            ) : null,
          )}
        </Box>
      </div>
      <Grid as="ul" gap={6}>
        {rows.map(({ row, stretches }, n) => (
          <li key={row.id}>
            <Box as="button" cut fill="surface" tone="plain" side="left" type="button" onClick={() => onOpen(row.id)}>
              <Text as="code" tone="quiet">
                {row.identifier}
              </Text>{' '}
              {row.name}
            </Box>
            <div role="img" aria-label={stretches.map((one) => describe(one, row)).join('; ')}>
              {stretches.map((one) => (
                <i
                  key={`${one.step} ${one.from}`}
                  title={describe(one, row)}
                  data-step={orderOf(one.step)}
                  data-planned={one.planned}
                  data-nogo={(one.step === 'PRODUCTION' && row.decision === 'NOGO') || undefined}
                  data-rests={row.status === 'INTERRUPTED' || undefined}
                  style={{ left: place(one.from), width: wide(one.from, one.to) }}
                />
              ))}
              <b ref={n === 0 ? toToday : undefined} style={{ left: place(today) }} aria-hidden />
            </div>
          </li>
        ))}
      </Grid>
      <Row as="ol" wrap tone="soft" size={12} gap={14} rowGap={4} className={css.legend} aria-hidden>
        {devSteps.slice(0, 7).map((step, n) => (
          <Row as="li" inline gap={6} align="center" key={step}>
            <i data-step={n + 1} />
            {t(`entities.isp_project.choices.dev_step.${step}`)}
          </Row>
        ))}
        {rows.some(({ row }) => row.decision === 'NOGO' && row.dev_step === 'PRODUCTION') ? (
          <Row as="li" inline gap={6} align="center">
            <i data-step={7} data-nogo />
            {t('page.live_nogo')}
          </Row>
        ) : null}
        {rows.some(({ stretches }) => stretches.some(({ planned }) => planned)) ? (
          <Row as="li" inline gap={6} align="center">
            <i data-planned />
            {t('page.live')}
          </Row>
        ) : null}
      </Row>
    </Grid>
  )
}
