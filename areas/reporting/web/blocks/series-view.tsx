import { useCallback, useMemo } from 'react'
import type { SeriesAnswer } from '#kit/contract/source.ts'
import { dayWords, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { BarsChart } from '#kit/web/ui/charts.tsx'
import { Chart, type Token } from '#kit/web/ui/chart.tsx'
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
  const drawn = useMemo(
    () => series.map(({ label, tint }, at) => ({ name: label || title, color: colorOf(tint, at), values: points.map(({ values }) => values[at] ?? null) })),
    [series, points, title],
  )
  const then = useMemo(() => before && points.map(({ day }) => before.points.find((point) => point.day === day)?.values[0] ?? null), [before, points])
  const option = useCallback(
    (token: Token) => {
      const colour = (color: string) => (color.startsWith('#') ? color : token(color))
      const known = drawn.flatMap(({ values }) => values.filter((value) => value !== null))
      const all = [...known, ...(target === null ? [] : [target])]
      const lowest = unit === 'percent' && all.length > 0 ? Math.max(0, Math.floor(Math.min(...all) / 10) * 10 - 10) : 0
      return {
        grid: { left: 36, right: 12, top: 12, bottom: days.some((day) => day.includes('\n')) ? 36 : 22 },
        tooltip: {
          trigger: 'axis',
          renderMode: 'richText' as const,
          backgroundColor: token('raised'),
          borderColor: token('line'),
          borderWidth: 1,
          padding: [6, 10],
          textStyle: { color: token('text'), fontSize: 12 },
        },
        xAxis: {
          type: 'category' as const,
          data: days,
          boundaryGap: false,
          axisTick: { show: false },
          axisLine: { lineStyle: { color: token('line') } },
          axisLabel: { color: token('text-3'), fontSize: 11, lineHeight: 14, hideOverlap: true },
        },
        yAxis: {
          type: 'value' as const,
          splitNumber: 4,
          min: lowest,
          ...(unit === 'percent' ? { max: 100 } : {}),
          splitLine: { lineStyle: { color: token('line-soft') } },
          axisLabel: { color: token('text-3'), fontSize: 11 },
        },
        series: [
          ...drawn.map(({ name, color, values }, at) => ({
            name,
            type: 'line' as const,
            data: values,
            connectNulls: true,
            symbol: 'circle',
            symbolSize: 4,
            showSymbol: points.length < 20,
            lineStyle: { color: colour(color), width: 2, type: (['solid', 'dashed', 'dotted'] as const)[at % 3] ?? 'solid' },
            itemStyle: { color: colour(color) },
            ...(at === 0 ? { areaStyle: { color: colour(color), opacity: 0.08 } } : {}),
          })),
          ...(then
            ? [
                {
                  name: t('view.before'),
                  type: 'line' as const,
                  data: then,
                  connectNulls: true,
                  symbol: 'none',
                  lineStyle: { color: token('c1b'), width: 2 },
                  itemStyle: { color: token('c1b') },
                },
              ]
            : []),
          ...(target === null
            ? []
            : [
                {
                  name: t('view.target'),
                  type: 'line' as const,
                  data: points.map(() => target),
                  symbol: 'none',
                  lineStyle: { color: token('text-2'), width: 1, type: [4, 3] },
                  itemStyle: { color: token('text-2') },
                },
              ]),
        ],
      }
    },
    [drawn, days, unit, target, then, points, t],
  )
  if (points.every(({ values }) => values.every((value) => value === null))) return <EmptyState title={t('view.nothing')} />
  const legend =
    series.length > 1 ? (
      <ul className={css.legend}>
        {series.map(({ key, label, tint }, at) => (
          <li key={key}>
            <i style={{ background: paintOf(tint, at) }} data-pattern={at} aria-hidden /> {label}
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
        <Chart
          label={summary}
          height={200}
          option={option}
          table={{
            head: [t('view.day'), ...series.map(({ label }) => label || title)],
            rows: points.map(({ day, values }) => [format.date(day), ...values.map((value) => amount(format, value, unit))]),
          }}
        />
      )}
    </>
  )
}
