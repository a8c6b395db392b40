import { useWords } from '#kit/web/i18n/words.ts'
import { Chart } from './chart.tsx'
import styles from './chart.module.css'
import type { Size } from './scale.ts'

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
  const rows: (string | number)[][] = [[label, Math.round(value)]]
  if (target !== undefined) rows.push([targetName, target])
  return (
    <Chart label={label} height={height} table={{ head: [words('chart.series'), '%'], rows }}>
      {(size) => <Gauge size={size} value={value} target={target} />}
    </Chart>
  )
}

/** Degrees to both sides of what is above. */
const half = (110 * Math.PI) / 180
const angleOf = (value: number) => (Math.min(100, Math.max(0, value)) / 100) * 2 * half - half

/** The arc in a size. */
export function Gauge({ size: { width, height }, value, target }: { readonly size: Size; readonly value: number; readonly target?: number | undefined }) {
  const radius = (Math.min(width, height) / 2) * 1.18 - 5
  const pointAt = (angle: number) => `${radius * Math.sin(angle)} ${-radius * Math.cos(angle)}`
  const until = (to: number) => `M${pointAt(-half)}A${radius} ${radius} 0 ${angleOf(to) + half > Math.PI ? 1 : 0} 1 ${pointAt(angleOf(to))}`
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <g transform={`translate(${width / 2} ${height * 0.66})`}>
        <path className={styles.gauge} d={until(100)} stroke="var(--active)" />
        {value > 0 ? <path className={styles.gauge} d={until(value)} stroke="var(--accent)" /> : null}
        {target === undefined ? null : (
          <rect x={-1} y={-radius - 7} width={2} height={14} fill="var(--text)" transform={`rotate(${(angleOf(target) * 180) / Math.PI})`} />
        )}
        <text className={styles.figure} y={-8} dy="0.35em" textAnchor="middle">
          {Math.round(value)}
          <tspan className={styles.unit} dx={2}>
            %
          </tspan>
        </text>
      </g>
    </svg>
  )
}
