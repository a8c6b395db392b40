import css from './matrix.module.css'
import { levelOfCell, type Matrix, type Risk } from './risk-api.ts'

/** The stepped line between what is lived with and what is above it, in the units of cells. */
export function AppetiteLine({ matrix: { scale, appetite } }: { readonly matrix: Matrix }) {
  if (appetite === null) return null
  const [rows, columns] = [scale.impacts.length, scale.probabilities.length]
  const above = (impact: number, probability: number) => (levelOfCell(scale, impact, probability)?.value ?? 0) > appetite
  const parts: string[] = []
  for (let impact = 1; impact <= rows; impact += 1)
    for (let probability = 1; probability <= columns; probability += 1) {
      const top = rows - impact
      if (probability < columns && above(impact, probability) !== above(impact, probability + 1)) parts.push(`M${probability} ${top}V${top + 1}`)
      if (impact < rows && above(impact, probability) !== above(impact + 1, probability)) parts.push(`M${probability - 1} ${top}H${probability}`)
    }
  return <path className={css.appetite} d={parts.join('')} vectorEffect="non-scaling-stroke" />
}

interface MovesProps {
  readonly risks: readonly Risk[]
  readonly opened: number | undefined
  readonly columns: number
  readonly rows: number
}

/** How risks move: hollow where they began, solid where they are, ringed where they are to be; the open one in ink. Places are shares of the matrix, so that marks keep their shape. */
export function Moves({ risks, opened, columns, rows }: MovesProps) {
  const shown = risks.toSorted((a, b) => Number(a.id === opened) - Number(b.id === opened))
  return (
    <svg className={css.moving} aria-hidden>
      {shown.map((row, n) => (
        <Move key={row.id} row={row} n={n} columns={columns} rows={rows} open={row.id === opened} named={shown.length <= 8} />
      ))}
    </svg>
  )
}

interface MoveProps {
  readonly row: Risk
  readonly n: number
  readonly columns: number
  readonly rows: number
  readonly open: boolean
  readonly named: boolean
}

/** In percent of the matrix, from its left and from its top. */
type At = readonly [number, number]
const percent = (value: number) => `${value}%`

function Move({ row, n, columns, rows, open, named }: MoveProps) {
  // Several in one cell stand beside each other.
  const [dx, dy] = [0.5 + (((n * 37) % 48) - 12) / 100, 0.5 + (((n * 23) % 40) - 14) / 100]
  const at = (impact: number | null, probability: number | null): At | undefined =>
    impact === null || probability === null ? undefined : [((probability - 1 + dx) / columns) * 100, ((rows - impact + dy) / rows) * 100]
  const from = at(row.init_impact, row.init_probability)
  const now = at(row.current_impact, row.current_probability)
  const aim = at(row.target_impact, row.target_probability)
  const line = (a: At | undefined, b: At | undefined, dashed: boolean) =>
    a && b && (a[0] !== b[0] || a[1] !== b[1]) ? (
      <line x1={percent(a[0])} y1={percent(a[1])} x2={percent(b[0])} y2={percent(b[1])} data-dashed={dashed || undefined} />
    ) : null
  const dot = ([x, y]: At, r: number, mark: 'init' | 'current') => <circle cx={percent(x)} cy={percent(y)} r={r} data-mark={mark} />
  return (
    <g className={css.move} data-open={open || undefined}>
      {line(from, now, false)}
      {line(now, aim, true)}
      {from ? dot(from, 5, 'init') : null}
      {aim ? dot(aim, 6, 'init') : null}
      {aim ? dot(aim, 2.5, 'current') : null}
      {now ? dot(now, 6, 'current') : null}
      {from && named ? (
        <text x={percent(from[0])} y={percent(from[1])} dx={10} dy={-5}>
          {row.identifier}
        </text>
      ) : null}
    </g>
  )
}
