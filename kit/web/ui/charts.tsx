import { useCallback } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Chart, type OnPick, type Token } from './chart.tsx'

export interface Series {
  readonly name: string
  /** A token's name, such as `c1`, `c1b`, `line-strong` or `c5`; of bars a level's own colour as well. */
  readonly color: string
  /** Null where nothing is known, which is drawn as nothing and not as nought. */
  readonly values: readonly (number | null)[]
}

// Drawn on the canvas: HTML tooltips would need inline styles, which the content policy forbids.
const tooltip = (token: Token) => ({
  renderMode: 'richText' as const,
  backgroundColor: token('raised'),
  borderColor: token('line'),
  borderWidth: 1,
  padding: [6, 10],
  textStyle: { color: token('text'), fontSize: 12 },
})

/** What is counted has no halves. */
const whole = (series: readonly Series[]) => (series.every(({ values }) => values.every((value) => Number.isInteger(value))) ? { minInterval: 1 } : {})

const axes = (token: Token, categories: readonly string[], series: readonly Series[], max: number | undefined) => ({
  grid: { left: 32, right: 4, top: 8, bottom: categories.some((name) => name.includes('\n')) ? 36 : 22 },
  xAxis: {
    type: 'category' as const,
    data: [...categories],
    axisTick: { show: false },
    axisLine: { lineStyle: { color: token('line') } },
    axisLabel: { color: token('text-3'), fontSize: 11, lineHeight: 14 },
  },
  yAxis: {
    type: 'value' as const,
    splitNumber: 4,
    ...whole(series),
    ...(max === undefined ? {} : { max }),
    splitLine: { lineStyle: { color: token('line-soft') } },
    axisLabel: { color: token('text-3'), fontSize: 11 },
  },
})

interface SeriesChartProps {
  readonly label: string
  readonly categories: readonly string[]
  readonly series: readonly Series[]
  readonly height?: number
  readonly max?: number
  /** Of bars. */
  readonly onPick?: OnPick
}

const tableOf = (categories: readonly string[], series: readonly Series[], corner: string) => ({
  head: [corner, ...series.map((one) => one.name)],
  rows: categories.map((category, index) => [category, ...series.map((one) => one.values[index] ?? '—')]),
})

/** Bars per category, stacked unless told otherwise. Memoise `series`: new arrays draw anew. */
export function BarsChart({ label, categories, series, height, max, stacked = true, onPick }: SeriesChartProps & { readonly stacked?: boolean }) {
  const picks = onPick !== undefined
  const option = useCallback(
    (token: Token) => ({
      ...axes(token, categories, series, max),
      tooltip: {
        trigger: 'axis',
        ...tooltip(token),
        axisPointer: { type: 'shadow', shadowStyle: { color: token('hover'), opacity: 0.6 } },
      },
      series: series.map((one, index) => ({
        name: one.name,
        type: 'bar',
        ...(stacked ? { stack: 'all' } : {}),
        data: [...one.values],
        barMaxWidth: 14,
        cursor: picks ? 'pointer' : 'default',
        itemStyle: {
          color: one.color.startsWith('#') ? one.color : token(one.color),
          borderRadius: !stacked || index === series.length - 1 ? [2, 2, 0, 0] : 0,
          borderColor: token('surface'),
          borderWidth: 0.5,
        },
      })),
    }),
    [categories, series, max, stacked, picks],
  )
  return <Chart label={label} table={tableOf(categories, series, label)} option={option} onPick={onPick} {...(height ? { height } : {})} />
}

/** Lines over categories; the first is filled lightly. */
export function LinesChart({ label, categories, series, height, max }: SeriesChartProps) {
  const option = useCallback(
    (token: Token) => ({
      ...axes(token, categories, series, max),
      tooltip: { trigger: 'axis', ...tooltip(token) },
      series: series.map((one, index) => ({
        name: one.name,
        type: 'line',
        data: [...one.values],
        symbol: 'circle',
        symbolSize: 4,
        showSymbol: categories.length < 20,
        lineStyle: { color: token(one.color), width: 2 },
        itemStyle: { color: token(one.color) },
        ...(index === 0 ? { areaStyle: { color: token(one.color), opacity: 0.08 } } : {}),
      })),
    }),
    [categories, series, max],
  )
  return <Chart label={label} table={tableOf(categories, series, label)} option={option} {...(height ? { height } : {})} />
}

/** A name on lines of about this many letters: beside a circle there is no room for more. */
const lineLength = 16
const inLines = (name: string) =>
  name
    .split(' ')
    .reduce<string[]>(
      (lines, word) =>
        (lines.at(-1)?.length ?? lineLength) + word.length < lineLength ? [...lines.slice(0, -1), `${lines.at(-1)} ${word}`] : [...lines, word],
      [],
    )
    .join('\n')

/** Values from 0 to 100 around a circle; the last series is a dashed target when there are two or more. */
export function RadarsChart({ label, categories, series, height }: Omit<SeriesChartProps, 'max'>) {
  const option = useCallback(
    (token: Token) => ({
      tooltip: tooltip(token),
      radar: {
        indicator: categories.map((name) => ({ name, max: 100 })),
        radius: '62%',
        center: ['50%', '52%'],
        splitNumber: 4,
        axisName: { color: token('text-2'), fontSize: 11, lineHeight: 14, formatter: (name = '') => inLines(name) },
        axisNameGap: 8,
        splitLine: { lineStyle: { color: token('line') } },
        splitArea: { show: false },
        axisLine: { lineStyle: { color: token('line') } },
      },
      series: [
        {
          type: 'radar',
          symbol: 'none',
          data: series.map((one, index) => {
            const target = index > 0 && index === series.length - 1
            return {
              name: one.name,
              value: [...one.values],
              lineStyle: { color: token(one.color), width: target ? 1.25 : 2, type: target ? [4, 3] : 'solid' },
              itemStyle: { color: token(one.color) },
              ...(target ? {} : { areaStyle: { color: token(one.color), opacity: 0.12 } }),
            }
          }),
        },
      ],
    }),
    [categories, series],
  )
  return <Chart label={label} table={tableOf(categories, series, label)} option={option} {...(height ? { height } : {})} />
}

interface GaugeProps {
  readonly label: string
  /** 0 to 100. */
  readonly value: number
  readonly target?: number
  readonly targetName?: string
  readonly height?: number
}

/** One headline percentage with a mark at its target. */
export function GaugeScore({ label, value, target, targetName = '', height = 196 }: GaugeProps) {
  const words = useWords('kit')
  const option = useCallback(
    (token: Token) => {
      const bare = {
        type: 'gauge',
        startAngle: 200,
        endAngle: -20,
        center: ['50%', '66%'],
        radius: '118%',
        min: 0,
        max: 100,
        axisTick: { show: false },
        splitLine: { show: false },
        axisLabel: { show: false },
      }
      const main = {
        ...bare,
        progress: { show: true, width: 10, roundCap: true, itemStyle: { color: token('accent') } },
        axisLine: { roundCap: true, lineStyle: { width: 10, color: [[1, token('active')]] } },
        pointer: { show: false },
        detail: {
          offsetCenter: [0, '-8%'],
          formatter: `{n|${Math.round(value)}}{p|%}`,
          rich: {
            n: { fontSize: 34, fontWeight: 600, color: token('text'), fontFamily: token('font') },
            p: { fontSize: 16, color: token('text-3'), padding: [8, 0, 0, 2] },
          },
        },
        data: [{ value }],
      }
      const mark = {
        ...bare,
        axisLine: { show: false },
        detail: { show: false },
        silent: true,
        pointer: { icon: 'rect', width: 2, length: 14, offsetCenter: [0, '-90%'], itemStyle: { color: token('text') } },
        data: [{ value: target ?? 0 }],
      }
      return { series: target === undefined ? [main] : [main, mark] }
    },
    [value, target],
  )
  const rows: (string | number)[][] = [[label, Math.round(value)]]
  if (target !== undefined) rows.push([targetName, target])
  return <Chart label={label} height={height} table={{ head: [words('chart.series'), '%'], rows }} option={option} />
}
