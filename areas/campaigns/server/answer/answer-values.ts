import type { Answer } from '#areas/questionnaires/contract/play.ts'

/** An answer as it is sent, whole. */
export interface AnswerValues {
  readonly item: number
  readonly level: number | null
  readonly value: Answer | null
  readonly na: boolean
  readonly justification: string | null
  readonly comment: string | null
  readonly evidences?: readonly number[] | undefined
  readonly version: number
}
/** How an evaluation stands after an answer. */
export interface EvaluationProgress {
  readonly asked: number
  readonly answered: number
  readonly score: number | null
  readonly revision: number
  readonly unseen?: number[]
}
