import type { GroupsAnswer } from '#kit/contract/source.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { Link } from '#kit/web/navigation.ts'
import { amount } from './amount.ts'
import css from './blocks.module.css'
import { useListOf } from './opened-lists.ts'
import { paintsOf } from './tints.ts'

const round = 2 * Math.PI
/** Hundredths of a pixel: more is only longer. */
const short = (value: number) => Math.round(value * 100) / 100
const at = (part: number, radius: number) => `${short(50 + radius * Math.sin(part * round))} ${short(50 - radius * Math.cos(part * round))}`

/** A piece of a ring from one part of a whole to another. */
function piece(from: number, to: number): string {
  // A whole ring has no ends to draw an arc between.
  const end = Math.min(to, from + 0.9999)
  const large = end - from > 0.5 ? 1 : 0
  return `M${at(from, 46)}A46 46 0 ${large} 1 ${at(end, 46)}L${at(end, 27)}A27 27 0 ${large} 0 ${at(from, 27)}Z`
}

/** Parts of a whole as a ring, each named beside it with its figure. */
export function PieView({ answer, title, opens }: { readonly answer: GroupsAnswer; readonly title: string; readonly opens: boolean }) {
  const format = useFormat()
  const listOf = useListOf(opens)
  const parts = answer.rows.map((row) => ({ ...row, value: row.values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0) }))
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  const paints = paintsOf(parts.map(({ tint }) => tint))
  let from = 0
  return (
    <div className={css.pie}>
      <svg viewBox="0 0 100 100" role="img" aria-label={title}>
        {parts.map(({ key, value }, n) => {
          const begin = from
          from += whole === 0 ? 0 : value / whole
          return value === 0 ? null : <path key={key} d={piece(begin, from)} fill={paints[n]} className={css.slice} />
        })}
      </svg>
      <ul className={css.parts}>
        {parts.map(({ key, label, value, opens: link }, n) => {
          const to = listOf(link)
          const shown = amount(format, value, answer.unit)
          return (
            <li key={key}>
              <i style={{ background: paints[n] }} aria-hidden />
              <span title={label}>{label}</span>
              <b>
                {to ? (
                  <Link to={to} aria-label={`${label} ${shown}`}>
                    {shown}
                  </Link>
                ) : (
                  shown
                )}
              </b>
              <small>{whole === 0 ? '' : format.percent((value / whole) * 100)}</small>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
