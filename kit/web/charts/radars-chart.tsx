import { lineRadial, curveLinearClosed } from 'd3-shape'
import { useFormat } from '#kit/web/i18n/format.ts'
import { Chart } from './chart.tsx'
import styles from './chart.module.css'
import { paint } from './color.ts'
import { useDashes } from './fills.tsx'
import { Pointed } from './plot.tsx'
import type { Size } from './scale.ts'
import { tableOf, teller, type Series } from './series.ts'

interface RadarsProps {
  readonly label: string
  readonly categories: readonly string[]
  readonly series: readonly Series[]
  readonly height?: number
}

/** Values from 0 to 100 around a circle; the last series is a dashed target when there are two or more. */
export const RadarsChart = ({ label, height, ...drawn }: RadarsProps) => (
  <Chart label={label} height={height} table={tableOf(drawn.categories, drawn.series, label)}>
    {(size) => <Radars size={size} {...drawn} />}
  </Chart>
)

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

const rings = [0.25, 0.5, 0.75, 1]
const lineHeight = 14

/** The circle in a size: the first category on top, the others to the left of the one before. */
export function Radars({ size, categories, series }: Omit<RadarsProps, 'label' | 'height'> & { readonly size: Size }) {
  const format = useFormat()
  const isTarget = (n: number) => n > 0 && n === series.length - 1
  const dashes = useDashes(series.map((_, n) => (isTarget(n) ? '4 3' : undefined)))
  const { width, height } = size
  const [middle, centre, radius] = [width / 2, height * 0.52, (Math.min(width, height) / 2) * 0.62]
  const turn = -(2 * Math.PI) / Math.max(1, categories.length)
  const shape = lineRadial<number>()
    .angle((_, at) => at * turn)
    .radius((value) => (Math.min(100, Math.max(0, value)) / 100) * radius)
    .curve(curveLinearClosed)
    .digits(2)
  const around = (values: readonly number[]) => shape([...values])
  const direction = (at: number) => ({ x: Math.sin(at * turn), y: -Math.cos(at * turn) })
  const placeAt = (x: number, y: number) => {
    const [right, down] = [x - middle, y - centre]
    if (Math.hypot(right, down) > radius * 1.15 || categories.length === 0) return -1
    return (Math.round(Math.atan2(right, -down) / turn) + categories.length) % categories.length
  }
  const mark = (at: number) => {
    const { x, y } = direction(at)
    return <line className={styles.pointer} x1={middle} y1={centre} x2={middle + x * radius} y2={centre + y * radius} />
  }
  return (
    <Pointed
      size={size}
      area={{ left: 0, right: width, top: 0, bottom: height }}
      placeAt={placeAt}
      tell={teller(categories, series, format.number)}
      mark={mark}
    >
      <g transform={`translate(${middle} ${centre})`}>
        {rings.map((ring) => (
          <path key={ring} className={styles.axis} d={around(categories.map(() => ring * 100)) ?? undefined} />
        ))}
        {categories.map((category, at) => (
          <Name key={`${at}${category}`} name={category} direction={direction(at)} radius={radius} />
        ))}
        {series.map(({ name, color, values }, n) => {
          const path = around(values.map((value) => value ?? 0)) ?? undefined
          return (
            <g key={name}>
              {isTarget(n) ? null : <path d={path} fill={paint(color)} opacity={0.12} />}
              <path className={styles.line} d={path} stroke={paint(color)} strokeWidth={isTarget(n) ? 1.25 : 2} strokeDasharray={dashes[n]} />
            </g>
          )
        })}
      </g>
    </Pointed>
  )
}

interface NameProps {
  readonly name: string
  readonly direction: { readonly x: number; readonly y: number }
  readonly radius: number
}

/** The line of a category and its name beyond the circle. */
function Name({ name, direction: { x, y }, radius }: NameProps) {
  const lines = inLines(name)
  const upright = Math.abs(x) < 0.01
  const beyond = radius + 8
  // Above the circle the last line is the nearest, below it the first, and beside it their middle.
  const up = upright ? (y < 0 ? lines.length - 0.5 : -0.5) : lines.length / 2 - 0.5
  return (
    <>
      <line className={styles.axis} x2={x * radius} y2={y * radius} />
      <text data-tone="strong" y={y * beyond - up * lineHeight} textAnchor={upright ? 'middle' : x > 0 ? 'start' : 'end'}>
        {lines.map((line, n) => (
          <tspan key={`${n}${line}`} x={x * beyond} dy={n === 0 ? '0.35em' : lineHeight}>
            {line}
          </tspan>
        ))}
      </text>
    </>
  )
}
