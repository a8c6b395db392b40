import type { CSSProperties } from 'react'

/** Colours of levels that the interface has, too: those are drawn in both themes as everywhere else. */
const tones = {
  '#1f9d63': 'ok',
  '#e09112': 'warn',
  '#d9453d': 'bad',
  '#8a93a3': 'mute',
  '#454c59': 'ink',
} as const

export type LevelTone = (typeof tones)[keyof typeof tones]

/** The tone that a colour of a level is drawn in, or undefined: then in itself (`colorStyle`). */
export const toneOf = (color: string | null | undefined): LevelTone | undefined => tones[(color ?? '').toLowerCase() as keyof typeof tones]

/** What styles mix an organisation's own colour from, as `--level`. */
export const colorStyle = (color: string | null | undefined): CSSProperties | undefined =>
  color && !toneOf(color) ? ({ '--level': color } as CSSProperties) : undefined

/** What people choose from first, from good to bad and then the neutral ones. */
export const levelColors = ['#1f9d63', '#86b35b', '#d9a321', '#e09112', '#dd6f2e', '#d9453d', '#2a5bd7', '#12a0b5', '#8a63d2', '#8a93a3', '#454c59'] as const
