import type { Quantification } from '#areas/risks/contract/estimates.ts'
import { LogarithmicChart } from '#kit/web/charts/logarithmic-chart.tsx'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'

const kinds = ['before', 'now', 'after'] as const
const words = { before: 'BEFORE', now: 'NOW', after: 'AFTER' } as const
const colors = { before: 'text-3', now: 'c5', after: 'c1' } as const
const dashes = { before: '2 2', now: undefined, after: '8 4' } as const

/** How probable it is that a year costs as much or more, at each moment that was estimated. */
export function LossCurve({ told, curve }: Pick<Quantification, 'told' | 'curve'>) {
  const t = useWords('risks')
  const format = useFormat()
  const shown = kinds.filter((kind) => kind === 'now' || told[kind])
  const name = (kind: (typeof kinds)[number]) => t(`quantification.moments.${words[kind]}`)
  const percent = (share: number) => format.percent(100 * share, 1)
  return (
    <LogarithmicChart
      label={t('quantification.curve')}
      height={280}
      at={curve.map(({ loss }) => loss / 1000)}
      title={t('quantification.loss_axis')}
      series={shown.map((kind) => ({
        name: name(kind),
        color: colors[kind],
        dash: dashes[kind],
        values: curve.map((point) => 100 * point[kind]),
        pointAt: false,
      }))}
      max={100}
      show={(value) => format.percent(value, 1)}
      showTick={format.percent}
      showAt={(keuro) => format.keuro(Number(keuro.toPrecision(3)))}
      table={{
        head: [t('quantification.loss_axis'), ...shown.map(name)],
        rows: curve.filter((_, n) => n % 6 === 0).map((point) => [format.number(point.loss / 1000), ...shown.map((kind) => percent(point[kind]))]),
      }}
    />
  )
}
