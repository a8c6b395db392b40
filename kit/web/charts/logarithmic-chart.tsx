import { useFormat } from '#kit/web/i18n/format.ts'
import { Chart, type ChartTable } from './chart.tsx'
import { useDashes } from './fills.tsx'
import { LinePath, type Line } from './line-path.tsx'
import { Plot } from './plot.tsx'
import { areaIn, axisOf, between, powersIn, type Size } from './scale.ts'
import { teller } from './series.ts'

interface LogarithmicProps {
  readonly label: string
  readonly height?: number
  readonly table: ChartTable
  /** Above nought, from the least on; each power of ten is as far from the next. */
  readonly at: readonly number[]
  /** What `at` counts. */
  readonly title: string
  readonly series: readonly Line[]
  readonly max: number
  /** How a value, its axis, and what it stands at are written. */
  readonly show: (value: number) => string
  readonly showTick: (value: number) => string
  readonly showAt: (at: number) => string
}

/** Lines over amounts of very different size. */
export const LogarithmicChart = ({ label, height, table, ...drawn }: LogarithmicProps) => (
  <Chart label={label} height={height} table={table}>
    {(size) => <Logarithmic size={size} {...drawn} />}
  </Chart>
)

/** The lines in a size. */
export function Logarithmic({
  size,
  at,
  title,
  series,
  max,
  show,
  showTick,
  showAt,
}: Omit<LogarithmicProps, 'label' | 'height' | 'table'> & { readonly size: Size }) {
  const format = useFormat()
  const dashes = useDashes(series.map(({ dash }) => dash))
  const area = areaIn(size, { left: 44, right: 12, top: 10, bottom: 40 })
  const axis = axisOf(
    series.flatMap(({ values }) => values),
    { min: 0, max, step: max / 4 },
  )
  const [from, to] = [at[0] ?? 1, at.at(-1) ?? 1]
  const x = between({ min: Math.log(from), max: Math.log(to) }, area.left, area.right)
  const places = at.map((amount) => x(Math.log(amount)))
  const y = between(axis, area.bottom, area.top)
  const marks = [...new Set([from, ...powersIn(from, to), to])]
  return (
    <Plot
      size={size}
      area={area}
      axis={axis}
      show={showTick}
      title={title}
      labels={clear(marks.map((mark) => ({ at: x(Math.log(mark)), text: format.number(Number(mark.toPrecision(2))) })))}
      places={places}
      tell={teller(at.map(showAt), series, show)}
    >
      {series.map((line, n) => (
        <LinePath key={line.name} line={line} dash={dashes[n]} places={places} y={y} bottom={area.bottom} />
      ))}
    </Plot>
  )
}

/** Those that stand clear of the one before. */
function clear(labels: readonly { readonly at: number; readonly text: string }[]) {
  let end = -Infinity
  return labels.filter(({ at, text }) => {
    const half = (text.length * 6.2) / 2
    if (at - half < end + 6) return false
    end = at + half
    return true
  })
}
