import type { CSSProperties } from 'react'
import { palette } from '#kit/contract/tone.ts'

export type LevelTone = keyof typeof palette

/** Colours of levels that the interface has, too: those are drawn in both themes as everywhere else. */
const tones = new Map(Object.entries(palette).map(([tone, color]) => [color as string, tone as LevelTone]))

/** The tone that a colour of a level is drawn in, or undefined: then in itself (`colorStyle`). */
export const toneOf = (color: string | null | undefined): LevelTone | undefined => tones.get((color ?? '').toLowerCase())

/** What styles mix an organisation's own colour from, as `--level`. */
export const colorStyle = (color: string | null | undefined): CSSProperties | undefined =>
  color && !toneOf(color) ? ({ '--level': color } as CSSProperties) : undefined

/** The attributes and the style by which an element is drawn in the colour of a level, or in that of a `tone`. */
export function inColor(color: string | null | undefined): { readonly 'data-tone'?: LevelTone; readonly 'data-own'?: true; readonly style?: CSSProperties } {
  const [tone, style] = [toneOf(color), colorStyle(color)]
  return { ...(tone && { 'data-tone': tone }), ...(style && { 'data-own': true as const, style }) }
}

/** What people choose from first, from good to bad and then the neutral ones. */
export const levelColors = ['#1f9d63', '#86b35b', '#d9a321', '#e09112', '#dd6f2e', '#d9453d', '#2a5bd7', '#12a0b5', '#8a63d2', '#8a93a3', '#454c59'] as const
