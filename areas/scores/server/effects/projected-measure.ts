import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { recomputeScores } from '#areas/scores/server/compute/incremental.ts'

/** What is to become of a measure: put in place, or freed of what an improvement action takes off it. */
export interface MeasureTurn {
  readonly implemented?: number | undefined
  /** The improvement action. */
  readonly released?: number | undefined
}

/** The scores as they would be; nothing is written. */
export function projectMeasure(current: ScoreResult, { implemented, released }: MeasureTurn): ScoreResult {
  const { facts } = current
  return recomputeScores(current, {
    ...facts,
    ...(implemented !== undefined && {
      measures: facts.measures.map((row) => (row.id === implemented ? { ...row, status: 'IMPLEMENTED' as const, decision: null } : row)),
    }),
    ...(released !== undefined && { deductions: facts.deductions.map((row) => (row.remediation_id === released ? { ...row, open: false } : row)) }),
  })
}
