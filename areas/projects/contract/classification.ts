import { criticalityOf, rankIn } from '#areas/questionnaires/contract/criticality.ts'
import { play, type Answers } from '#areas/questionnaires/contract/play.ts'
import type { Accumulator, Structure } from '#areas/questionnaires/contract/structure.ts'
import type { Criticality } from './isp-project.ts'

/** An accumulator as it stood after the answers. */
export interface Standing {
  readonly key: string
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly value: number
  readonly at: number
  readonly count: number
}
export interface Classified {
  readonly criticality: Criticality
  readonly standings: readonly Standing[]
  /** Questions that are shown, mandatory and not answered. */
  readonly missing: readonly string[]
}

/** What answers make of a project; undefined where the questionnaire has no such accumulator, or it names no levels. */
export function classify(structure: Structure, accumulator: string, answers: Answers): Classified | undefined {
  const of = structure.accumulators.find(({ key }) => key === accumulator)
  if (!of || of.levels.length === 0) return undefined
  const played = play(structure, answers)
  const valueOf = (one: Accumulator) => played.accumulators.get(one.key) ?? one.initial
  return {
    criticality: criticalityOf(of, valueOf(of)),
    standings: structure.accumulators.map((one) => ({
      key: one.key,
      name_en: one.name_en ?? null,
      name_fr: one.name_fr ?? null,
      value: valueOf(one),
      ...rankIn(one, valueOf(one)),
    })),
    missing: played.missing,
  }
}
