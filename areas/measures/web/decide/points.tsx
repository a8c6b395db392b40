import { useFormat } from '#kit/web/i18n/format.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './decide.module.css'

/** Points gained or lost with their sign, two decimals below one and one above; a dash where there is no score. */
export function Points({ points }: { readonly points: number | null }) {
  const format = useFormat()
  if (points === null)
    return (
      <Text tone="quiet" className={css.points}>
        —
      </Text>
    )
  const formatted = format.signed(points)
  return (
    <Text tone="quiet" className={css.points} data-sign={formatted.startsWith('+') ? 1 : formatted.startsWith('−') ? -1 : 0}>
      {formatted}
    </Text>
  )
}

/** Points still to gain, where there are some that can be shown. */
export const Gain = ({ points }: { readonly points: number | null | undefined }) => (
  <Points points={points == null || Math.round(points * 100) === 0 ? null : points} />
)
