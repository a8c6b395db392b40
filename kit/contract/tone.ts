import { rangeOf, type Level } from './level.ts'
import { roundHalfUp, shownScore } from './shown-score.ts'

/** The colours that the interface and documents have of their own; levels of a scale may have them, too. */
export const palette = { ok: '#1f9d63', warn: '#e09112', bad: '#d9453d', mute: '#8a93a3', ink: '#454c59' } as const

/** From more than so many points below its target on a figure is far from it. */
const near = 10

export interface Distance {
  /** Points that are missing, as both figures are shown; none where it is reached. */
  readonly points: number
  readonly tone: 'ok' | 'warn' | 'bad'
}

/** How far a figure is from its target, told of what is shown of both, so that colour, words and figures say the same; null without either. `rises`: less of it is better where that is false. */
export function distanceOf(value: number | null, target: number | null, decimals = 0, rises: boolean | null = true): Distance | null {
  if (value === null || target === null) return null
  const missing = roundHalfUp(target, decimals) - roundHalfUp(value, decimals)
  const points = roundHalfUp(rises === false ? -missing : missing, decimals)
  return { points: Math.max(0, points), tone: points <= 0 ? 'ok' : points <= near ? 'warn' : 'bad' }
}

/** Whether a difference is good news; null where it is none, or nobody's to say. */
export function isBetter(value: number | null, before: number | null, rises: boolean | null): boolean | null {
  if (rises === null || value === null || before === null || value === before) return null
  return value > before === rises
}

/** The tone in which a difference is told. */
export const toneOfChange = (better: boolean | null): 'ok' | 'bad' | 'quiet' => (better === null ? 'quiet' : better ? 'ok' : 'bad')

/** The level of a scale that a score has, decided by the shown integer (SCL-06); undefined when nothing counts, or where the scale has a hole. */
export function levelOfScore(value: number | null, scale: readonly Level[]): Level | undefined {
  const shown = shownScore(value)
  return shown === null ? undefined : rangeOf(scale, shown)
}

/**
 * The colour of a score or percentage, the same on every screen and in every document: that of its distance to the target where one applies to it, else
 * that of its level of the scale; null, no colour, without either. `decimals` are those that are shown.
 */
export function tone(value: number | null, target: number | null, scale: readonly Level[], decimals = 0): string | null {
  const distance = distanceOf(value, target, decimals)
  return distance ? palette[distance.tone] : (levelOfScore(value, scale)?.color ?? null)
}
