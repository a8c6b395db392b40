import type { ReportBlock, ReportTint, ReportTone } from '#kit/contract/report.ts'
import { palette } from '#kit/contract/tone.ts'
import { cleanText } from './clean-text.ts'

/** The colours of charts by tone, those of the interface by day. */
const fills: Readonly<Record<ReportTone, string>> = { success: palette.ok, warning: palette.warn, danger: palette.bad, info: '#2a5bd7', neutral: palette.mute }
const isTone = (tint: ReportTint): tint is ReportTone => Object.hasOwn(fills, tint)
const fillOf = (tint: ReportTint = 'info'): string => (isTone(tint) ? fills[tint] : tint)

interface BarsAsked {
  readonly alt: string
  readonly bars: readonly { readonly name: string; readonly value: number; readonly shown: string; readonly tone?: ReportTint | undefined }[]
  /** The end of the axis; absent: the longest bar. */
  readonly max?: number
  /** A line across all bars. */
  readonly target?: number
}

/** Lying bars with their names before and their figures behind them. */
export function barsChart({ alt, bars, max, target }: BarsAsked): ReportBlock {
  return {
    kind: 'chart',
    alt,
    height: 30 + bars.length * 26,
    option: {
      grid: { left: 190, right: 60, top: 6, bottom: 20 },
      xAxis: {
        type: 'value',
        min: 0,
        ...(max !== undefined && { max }),
        splitNumber: 4,
        ...(max === 100 && { interval: 25 }),
        axisLabel: { fontSize: 10 },
        splitLine: { lineStyle: { color: '#eef0f3' } },
      },
      yAxis: [
        {
          type: 'category',
          inverse: true,
          data: bars.map(({ name }) => cleanText(name)),
          axisLabel: { width: 178, overflow: 'truncate', fontSize: 11, color: '#14181f' },
          axisTick: { show: false },
          axisLine: { show: false },
        },
        // The figures stand under one another behind the axis, where no line of a target crosses them.
        {
          type: 'category',
          inverse: true,
          position: 'right',
          data: bars.map(({ shown }) => cleanText(shown)),
          axisLabel: { interval: 0, margin: 54, align: 'right', fontSize: 11, color: '#14181f' },
          axisTick: { show: false },
          axisLine: { show: false },
        },
      ],
      series: [
        {
          type: 'bar',
          barWidth: 14,
          data: bars.map(({ value, tone }) => ({ value, itemStyle: { color: fillOf(tone), borderRadius: 2 } })),
          label: { show: false },
          ...(target !== undefined && {
            markLine: {
              symbol: 'none',
              silent: true,
              label: { show: false },
              lineStyle: { color: '#14181f', type: 'dashed', width: 1 },
              data: [{ xAxis: target }],
            },
          }),
        },
      ],
    },
  }
}

/** What tells series apart that have no colour of their own. */
const plainFills = [fills.info, '#7a5bd0', '#0f8b8d', '#c2571a', '#5b6b8c', '#a23b72'] as const
const seriesFill = (tone: ReportTint | undefined, at: number): string =>
  tone === undefined ? (plainFills[at % plainFills.length] ?? fills.info) : fillOf(tone)
/** Besides their colour: how a line is drawn, and with what its points are marked. */
const dashes = ['solid', 'dashed', 'dotted'] as const
const symbols = ['circle', 'rect', 'triangle', 'diamond'] as const
const axisText = { fontSize: 10, color: '#454c59' } as const

interface PartsAsked {
  readonly alt: string
  readonly series: readonly { readonly name: string; readonly tone?: ReportTint | undefined }[]
  readonly bars: readonly { readonly name: string; readonly values: readonly (number | null)[]; readonly shown: string }[]
}

/** Lying bars of which each is made of parts: a part holds its figure where there is room for one, its whole stands behind it. */
export function partsChart({ alt, series, bars }: PartsAsked): ReportBlock {
  const longest = Math.max(1, ...bars.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)))
  return {
    kind: 'chart',
    alt,
    height: 64 + bars.length * 26,
    option: {
      legend: { top: 0, left: 190, itemWidth: 12, itemHeight: 10, textStyle: axisText, data: series.map(({ name }) => cleanText(name)) },
      grid: { left: 190, right: 60, top: 40, bottom: 20 },
      xAxis: { type: 'value', min: 0, minInterval: 1, splitNumber: 4, axisLabel: axisText, splitLine: { lineStyle: { color: '#eef0f3' } } },
      yAxis: [
        {
          type: 'category',
          inverse: true,
          data: bars.map(({ name }) => cleanText(name)),
          axisLabel: { width: 178, overflow: 'truncate', fontSize: 11, color: '#14181f' },
          axisTick: { show: false },
          axisLine: { show: false },
        },
        {
          type: 'category',
          inverse: true,
          position: 'right',
          data: bars.map(({ shown }) => cleanText(shown)),
          axisLabel: { interval: 0, margin: 54, align: 'right', fontSize: 11, color: '#14181f' },
          axisTick: { show: false },
          axisLine: { show: false },
        },
      ],
      series: series.map(({ name, tone }, at) => ({
        type: 'bar',
        name: cleanText(name),
        stack: 'parts',
        barWidth: 16,
        itemStyle: { color: seriesFill(tone, at), borderColor: '#ffffff', borderWidth: 1 },
        data: bars.map(({ values }) => {
          const value = values[at] ?? 0
          return { value, label: { show: value >= longest / 20, formatter: String(value), fontSize: 9, color: '#ffffff' } }
        }),
      })),
    },
  }
}

interface CourseAsked {
  readonly alt: string
  /** As lines, or as standing bars of parts. */
  readonly lines: boolean
  readonly days: readonly string[]
  readonly series: readonly { readonly name: string; readonly tone?: ReportTint | undefined; readonly values: readonly (number | null)[] }[]
  readonly max?: number
  readonly target?: number
  readonly targetName?: string
}

/** A course over time; of lines each has a dash and a mark of its own, besides its colour. */
export function courseChart({ alt, lines, days, series, max, target, targetName = '' }: CourseAsked): ReportBlock {
  return {
    kind: 'chart',
    alt,
    height: 230,
    option: {
      ...(series.length > 1 && { legend: { top: 0, left: 40, itemWidth: 18, itemHeight: 10, textStyle: axisText } }),
      grid: { left: 44, right: target === undefined ? 20 : 90, top: series.length > 1 ? 34 : 14, bottom: 26 },
      xAxis: { type: 'category', data: [...days], boundaryGap: !lines, axisLabel: { ...axisText, hideOverlap: true }, axisTick: { show: false } },
      yAxis: {
        type: 'value',
        min: 0,
        ...(max !== undefined && { max }),
        ...(max === 100 && { interval: 25 }),
        minInterval: 1,
        splitNumber: 4,
        axisLabel: axisText,
        splitLine: { lineStyle: { color: '#eef0f3' } },
      },
      series: series.map(({ name, tone, values }, at) => ({
        name: cleanText(name),
        data: [...values],
        ...(lines
          ? {
              type: 'line',
              symbol: symbols[at % symbols.length],
              symbolSize: 6,
              lineStyle: { width: 2, type: dashes[at % dashes.length], color: seriesFill(tone, at) },
              itemStyle: { color: seriesFill(tone, at) },
            }
          : {
              type: 'bar',
              stack: 'parts',
              barMaxWidth: 34,
              itemStyle: { color: seriesFill(tone, at), borderColor: '#ffffff', borderWidth: 1 },
              ...(series.length === 1 && { label: { show: true, position: 'top', fontSize: 10, color: '#14181f' } }),
            }),
        ...(at === 0 &&
          target !== undefined && {
            markLine: {
              symbol: 'none',
              silent: true,
              label: { show: true, position: 'end', formatter: cleanText(targetName), fontSize: 9, color: '#14181f' },
              lineStyle: { color: '#14181f', type: 'dashed', width: 1 },
              data: [{ yAxis: target }],
            },
          }),
      })),
    },
  }
}
