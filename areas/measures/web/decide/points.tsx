import { useFormat } from '#kit/web/i18n/format.ts'
import css from './decide.module.css'

/** Points gained or lost with their sign, two decimals below one and one above; a dash where there is no score. */
export function Points({ points }: { readonly points: number | null }) {
  const format = useFormat()
  if (points === null) return <span className={css.points}>—</span>
  const decimals = Math.abs(points) < 1 ? 2 : 1
  const rounded = Math.round(points * 10 ** decimals) / 10 ** decimals
  return (
    <span className={css.points} data-sign={Math.sign(rounded)}>
      {rounded === 0 ? format.number(0) : `${rounded > 0 ? '+' : '−'}${format.number(Math.abs(rounded), decimals)}`}
    </span>
  )
}
