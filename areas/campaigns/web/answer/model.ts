import type { AnswerLevel, Content, ContentItem, ContentPart, StoredAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import { answerOf, policyProgress, questionnaireProgress, type AnswerRules, type Given, type Standing } from '#areas/campaigns/contract/answer-progress.ts'
import type { AskedPart } from '#areas/campaigns/contract/campaign-items.ts'
import { prepare } from '#areas/questionnaires/contract/play.ts'
import { questionsOf, type Question } from '#areas/questionnaires/contract/structure.ts'
import type { Drafts } from './drafts.ts'
import type { AnswerValues } from './source.ts'

export type Lang = 'en' | 'fr'

/** What an evaluation asks, ready to be looked up. */
export interface Model {
  readonly content: Content
  readonly rules: AnswerRules
  readonly levels: readonly AnswerLevel[]
  readonly parts: readonly ContentPart[]
  /** In the order of the text, without what is left out. */
  readonly items: readonly ContentItem[]
  readonly itemOf: ReadonlyMap<number, ContentItem>
  readonly questions: ReadonlyMap<string, Question>
  /** What is asked otherwise than the last time, or for the first time. */
  readonly changed: ReadonlyMap<number, Content['changed'][number]>
  readonly stand: (given: ReadonlyMap<number, Given>, unseen: readonly number[]) => Standing
}

export function modelOf(content: Content): Model {
  const { campaign, levels, structure, left_out: leftOut } = content
  const rules: AnswerRules = { ...campaign, levels }
  const left = new Set(leftOut)
  const questions = new Map(structure ? questionsOf(structure).map((one) => [one.key, one] as const) : [])
  const items = inTextOrder(content, left)
  const parts: AskedPart[] = content.parts.map((part) => ({ ...part, weight: null }))
  const run = structure ? prepare(structure) : undefined
  const asked = items.flatMap((one) => {
    const question = one.question === null ? undefined : questions.get(one.question)
    return question ? [{ kind: 'QUESTION' as const, item: one.item, part: one.part, weight: one.weight, question }] : []
  })
  const requirements = content.items.map((one) => ({ ...one, kind: 'REQUIREMENT' as const, lineage: 0 }))
  return {
    content,
    rules,
    levels,
    items,
    questions,
    parts: content.parts,
    changed: new Map(content.changed.map((one) => [one.item, one])),
    itemOf: new Map(items.map((one) => [one.item, one])),
    stand: (given, unseen) =>
      structure
        ? questionnaireProgress({ items: asked, parts, structure }, rules, given, run, new Set(unseen))
        : policyProgress({ items: requirements, parts }, rules, left, given),
  }
}

/** Items by their parts, a part's own before those of parts below it. */
function inTextOrder({ parts, items }: Content, left: ReadonlySet<number>): ContentItem[] {
  const known = new Set(parts.map(({ key }) => key))
  const below = Map.groupBy(parts, ({ parent }) => (parent !== null && known.has(parent) ? parent : ''))
  const within = Map.groupBy(items, ({ part }) => part)
  const walk = (key: string): ContentItem[] => [...(within.get(key) ?? []), ...(below.get(key) ?? []).flatMap((part) => walk(part.key))]
  return walk('').filter(({ item }) => !left.has(item))
}

const givenOf = (values: AnswerValues, answer: StoredAnswer | undefined, suggested: boolean): Given => {
  const hidden = (answer?.evidence_count ?? 0) - (answer?.evidences.length ?? 0)
  return { ...values, evidences: values.evidences.length + hidden, actions: answer?.actions.length ?? 0, suggested }
}

/** Answers as the page shows them: what is typed over what is saved. */
export function givenAll(answers: ReadonlyMap<number, StoredAnswer>, drafts: Drafts): Map<number, Given> {
  const all = new Map<number, Given>([...answers].map(([item, one]) => [item, { ...one, evidences: one.evidence_count, actions: one.actions.length }]))
  for (const [item, { said }] of drafts) all.set(item, givenOf(said, answers.get(item), false))
  return all
}

/** A text in the language that is looked at, else in the other one. */
export const textOf = (of: { readonly [name: string]: unknown }, name: 'name' | 'description', lang: Lang): string => {
  const [own, other] = [of[`${name}_${lang}`], of[`${name}_${lang === 'en' ? 'fr' : 'en'}`]]
  return (typeof own === 'string' && own) || (typeof other === 'string' && other) || ''
}

/** What an answer is called in one place: the number of its level, what it says of a question. */
export const isAnswered = (question: Question | undefined, given: Given | undefined): boolean =>
  given !== undefined && (given.na || (question ? answerOf(question, { ...given, suggested: false }) !== undefined : given.level !== null))
