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
