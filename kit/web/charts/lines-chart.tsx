import { useFormat } from '#kit/web/i18n/format.ts'
import { Chart, type ChartTable } from './chart.tsx'
import { paint } from './color.ts'
import { useDashes } from './fills.tsx'
import { LinePath, type Line, type Point } from './line-path.tsx'
import { Plot, type Told } from './plot.tsx'
import { areaIn, axisOf, between, labelsOf, placesOf, type AxisAsked, type Room, type Size } from './scale.ts'
import { tableOf, teller } from './series.ts'

/** A range of values in a colour, behind the lines. */
export interface Band {
  readonly from: number
  readonly to: number
  readonly color: string | null
}

/** A number in a circle below a point. */
export interface Note {
  readonly at: number
  readonly value: number
  readonly text: string
}

interface LinesProps {
  readonly label: string
  readonly categories: readonly string[]
  readonly series: readonly Line[]
  readonly height?: number
  readonly axis?: AxisAsked
  readonly bands?: readonly Band[]
  readonly notes?: readonly Note[]
  readonly room?: Partial<Room>
  /** From edge to edge. */
  readonly wide?: boolean
  /** How values are written under the pointer. */
  readonly show?: (value: number) => string
  /** What is said of a place, in place of all its values. */
  readonly tell?: (at: number) => Told
  /** The figures, where they say more than the values of the series. */
  readonly table?: ChartTable
}

/** Lines over categories, with what lies behind them. */
export const LinesChart = ({ label, height, table, ...drawn }: LinesProps) => (
  <Chart label={label} height={height} table={table ?? tableOf(drawn.categories, drawn.series, label)}>
    {(size) => <Lines size={size} {...drawn} />}
  </Chart>
)

/** Few points are seen one by one. */
const dots = (count: number) => (count < 20 ? (): Point => ({ radius: 2 }) : false)

/** The lines in a size. */
export function Lines({
  size,
  categories,
  series,
  axis: asked,
  bands = [],
  notes = [],
  room,
  wide = false,
  ...said
}: Omit<LinesProps, 'label' | 'height'> & { readonly size: Size }) {
  const format = useFormat()
  const dashes = useDashes(series.map(({ dash }) => dash))
  const area = areaIn(size, { left: 32, right: 4, top: 8, bottom: categories.some((name) => name.includes('\n')) ? 36 : 22, ...room })
  const axis = axisOf([...series.flatMap(({ values }) => values), ...bands.flatMap(({ from, to }) => [from, to])], asked)
  const places = placesOf(categories.length, area, wide)
  const y = between(axis, area.bottom, area.top)
  const told = series.filter(({ untold }) => !untold)
  const [first = 0, last = 0] = [places[0], places.at(-1)]
  return (
    <Plot
      size={size}
      area={area}
      axis={axis}
      labels={labelsOf(categories, places)}
      places={places}
      tell={said.tell ?? teller(categories, told, said.show ?? format.number)}
    >
      {bands.map(({ from, to, color }, at) =>
        color === null ? null : <rect key={at} x={first} width={last - first} y={y(to)} height={y(from) - y(to)} fill={paint(color)} opacity={0.14} />,
      )}
      {series.map((line, n) => (
        <LinePath key={line.name} line={{ pointAt: dots(categories.length), ...line }} dash={dashes[n]} places={places} y={y} bottom={area.bottom} />
      ))}
      {notes.map(({ at, value, text }) => (
        <g key={at} transform={`translate(${places[at] ?? 0} ${y(value) + 16})`}>
          <circle r={7.5} fill="var(--surface)" stroke="var(--line)" />
          <text dy="0.35em" textAnchor="middle" data-tone="strong">
            {text}
          </text>
        </g>
      ))}
    </Plot>
  )
}
