import { z } from 'zod'
import { identifierPattern } from '#kit/contract/field.ts'

export const questionTypes = ['SINGLE', 'MULTIPLE', 'SCALE', 'TEXT', 'NUMBER', 'DATE'] as const
export type QuestionType = (typeof questionTypes)[number]
/** Whether a comment or evidence goes with an answer. */
export const attachments = ['NONE', 'ALLOWED', 'REQUIRED'] as const
export const answerOperators = ['IN', 'NOT_IN', 'EQ', 'GT', 'LT'] as const
export const accumulatorOperators = ['GE', 'LE', 'EQ', 'BETWEEN'] as const

/** More of anything is refused before it is looked at. */
export const limits = {
  sections: 200,
  questions: 2000,
  options: 100,
  accumulators: 50,
  groups: 20,
  conditions: 20,
  effects: 20,
  levels: 20,
  references: 200,
} as const

/** What an element is called within its questionnaire, for good: answers and conditions name it (FRM-32). */
const key = z.string().min(1).max(10).regex(identifierPattern)
const line = z.string().max(255).nullable().default(null)
const long = z.string().max(4000).nullable().default(null)
const both = <const N extends string, T extends z.ZodType>(name: N, text: T) =>
  ({ [`${name}_en`]: text, [`${name}_fr`]: text }) as Record<`${N}_en` | `${N}_fr`, T>
const number = z.number().min(-1_000_000).max(1_000_000)
const weight = z.int().min(0).max(1000).default(1)

const answerCondition = z.strictObject({
  type: z.literal('ANSWER'),
  question: key,
  operator: z.enum(answerOperators),
  /** Keys of options of closed questions; else one number, or one day. */
  values: z.array(z.union([z.string().max(64), number])).max(limits.options),
})
const accumulatorCondition = z.strictObject({
  type: z.literal('ACCUMULATOR'),
  accumulator: key,
  operator: z.enum(accumulatorOperators),
  value: number,
  /** The upper end of BETWEEN. */
  to: number.optional(),
})
const condition = z.discriminatedUnion('type', [answerCondition, accumulatorCondition])
/** Groups of which one must hold; in a group all must. Without any, what they are about is always shown. */
const conditions = z.array(z.array(condition).max(limits.conditions)).max(limits.groups).default([])

const effect = z.strictObject({ accumulator: key, delta: number })
const option = z.strictObject({
  key,
  ...both('label', long),
  /** Percent that the answer is worth; without it counts nowhere, as what does not apply. */
  value: number.nullable().default(null),
  effects: z.array(effect).max(limits.effects).default([]),
  /** Implementation groups of a framework that the answer asks for. */
  groups: z.array(z.string().max(200)).max(limits.references).default([]),
})
const question = z.strictObject({
  key,
  ...both('text', long),
  ...both('help', long),
  type: z.enum(questionTypes),
  mandatory: z.boolean().default(true),
  comment: z.enum(attachments).default('ALLOWED'),
  proof: z.enum(attachments).default('NONE'),
  weight,
  options: z.array(option).max(limits.options).default([]),
  conditions,
  /** The identifier of a metric: a number is answered by its last value where it is asked (CMP-13). */
  metric: z.string().max(32).nullable().default(null),
  /** Keys of requirements that the answer tells something of. */
  requirements: z.array(z.string().max(500)).max(limits.references).default([]),
})
const section = z.strictObject({
  key,
  ...both('title', line),
  ...both('description', long),
  weight,
  conditions,
  questions: z.array(question).max(limits.questions).default([]),
})
const level = z.strictObject({ from: number, ...both('name', line) })
const accumulator = z.strictObject({
  key,
  ...both('name', line),
  initial: number.default(0),
  min: number.default(0),
  max: number.default(100),
  /** What it amounts to from a value on, such as a project's criticality; lowest first. */
  levels: z.array(level).max(limits.levels).default([]),
})

/** What is asked, whole: stored and sent as one document, in the order in which it is shown. */
export const structureSchema = z
  .strictObject({ sections: z.array(section).max(limits.sections).default([]), accumulators: z.array(accumulator).max(limits.accumulators).default([]) })
  .refine(({ sections }) => sections.reduce((sum, { questions }) => sum + questions.length, 0) <= limits.questions)

export type Structure = z.output<typeof structureSchema>
export type StructureInput = z.input<typeof structureSchema>
export type Section = Structure['sections'][number]
export type Question = Section['questions'][number]
export type Option = Question['options'][number]
export type Accumulator = Structure['accumulators'][number]
export type Condition = z.output<typeof condition>
export type AnswerCondition = z.output<typeof answerCondition>
export type AccumulatorCondition = z.output<typeof accumulatorCondition>
export type Conditions = readonly (readonly Condition[])[]

export const emptyStructure: Structure = { sections: [], accumulators: [] }
export const isClosed = (type: QuestionType): boolean => type === 'SINGLE' || type === 'MULTIPLE'
export const questionsOf = ({ sections }: Structure): Question[] => sections.flatMap(({ questions }) => questions)

/** A text in a language, else in the other one. */
export const textIn = <N extends string>(of: Readonly<Record<`${N}_en` | `${N}_fr`, string | null>>, name: N, lang: 'en' | 'fr'): string =>
  of[`${name}_${lang}`] || of[`${name}_${lang === 'en' ? 'fr' : 'en'}`] || ''

/** The first of `<prefix>1`, `<prefix>2` … that nothing is called yet. */
export function freeKey(prefix: string, taken: Iterable<string>): string {
  const known = new Set(taken)
  let n = known.size + 1
  while (known.has(`${prefix}${n}`)) n += 1
  return `${prefix}${n}`
}
