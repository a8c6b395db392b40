import type { CSSProperties } from 'react'
import { levelAt } from '#areas/indicators/contract/levels.ts'
import type { Level } from '#kit/contract/level.ts'
import { levelName } from '#kit/contract/level.ts'
import { withUnit } from '#kit/contract/with-unit.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { colorStyle, toneOf } from '#kit/web/ui/level-color.ts'
import { LevelBadge } from '#kit/web/ui/level-badge.tsx'
import { formatNumber } from '#kit/web/i18n/format.ts'
import type { ShownBoard } from './indicator-api.ts'

/** A value as people read it: one decimal of a percentage, two at most of anything else. */
export function useShown(unit: string | null) {
  const language = useLanguage()
  return (value: number): string => withUnit(formatNumber(value, language, unit === '%' ? 1 : 2), unit, language)
}

/** What colours an element as the level of a value, by attributes; the words or the number say the same. */
export function toneFor(
  levels: readonly Level[],
  value: number | undefined,
): { readonly 'data-tone'?: string; readonly 'data-own'?: true; readonly style?: CSSProperties } {
  const color = value === undefined ? undefined : levelAt(levels, value)?.color
  const style = colorStyle(color)
  const tone = toneOf(color)
  return { ...(tone && { 'data-tone': tone }), ...(style && { 'data-own': true as const, style }) }
}

export function ValueLevel({ levels, value }: { readonly levels: ShownBoard['levels']; readonly value: number }) {
  const language = useLanguage()
  const level = levelAt(levels, value)
  return level ? <LevelBadge color={level.color}>{levelName(level, language)}</LevelBadge> : null
}
