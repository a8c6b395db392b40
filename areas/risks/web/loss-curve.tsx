import { useCallback } from 'react'
import type { Quantification } from '#areas/risks/contract/estimates.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Chart, type Token } from '#kit/web/ui/chart.tsx'

const kinds = ['before', 'now', 'after'] as const
const words = { before: 'BEFORE', now: 'NOW', after: 'AFTER' } as const
const colors = { before: 'text-3', now: 'c5', after: 'c1' } as const
const dashes = { before: 'dotted', now: 'solid', after: 'dashed' } as const

/** How probable it is that a year costs as much or more, at each moment that was estimated. */
export function LossCurve({ told, curve }: Pick<Quantification, 'told' | 'curve'>) {
  const t = useWords('risks')
  const format = useFormat()
  const shown = kinds.filter((kind) => kind === 'now' || told[kind])
  const key = shown.join()
  const name = (kind: (typeof kinds)[number]) => t(`quantification.moments.${words[kind]}`)
  const option = useCallback(
    (token: Token) => ({
      grid: { left: 44, right: 12, top: 10, bottom: 40 },
      tooltip: {
        trigger: 'axis',
        renderMode: 'richText',
        backgroundColor: token('raised'),
        borderColor: token('line'),
        borderWidth: 1,
        padding: [6, 10],
        textStyle: { color: token('text'), fontSize: 12 },
        valueFormatter: (value: unknown) => format.percent(Number(value), 1),
      },
      xAxis: {
        type: 'log',
        name: t('quantification.loss_axis'),
        nameLocation: 'middle',
        nameGap: 26,
        nameTextStyle: { color: token('text-3'), fontSize: 11 },
        min: (curve[0]?.loss ?? 1) / 1000,
        max: (curve.at(-1)?.loss ?? 1) / 1000,
        axisLine: { lineStyle: { color: token('line') } },
        splitLine: { show: false },
        axisLabel: { color: token('text-3'), fontSize: 11, hideOverlap: true, formatter: (value: number) => format.number(Number(value.toPrecision(2))) },
        axisPointer: {
          label: { formatter: ({ value }: { value: number }) => format.keuro(Number(value.toPrecision(3))) },
        },
      },
      yAxis: {
        type: 'value',
        min: 0,
        max: 100,
        interval: 25,
        splitLine: { lineStyle: { color: token('line-soft') } },
        axisLabel: { color: token('text-3'), fontSize: 11, formatter: (value: number) => format.percent(value) },
      },
      series: key.split(',').map((kind) => ({
        name: name(kind as 'now'),
        type: 'line',
        showSymbol: false,
        data: curve.map((point) => [point.loss / 1000, 100 * point[kind as 'now']]),
        lineStyle: { color: token(colors[kind as 'now']), width: 2, type: dashes[kind as 'now'] },
        itemStyle: { color: token(colors[kind as 'now']) },
      })),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- words and formats follow the language
    [curve, key, format],
  )
  const percent = (share: number) => format.percent(100 * share, 1)
  return (
    <Chart
      label={t('quantification.curve')}
      height={280}
      option={option}
      table={{
        head: [t('quantification.loss_axis'), ...shown.map(name)],
        rows: curve.filter((_, n) => n % 6 === 0).map((point) => [format.number(point.loss / 1000), ...shown.map((kind) => percent(point[kind]))]),
      }}
    />
  )
}
