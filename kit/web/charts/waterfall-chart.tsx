import { Chart } from './chart.tsx'
import styles from './chart.module.css'
import { paint } from './color.ts'
import { Plot } from './plot.tsx'
import { areaIn, axisOf, between, placesOf, type Size } from './scale.ts'

/** One bar, from one value to the next. */
export interface WaterfallStep {
  readonly name: string
  readonly from: number
  readonly to: number
  /** Stands on the ground: where it begins or ends. */
  readonly total: boolean
}

interface WaterfallProps {
  readonly label: string
  readonly height?: number
  readonly steps: readonly WaterfallStep[]
  /** What stands above a bar. */
  readonly textOf: (step: WaterfallStep) => string
  readonly head: readonly [string, string]
}

/** How one value became another, by what moved it. */
export const WaterfallChart = ({ label, height, head, steps, textOf }: WaterfallProps) => (
  <Chart label={label} height={height} table={{ head, rows: steps.map((step) => [step.name, textOf(step)]) }}>
    {(size) => <Waterfall size={size} steps={steps} textOf={textOf} />}
  </Chart>
)

const widest = 26
/** Many names have no room beside one another. */
const manyFrom = 8

/** The steps in a size. */
export function Waterfall({ size, steps, textOf }: Pick<WaterfallProps, 'steps' | 'textOf'> & { readonly size: Size }) {
  const area = areaIn(size, { left: 32, right: 8, top: 20, bottom: 58 })
  const least = Math.min(...steps.map((step) => (step.total ? step.to : Math.min(step.from, step.to))))
  const axis = axisOf(
    steps.flatMap(({ from, to, total }) => (total ? [to] : [from, to])),
    { min: Math.max(0, Math.floor(least / 5) * 5 - 5), steps: 5 },
  )
  const places = placesOf(steps.length, area)
  const band = (area.right - area.left) / Math.max(1, steps.length)
  const width = Math.min(widest, band * 0.8)
  const y = between(axis, area.bottom, area.top)
  return (
    <Plot size={size} area={area} axis={axis} labels={[]} places={places} band={band}>
      {steps.map((step, at) => {
        const { name, from, to, total } = step
        const [top, bottom] = [y(Math.max(to, total ? to : from)), total ? area.bottom : y(Math.min(from, to))]
        const x = places[at] ?? 0
        return (
          <g key={`${at}${name}`}>
            <rect x={x - width / 2} width={width} y={top} height={bottom - top} rx={2} fill={paint(total ? 'c1' : to >= from ? 'ok' : 'bad')} />
            <text data-tone="strong" x={x} y={top - 10} dy="0.35em" textAnchor="middle">
              {textOf(step)}
            </text>
            <Name name={name} x={x} y={area.bottom + 8} aslant={steps.length >= manyFrom} />
          </g>
        )
      })}
    </Plot>
  )
}

/** On as many lines as it takes, or aslant on one that ends where there is no room. */
const Name = ({ name, x, y, aslant }: { readonly name: string; readonly x: number; readonly y: number; readonly aslant: boolean }) =>
  aslant ? (
    <foreignObject width={86} height={14} transform={`translate(${x} ${y}) rotate(-35) translate(-86 -5)`}>
      <div className={styles.words} data-cut>
        {name}
      </div>
    </foreignObject>
  ) : (
    <foreignObject x={x - 38} y={y} width={76} height={50}>
      <div className={styles.words}>{name}</div>
    </foreignObject>
  )
