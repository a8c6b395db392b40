import { levelAt } from '#areas/indicators/contract/levels.ts'
import type { Level } from '#kit/contract/level.ts'
import { tone } from '#kit/contract/tone.ts'
import { withUnit } from '#kit/contract/with-unit.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { inColor } from '#kit/web/ui/level-color.ts'
import { ListedLevel } from '#kit/web/ui/level.tsx'
import { formatNumber } from '#kit/web/i18n/format.ts'
import type { ShownBoard } from './indicator-api.ts'

/** A value as people read it: one decimal of a percentage, two at most of anything else. */
export function useShown(unit: string | null) {
  const language = useLanguage()
  return (value: number): string => withUnit(formatNumber(value, language, unit === '%' ? 1 : 2), unit, language)
}

/** What a value is judged by; a figure of activity is far from nothing, however high it is. */
interface Judged {
  readonly type: ShownBoard['type']
  readonly target: number | null
  readonly levels: readonly Level[]
}

/** What colours an element as a value stands, by attributes; the words or the number say the same. `decimals` are those that are shown. */
export const toneFor = ({ type, target, levels }: Judged, value: number | undefined, decimals: number) =>
  inColor(value === undefined ? null : tone(value, type === 'PERFORMANCE' ? target : null, levels, decimals))

export function ValueLevel({ levels, value }: { readonly levels: ShownBoard['levels']; readonly value: number }) {
  const level = levelAt(levels, value)
  return level ? <ListedLevel levels={levels} value={level.value} colored /> : null
}
