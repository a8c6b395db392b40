import type { Question } from '#areas/questionnaires/contract/structure.ts'

/** A requirement or a question; `item` is the number by which answers name it. */
interface AskedItem {
  readonly item: number
  /** The group or section that it stands in: `G12` of a policy, `S3` of a questionnaire. */
  readonly part: string
  readonly weight: number
}
export interface AskedRequirement extends AskedItem {
  readonly kind: 'REQUIREMENT'
  readonly lineage: number
  readonly identifier: string | null
  readonly name_en: string | null
  readonly name_fr: string | null
}
export interface AskedQuestion extends AskedItem {
  readonly kind: 'QUESTION'
  readonly question: Question
}

/** A group of a policy or a section of a questionnaire, in the order of the text. */
export interface AskedPart {
  readonly key: string
  readonly parent: string | null
  readonly identifier: string | null
  readonly name_en: string | null
  readonly name_fr: string | null
  /** Of a group only where it was set by hand; else the sum of what it holds (decisions, Scores 7). */
  readonly weight: number | null
}

/** The key of the part in which requirements without a group stand. */
export const noPart = 'G0'

/** What a campaign asks everybody, before anything is left out for one of them. */
export interface Asked<I extends AskedRequirement | AskedQuestion = AskedRequirement | AskedQuestion> {
  readonly parts: readonly AskedPart[]
  readonly items: readonly I[]
}
