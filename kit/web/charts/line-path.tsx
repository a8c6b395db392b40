import { area as areaShape, curveLinear, curveStepBefore, line as lineShape } from 'd3-shape'
import styles from './chart.module.css'
import { paint } from './color.ts'
import type { Series } from './series.ts'

/** How one point of a line is drawn; `hollow` is not over yet. */
export interface Point {
  readonly radius: number
  readonly hollow?: boolean
  /** Of its edge, for what is hollow. */
  readonly edge?: number
}

export interface Line extends Series {
  readonly width?: number
  /** Of SVG: `5 4`. */
  readonly dash?: string | undefined
  /** How strongly what lies below it is tinted, from 0 to 1. */
  readonly tint?: number
  /** The values that the tint ends at, in place of the foot of the chart: together they bound a range. */
  readonly ground?: readonly (number | null)[]
  /** Each value holds for all that lies between the one before and it. */
  readonly steps?: boolean
  /** Else few points are seen one by one; false: none is. */
  readonly pointAt?: ((at: number) => Point) | false
  /** Its last value, marked and said. */
  readonly end?: { readonly text: string; readonly color: string; readonly place: 'above' | 'below' } | undefined
  /** Goes on over places of which nothing is known. */
  readonly joined?: boolean
  /** Is not told of a place that is pointed at. */
  readonly untold?: boolean
}

interface LinePathProps {
  readonly line: Line
  readonly dash?: string | undefined
  readonly places: readonly number[]
  readonly y: (value: number) => number
  /** Where what lies below it ends. */
  readonly bottom: number
}

/** One line over places: a gap where nothing is known, unless it is joined. */
export function LinePath({ line, dash = line.dash, places, y, bottom }: LinePathProps) {
  const { values, color, width = 2, tint, ground, steps, pointAt, end, joined } = line
  const curve = steps ? curveStepBefore : curveLinear
  const known = (at: number) => typeof values[at] === 'number'
  const drawn = [...values.keys()].filter((at) => !joined || known(at))
  const x = (at: number) => places[at] ?? 0
  const top = (at: number) => y(values[at] ?? 0)
  const path = lineShape<number>(x, top).defined(known).curve(curve).digits(2)(drawn)
  const foot = (at: number) => y(ground?.[at] ?? values[at] ?? 0)
  const filled =
    tint === undefined
      ? null
      : areaShape<number>(x, ground ? foot : bottom, top)
          .defined(known)
          .curve(curve)
          .digits(2)(drawn)
  const last = values.at(-1) ?? null
  const stroke = paint(color)
  return (
    <>
      {filled ? <path d={filled} fill={stroke} opacity={tint} /> : null}
      {path ? <path className={styles.line} d={path} stroke={stroke} strokeWidth={width} strokeDasharray={dash} /> : null}
      {pointAt
        ? values.map((value, at) => {
            if (value === null) return null
            const point = pointAt(at)
            const look = point.hollow ? { fill: 'var(--surface)', stroke, strokeWidth: point.edge ?? 1.5 } : { fill: stroke }
            return <circle key={at} cx={places[at]} cy={y(value)} r={point.radius} {...look} />
          })
        : null}
      {end && last !== null ? <End end={end} color={stroke} x={places[values.length - 1] ?? 0} y={y(last)} /> : null}
    </>
  )
}

interface EndProps {
  readonly end: NonNullable<Line['end']>
  readonly color: string
  readonly x: number
  readonly y: number
}

const End = ({ end: { text, color, place }, color: fill, x, y }: EndProps) => (
  <>
    <circle cx={x} cy={y} r={4} fill={fill} />
    <text data-mark x={x} y={place === 'above' ? y - 15 : y + 15} dy="0.35em" textAnchor={place === 'above' ? 'middle' : 'end'} style={{ fill: paint(color) }}>
      {text}
    </text>
  </>
)
