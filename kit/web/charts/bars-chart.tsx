import { useFormat } from '#kit/web/i18n/format.ts'
import { Chart } from './chart.tsx'
import styles from './chart.module.css'
import { useFills } from './fills.tsx'
import { Plot, type OnPick } from './plot.tsx'
import { areaIn, axisOf, between, labelsOf, placesOf, type Size } from './scale.ts'
import { tableOf, teller, type Series } from './series.ts'

interface BarsProps {
  readonly label: string
  readonly categories: readonly string[]
  readonly series: readonly Series[]
  readonly height?: number
  readonly max?: number
  /** On top of each other, else side by side. */
  readonly stacked?: boolean
  readonly onPick?: OnPick
}

const widest = 14

/** Bars per category, stacked unless told otherwise. */
export const BarsChart = ({ label, height, ...drawn }: BarsProps) => (
  <Chart label={label} height={height} table={tableOf(drawn.categories, drawn.series, label)}>
    {(size) => <Bars size={size} {...drawn} />}
  </Chart>
)

/** A bar between two heights, round where it ends. */
function barPath(x: number, width: number, top: number, bottom: number, round: boolean): string {
  const r = round ? Math.min(2, width / 2, bottom - top) : 0
  return r === 0 ? `M${x} ${bottom}V${top}h${width}V${bottom}Z` : `M${x} ${bottom}V${top + r}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}V${bottom}Z`
}

/** The bars in a size, one path for all of a series. */
export function Bars({ size, categories, series, max, stacked = true, onPick }: Omit<BarsProps, 'label' | 'height'> & { readonly size: Size }) {
  const format = useFormat()
  const { defs, fills } = useFills(series.map(({ color }) => color))
  const area = areaIn(size, { left: 32, right: 4, top: 8, bottom: categories.some((name) => name.includes('\n')) ? 36 : 22 })
  const sums = categories.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  const axis = axisOf(stacked ? [...sums, ...(series[0]?.values ?? [])] : series.flatMap(({ values }) => values), max === undefined ? {} : { max })
  const places = placesOf(categories.length, area)
  const band = (area.right - area.left) / Math.max(1, categories.length)
  const y = between(axis, area.bottom, area.top)
  const beside = stacked ? 1 : series.length
  const width = Math.min(widest, (band * 0.8) / (beside + (beside - 1) * 0.1))
  const step = width * 1.1
  const below = categories.map(() => 0)
  const paths = series.map(({ values }, n) =>
    places
      .map((place, at) => {
        const value = values[at] ?? 0
        const base = stacked ? (below[at] ?? 0) : 0
        if (stacked) below[at] = base + value
        const x = place - width / 2 + (stacked ? 0 : (n - (beside - 1) / 2) * step)
        return value > 0 ? barPath(round(x), round(width), round(y(base + value)), round(y(base)), !stacked || n === series.length - 1) : ''
      })
      .join(''),
  )
  return (
    <Plot
      size={size}
      area={area}
      axis={axis}
      labels={labelsOf(categories, places)}
      places={places}
      band={band}
      tell={teller(categories, series, format.number)}
      onPick={onPick}
    >
      {defs}
      {series.map(({ name }, n) => (
        <path key={name} className={styles.bar} data-series={n} data-picked={onPick ? true : undefined} fill={fills[n]} d={paths[n]} />
      ))}
    </Plot>
  )
}

/** Hundredths of a pixel: more is only longer. */
const round = (at: number) => Math.round(at * 100) / 100
