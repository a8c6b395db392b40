import { useMemo } from 'react'
import type { SeriesAnswer } from '#kit/contract/source.ts'
import { BarsChart } from '#kit/web/charts/bars-chart.tsx'
import type { Line } from '#kit/web/charts/line-path.tsx'
import { LinesChart } from '#kit/web/charts/lines-chart.tsx'
import { dayWords, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { amount } from './amount.ts'
import css from './blocks.module.css'
import { colorOf, paintOf } from './tints.ts'

interface SeriesProps {
  readonly answer: SeriesAnswer
  readonly before: SeriesAnswer | undefined
  readonly bars: boolean
  readonly title: string
}

/** How lines are told apart besides their colour. */
const dashes = [undefined, '5 4', '2 3'] as const

/** Where an axis of percents begins: at tens a little below what it shows. */
function lowestOf(lines: readonly Line[]): number {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null))
  return known.length === 0 ? 0 : Math.max(0, Math.floor(Math.min(...known) / 10) * 10 - 10)
}

/** Days as an axis names them, by how far apart they are: by month where they are months, else by day. */
function useDays(points: SeriesAnswer['points']): string[] {
  const language = useLanguage()
  return useMemo(() => {
    const [first, second] = points
    const apart = first && second ? (Date.parse(second.day) - Date.parse(first.day)) / 86_400_000 : 31
    const name = dayWords(language, apart >= 27 ? { month: 'short' } : { day: 'numeric', month: 'short' })
    return points.map(({ day }, at) => `${name(day)}${at === 0 || (apart >= 27 && day.slice(5, 7) === '01') ? `\n${day.slice(0, 4)}` : ''}`)
  }, [points, language])
}

/** A course over time, as lines with the line that is to be reached, or as bars; lightly, what it was in the version that is compared with. */
export function SeriesView({ answer, before, bars, title }: SeriesProps) {
  const t = useWords('reporting')
  const format = useFormat()
  const days = useDays(answer.points)
  const { series, points, unit, target } = answer
  const drawn = useMemo(() => {
    const valuesAt = (at: number) => points.map(({ values }) => values[at] ?? null)
    const low = series.findIndex(({ bound }) => bound === 'LOW')
    return series.map(({ label, tint, bound }, at) => ({
      name: label || title,
      color: bound ? 'c1b' : colorOf(tint, at),
      values: valuesAt(at),
      // What lies between two bounds is one range, behind what stands in it.
      ...(bound && { width: 1, pointAt: false as const }),
      ...(bound === 'HIGH' && low >= 0 && { tint: 0.16, ground: valuesAt(low) }),
    }))
  }, [series, points, title])
  const bounded = series.some(({ bound }) => bound !== undefined)
  const then = useMemo(() => before && points.map(({ day }) => before.points.find((point) => point.day === day)?.values[0] ?? null), [before, points])
  const lines = useMemo(
    (): Line[] => [
      ...drawn.map((one, at) => ({ ...one, joined: true, dash: dashes[at % dashes.length], ...(at === 0 && !bounded && { tint: 0.08 }) })),
      ...(then ? [{ name: t('view.before'), color: 'c1b', values: then, joined: true, pointAt: false as const }] : []),
      ...(target === null
        ? []
        : [{ name: t('view.target'), color: 'text-2', values: points.map(() => target), width: 1, dash: '4 3', pointAt: false as const }]),
    ],
    [drawn, bounded, then, target, points, t],
  )
  const axis = useMemo(() => (unit === 'percent' ? { min: lowestOf(lines), max: 100 } : {}), [unit, lines])
  if (points.every(({ values }) => values.every((value) => value === null))) return <EmptyState title={t('view.nothing')} />
  const legend =
    series.length > 1 ? (
      <ul className={css.legend}>
        {series.map(({ key, label, tint, bound }, at) => (
          <li key={key}>
            <i style={{ background: bound ? 'var(--c1b)' : paintOf(tint, at) }} data-pattern={at} aria-hidden /> {label}
          </li>
        ))}
      </ul>
    ) : null
  const last = points.at(-1)?.values[0] ?? null
  const summary = last === null ? title : `${title}: ${amount(format, last, unit)}`
  return (
    <>
      {legend}
      {bars ? (
        <BarsChart label={summary} categories={days} series={drawn} height={200} />
      ) : (
        <LinesChart
          label={summary}
          height={200}
          categories={days}
          series={lines}
          axis={axis}
          wide
          // The name of the last day is centred below it.
          room={{ right: 18 }}
          show={(value) => amount(format, value, unit)}
          table={{
            head: [t('view.day'), ...series.map(({ label }) => label || title)],
            rows: points.map(({ day, values }) => [format.date(day), ...values.map((value) => amount(format, value, unit))]),
          }}
        />
      )}
    </>
  )
}
