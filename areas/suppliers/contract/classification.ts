import { criticalityOf } from '#areas/questionnaires/contract/criticality.ts'
import { levelReached, play, type Answers } from '#areas/questionnaires/contract/play.ts'
import type { Accumulator, Structure } from '#areas/questionnaires/contract/structure.ts'
import type { Criticality } from './supplier.ts'

export interface Classified {
  readonly criticality: Criticality
  readonly value: number
  readonly level: Accumulator['levels'][number] | undefined
  /** Questions that are shown, mandatory and not answered. */
  readonly missing: readonly string[]
}

/** What answers make of a supplier; undefined where the questionnaire has no such accumulator, or it names no levels. */
export function classify(structure: Structure, accumulator: string, answers: Answers): Classified | undefined {
  const of = structure.accumulators.find(({ key }) => key === accumulator)
  if (!of || of.levels.length === 0) return undefined
  const played = play(structure, answers)
  const value = played.accumulators.get(accumulator) ?? of.initial
  return { criticality: criticalityOf(of, value), value, level: levelReached(of, value), missing: played.missing }
}
