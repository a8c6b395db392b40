import { useFormat } from '#kit/web/i18n/format.ts'
import css from './decide.module.css'

/** Points gained or lost, with one decimal and their sign; a dash where there is no score. */
export function Points({ points }: { readonly points: number | null }) {
  const format = useFormat()
  if (points === null) return <span className={css.points}>—</span>
  const rounded = Math.round(points * 10) / 10
  return (
    <span className={css.points} data-sign={Math.sign(rounded)}>
      {rounded === 0 ? format.number(0) : `${rounded > 0 ? '+' : '−'}${format.number(Math.abs(rounded), 1)}`}
    </span>
  )
}
