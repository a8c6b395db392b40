import type { Level } from '#kit/contract/level.ts'
import { session, useOptionalSession } from './session.ts'

const none: readonly Level[] = []

/** The levels of the organisation's default scale of a kind, lowest first; they came with the session. */
export const levelsOfScale = (scale: string): readonly Level[] => session.get()?.levels[scale] ?? none

/** The same for components, drawn anew when the scale is written. */
export const useLevels = (scale: string): readonly Level[] => useOptionalSession()?.levels[scale] ?? none
