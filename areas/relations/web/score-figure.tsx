import { useFormat } from '#kit/web/i18n/format.ts'
import { inColor } from '#kit/web/ui/level-color.ts'
import type { TreeScore } from '#areas/relations/contract/tree.ts'
import css from './score-figure.module.css'

/** A score as the integer shown, in the colour of its level; what it is stands in its tooltip. */
export function ScoreFigure({ score: { value, unit, color, tooltip } }: { readonly score: TreeScore }) {
  const format = useFormat()
  return (
    <span className={css.badge} {...(unit === 'PERCENT' ? { 'data-tone': 'progress' } : inColor(color))} data-tooltip={tooltip}>
      {unit === 'PERCENT' ? format.percent(value) : value}
    </span>
  )
}
