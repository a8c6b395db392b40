import { useCallback, useMemo, useState } from 'react'
import type { Grid as EntryGrid } from '#areas/metrics/contract/calls.ts'
import { carriedIn } from '#areas/metrics/contract/carried-forward.ts'
import { longerOrEqual } from '#areas/catalog/contract/rhythm.ts'
import { movePeriod, periodicities, type Periodicity } from '#areas/metrics/contract/period.ts'
import type { Level } from '#kit/contract/level.ts'
import { withUnit } from '#kit/contract/with-unit.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import type { Line } from '#kit/web/charts/line-path.tsx'
import { LinesChart, type Band } from '#kit/web/charts/lines-chart.tsx'
import type { Told } from '#kit/web/charts/plot.tsx'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useGraph } from './entry-api.ts'
import css from './entry.module.css'
import type { Metric } from './presentation.tsx'
import { fixed, headOf, nameOf } from './spans.ts'

type Drawn = Pick<EntryGrid['metric'], 'with_levels' | 'target' | 'decimals' | 'unit' | 'time_aggregation' | 'is_auto' | 'time_zone'>

/** Months that a graph shows at first: enough of its periods to see a course. */
const usual: Readonly<Record<Periodicity, number>> = { HOURLY: 6, DAILY: 6, WEEKLY: 12, MONTHLY: 18, QUARTERLY: 60, SEMESTERLY: 60, YEARLY: 120 }

/** The course of a metric over any stretch of time, for a perimeter and all below it, with its target and, where it is a percentage, the levels. */
export function GraphTab({ row }: { readonly row: Metric }) {
  const t = useWords('metrics')
  const language = useLanguage()
  const [perimeter, setPerimeter] = useState<number>()
  const [rhythm, setRhythm] = useState<Periodicity>()
  const [months, setMonths] = useState<number>(usual[row.periodicity ?? 'MONTHLY'])
  const [days, setDays] = useState(2)
  const today = dayOf()
  // Hours are looked at over some days.
  const byHour = (rhythm ?? row.periodicity) === 'HOURLY'
  const { data, error, refetch } = useGraph(row.id, {
    perimeter_id: perimeter,
    from: byHour ? movePeriod('DAILY', today, 1 - days) : movePeriod('MONTHLY', `${today.slice(0, 7)}-01`, 1 - months),
    to: today,
    periodicity: rhythm,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  const last = data.points.findLast(({ value }) => value !== null)
  return (
    <Grid gap={12} padY={16} padX={16}>
      <Grid gap={8} className={css.asked}>
        <Select
          label={t('graph.perimeter')}
          value={data.perimeter === null ? null : String(data.perimeter)}
          onChange={(value) => setPerimeter(value === null ? undefined : Number(value))}
          options={data.places.map(({ id, name, depth }) => ({ value: String(id), label: `${'\u2003'.repeat(Math.min(depth, 4))}${name}` }))}
        />
        <Select
          label={t('graph.rhythm')}
          value={data.periodicity}
          onChange={(value) => setRhythm((value ?? undefined) as Periodicity | undefined)}
          options={periodicities
            .filter((one) => longerOrEqual(one, data.metric.periodicity))
            .map((one) => ({ value: one, label: t(`entities.metric.choices.periodicity.${one}`) }))}
        />
        <Select
          label={t('graph.range')}
          value={String(byHour ? days : months)}
          onChange={(value) => (byHour ? setDays(Number(value ?? days)) : setMonths(Number(value ?? months)))}
          options={
            byHour
              ? [1, 2, 7].map((count) => ({ value: String(count), label: t('graph.days', { count }) }))
              : [6, 12, 18, 24, 36, 60, 120].map((count) => ({
                  value: String(count),
                  label: count % 12 === 0 ? t('graph.years', { count: count / 12 }) : t('graph.months', { count }),
                }))
          }
        />
      </Grid>
      {last?.value === undefined || last.value === null ? (
        <EmptyState title={t('graph.empty')} text={t('graph.empty_text')} />
      ) : (
        <>
          <Row as="p" align="baseline" gap={8} size={13} tone="soft">
            {t('graph.last')}{' '}
            <Text as="b" size={20} tone="plain">
              {withUnit(fixed(last.value, data.metric.decimals, language), data.metric.unit, language)}
            </Text>
            <span>{`${nameOf(data.periodicity, last.start, language, data.metric.time_zone)}, ${t('graph.of_places', { count: last.count })}`}</span>
          </Row>
          <Drawing metric={data.metric} points={data.points} rhythm={data.periodicity} />
        </>
      )}
    </Grid>
  )
}

interface DrawingProps {
  readonly metric: Drawn
  readonly points: readonly { readonly start: string; readonly value: number | null }[]
  readonly rhythm: Periodicity
}

function Drawing({ metric, points, rhythm }: DrawingProps) {
  const t = useWords('metrics')
  const language = useLanguage()
  const scale = useLevels('indicator')
  const levels = useMemo(() => (metric.with_levels ? scale : []), [metric, scale])
  const current = points.length - 1
  // What is carried goes on from the last value, apart from what was given.
  const carried = useMemo(
    () =>
      carriedIn(
        metric,
        points.map(({ start }, at) => ({ start, state: at < points.length - 1 ? ('OPEN' as const) : ('CURRENT' as const) })),
        (start) => points.find((point) => point.start === start)?.value ?? null,
        undefined,
      ),
    [metric, points],
  )
  const sayOf = useCallback(
    ({ start, value }: DrawingProps['points'][number]) => {
      const from = carried.get(start)
      if (value !== null || !from) return value === null ? '–' : fixed(value, metric.decimals, language)
      return `${fixed(from.value, metric.decimals, language)} (${t('entry.carried_from', { period: nameOf(rhythm, from.period, language, metric.time_zone) })})`
    },
    [carried, metric.decimals, metric.time_zone, language, rhythm, t],
  )
  const series = useMemo(
    (): readonly Line[] => [
      ...(metric.target === null
        ? []
        : [{ name: t('graph.target'), color: 'text-2', width: 1, dash: '4 2', values: points.map(() => metric.target), pointAt: false as const }]),
      {
        name: t('graph.value'),
        color: 'c1',
        values: points.map(({ value }) => value),
        pointAt: points.length < 80 && ((at) => (at === current ? { radius: 4, hollow: true } : { radius: 3.25 })),
      },
      ...(carried.size === 0
        ? []
        : [
            {
              name: t('entry.carried'),
              color: 'text-3',
              width: 1.5,
              dash: '1.5 1.5',
              pointAt: false as const,
              values: points.map(({ start, value }, at) => {
                const next = points[at + 1]
                return carried.get(start)?.value ?? (next && carried.has(next.start) ? value : null)
              }),
            },
          ]),
    ],
    [points, metric, current, carried, t],
  )
  const tell = (at: number): Told => {
    const point = points[at]
    return point ? { title: nameOf(rhythm, point.start, language, metric.time_zone), rows: [{ text: sayOf(point) }] } : { title: '', rows: [] }
  }
  const table = {
    head: [t('graph.period'), t('graph.value')],
    rows: points.map((point) => [nameOf(rhythm, point.start, language, metric.time_zone), carried.has(point.start) ? sayOf(point) : (point.value ?? '')]),
  }
  return (
    <LinesChart
      label={t('graph.title')}
      height={280}
      table={table}
      categories={points.map(({ start }) => headOf(rhythm, start, language, metric.time_zone))}
      series={series}
      bands={bandsOf(levels)}
      axis={levels.length === 0 ? { afloat: true } : { min: 0, max: 100 }}
      room={{ left: 40, right: 8, top: 12, bottom: 26 }}
      tell={tell}
    />
  )
}

/** The levels as areas behind the course. */
const bandsOf = (levels: readonly Level[]): Band[] =>
  levels.flatMap(({ low, high, color }) =>
    low === undefined || high === undefined ? [] : [{ from: low, to: high >= 100 ? high : high + 1, color: color ?? null }],
  )
