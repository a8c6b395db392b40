import { isAnswered, prepare, type Answer } from '#areas/questionnaires/contract/play.ts'
import { isClosed, type Question, type Structure } from '#areas/questionnaires/contract/structure.ts'
import type { Asked, AskedPart, AskedQuestion, AskedRequirement } from './campaign-items.ts'
import type { proofRules } from './campaign.ts'

/** What a level of the campaign's scale asks of whoever chooses it (CMP-05). */
export interface LevelRule {
  readonly value: number
  readonly comment_required: boolean
  readonly remediation: 'NON_APPLICABLE' | 'APPLICABLE' | 'REQUIRED' | null
}

/** What a campaign asks of every answer (CMP-01, CMP-02, CMP-16). */
export interface AnswerRules {
  readonly comment_required: boolean
  readonly proofs: (typeof proofRules)[number]
  readonly na_allowed: boolean
  readonly remediation_enabled: boolean
  /** Those that may be chosen, the lowest first. */
  readonly levels: readonly LevelRule[]
}

/** An answer as far as rules and scores look at it. */
export interface Given {
  readonly level: number | null
  readonly value: Answer | null
  readonly na: boolean
  readonly justification: string | null
  readonly comment: string | null
  readonly evidences: number
  readonly actions: number
  /** Of the campaign that this one repeats: nobody's answer until somebody confirms it. */
  readonly suggested: boolean
}
export type GivenByItem = ReadonlyMap<number, Given>

/** What is still missing, in the order in which it is told. */
export const lackings = ['answer', 'confirmation', 'justification', 'comment', 'proof', 'action'] as const
export type Lacking = (typeof lackings)[number]

/** Characters that say at least something of why a requirement does not apply. */
export const shortestJustification = 20

/** Percent, answers given and asked for, of a part with what stands below it. */
export interface PartProgress {
  readonly asked: number
  readonly answered: number
  readonly score: number | null
}
export interface ItemStanding {
  /** Counts among what is asked. */
  readonly due: boolean
  readonly hidden: boolean
  readonly complete: boolean
  /** Percent; null where it counts nowhere. */
  readonly worth: number | null
  readonly lacks: readonly Lacking[]
}
export interface Standing {
  readonly asked: number
  readonly answered: number
  readonly score: number | null
  readonly parts: Readonly<Record<string, PartProgress>>
  readonly accumulators: Readonly<Record<string, number>>
  readonly items: ReadonlyMap<number, ItemStanding>
}

/** Whether something was chosen, or said not to apply. */
export const isGiven = (given: Given | undefined, question?: Question): given is Given =>
  given !== undefined && (given.na || (question && question.type !== 'SCALE' ? isAnswered(given.value ?? undefined) : given.level !== null))

/** Whether a comment goes with an answer, and must. */
export function commentOf(rules: AnswerRules, level: number | null, question?: Question): 'NONE' | 'ALLOWED' | 'REQUIRED' {
  if (question?.comment === 'REQUIRED' || rules.comment_required) return 'REQUIRED'
  if (rules.levels.some(({ value, comment_required: needed }) => value === level && needed)) return 'REQUIRED'
  return question?.comment ?? 'ALLOWED'
}

/** Whether evidence goes with an answer, and must: the campaign forbids and demands for all, a question for itself. */
export function proofOf({ proofs }: AnswerRules, question?: Question): 'NONE' | 'ALLOWED' | 'REQUIRED' {
  if (proofs === 'NOT_ALLOWED') return 'NONE'
  if (proofs === 'REQUIRED' || question?.proof === 'REQUIRED') return 'REQUIRED'
  return question?.proof ?? 'ALLOWED'
}

/** Whether an action can come of a level, or must (CMP-05, CMP-27). */
export function actionOf({ remediation_enabled: enabled, levels }: AnswerRules, level: number | null): 'NONE' | 'ALLOWED' | 'REQUIRED' {
  const wanted = enabled ? levels.find(({ value }) => value === level)?.remediation : undefined
  if (wanted === 'REQUIRED') return 'REQUIRED'
  return wanted === 'APPLICABLE' ? 'ALLOWED' : 'NONE'
}

/** What the rules still ask of an answer; nothing: it is complete. */
export function lacksOf(rules: AnswerRules, given: Given | undefined, question?: Question): readonly Lacking[] {
  if (!isGiven(given, question)) return ['answer']
  const { na, suggested, level } = given
  const lacks: Lacking[] = suggested ? ['confirmation'] : []
  if (na) {
    // Said while it could be.
    if (!rules.na_allowed) return ['answer']
    if ((given.justification ?? '').trim().length < shortestJustification) lacks.push('justification')
    return lacks
  }
  if (commentOf(rules, level, question) === 'REQUIRED' && !given.comment?.trim()) lacks.push('comment')
  if (proofOf(rules, question) === 'REQUIRED' && given.evidences === 0) lacks.push('proof')
  if (actionOf(rules, level) === 'REQUIRED' && given.actions === 0) lacks.push('action')
  return lacks
}

/** How a policy's evaluation stands: weighted as scores are (decisions, Scores 7); what counts nowhere leaves its group with its weight. */
export function policyProgress({ parts, items }: Asked<AskedRequirement>, rules: AnswerRules, left: ReadonlySet<number>, answers: GivenByItem): Standing {
  const stands = new Map<number, ItemStanding>()
  for (const { item } of items) {
    const given = answers.get(item)
    const due = !left.has(item)
    const lacks = due ? lacksOf(rules, given) : []
    stands.set(item, {
      due,
      hidden: false,
      complete: due && lacks.length === 0,
      worth: due && given && !given.na && !given.suggested ? given.level : null,
      lacks,
    })
  }
  const known = new Set(parts.map(({ key }) => key))
  const below = Map.groupBy(parts, ({ parent }) => (parent !== null && known.has(parent) ? parent : ''))
  const within = Map.groupBy(items, ({ part }) => part)
  const progress: Record<string, PartProgress> = {}
  const weigh = (own: readonly AskedRequirement[], groups: readonly AskedPart[]) => {
    const sum = { asked: 0, answered: 0, weights: 0, scored: 0, counted: 0 }
    const add = (weight: number, counted: number, score: number | null) => {
      if (score === null || weight <= 0) return
      sum.weights += weight
      sum.scored += weight * score
      sum.counted += counted
    }
    for (const { item, weight } of own) {
      const { due, complete, worth } = stands.get(item) ?? { due: false, complete: false, worth: null }
      sum.asked += due ? 1 : 0
      sum.answered += complete ? 1 : 0
      add(weight, weight, worth)
    }
    for (const group of groups) {
      const inner = weigh(within.get(group.key) ?? [], below.get(group.key) ?? [])
      const { asked, answered, score, counted } = inner
      progress[group.key] = { asked, answered, score }
      sum.asked += asked
      sum.answered += answered
      add(group.weight ?? counted, counted, score)
    }
    return { ...sum, score: sum.weights === 0 ? null : sum.scored / sum.weights }
  }
  const { asked, answered, score } = weigh([], below.get('') ?? [])
  return { asked, answered, score, parts: progress, accumulators: {}, items: stands }
}

/** How a questionnaire's evaluation stands: what other answers hide counts nowhere, whatever was said there before; `unseen`: hidden besides, by what is not reckoned here. */
export function questionnaireProgress(
  { items, parts, structure }: Asked<AskedQuestion> & { readonly structure: Structure },
  rules: AnswerRules,
  answers: GivenByItem,
  run = prepare(structure),
  unseen: ReadonlySet<number> = new Set(),
): Standing {
  const valuesByKey = Object.fromEntries(
    items.map(({ item, question }) => [question.key, unseen.has(item) ? undefined : answerOf(question, answers.get(item))]),
  )
  const played = run(valuesByKey)
  const stands = new Map<number, ItemStanding>()
  for (const { item, question } of items) {
    const given = answers.get(item)
    const hidden = unseen.has(item) || !played.questions.has(question.key)
    const due = !hidden && (question.mandatory || isGiven(given, question))
    const lacks = due ? lacksOf(rules, given, question) : []
    stands.set(item, { due, hidden, complete: due && lacks.length === 0, worth: hidden ? null : worthOf(question, valuesByKey[question.key]), lacks })
  }
  const progress: Record<string, PartProgress> = {}
  let [asked, answered] = [0, 0]
  for (const [key, own] of Map.groupBy(items, ({ part }) => part)) {
    const states = own.map(({ item }) => stands.get(item))
    const [due, complete] = [states.filter((one) => one?.due).length, states.filter((one) => one?.complete).length]
    progress[key] = { asked: due, answered: complete, score: played.sectionScores.get(key) ?? null }
    asked += due
    answered += complete
  }
  for (const { key } of parts) progress[key] ??= { asked: 0, answered: 0, score: null }
  return { asked, answered, score: played.score, parts: progress, accumulators: Object.fromEntries(played.accumulators), items: stands }
}

/** What a question's conditions and score read of an answer; nothing of what does not apply, or was not confirmed. */
export function answerOf({ type }: Question, given: Given | undefined): Answer | undefined {
  if (!given || given.na || given.suggested) return undefined
  return (type === 'SCALE' ? given.level : given.value) ?? undefined
}

/** Percent that one answer is worth by itself; null where it counts nowhere. */
export function worthOf(question: Question, answer: Answer | undefined): number | null {
  if (question.type === 'SCALE') return typeof answer === 'number' ? answer : null
  if (!isClosed(question.type) || !Array.isArray(answer)) return null
  const chosen = new Set(answer as readonly string[])
  const values = question.options.flatMap(({ key, value }) => (chosen.has(key) && value !== null ? [value] : []))
  return values.length === 0
    ? null
    : Math.min(
        100,
        Math.max(
          0,
          values.reduce((sum, one) => sum + one, 0),
        ),
      )
}
