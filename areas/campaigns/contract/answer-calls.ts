import { periodicities } from '#areas/metrics/contract/period.ts'
import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'
import { structureSchema } from '#areas/questionnaires/contract/structure.ts'
import { campaignStatuses, proofRules } from './campaign.ts'
import { evaluationStatuses } from './evaluation.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const text = z.string().nullable()
const both = <const N extends string>(name: N) => ({ [`${name}_en`]: text, [`${name}_fr`]: text }) as Record<`${N}_en` | `${N}_fr`, typeof text>

const level = z.object({
  value: z.int(),
  color: text,
  ...both('name'),
  ...both('description'),
  comment_required: z.boolean(),
  remediation: z.enum(['NON_APPLICABLE', 'APPLICABLE', 'REQUIRED']).nullable(),
})
export type AnswerLevel = z.infer<typeof level>

const part = z.object({ key: z.string(), parent: text, identifier: text, ...both('name') })
/** A requirement with its text, or a question by its key in the structure. */
const item = z.object({
  item: z.int(),
  part: z.string(),
  identifier: text,
  ...both('name'),
  ...both('description'),
  look_at: text,
  /** Its texts came in from a file, which does not say that they are Markdown: they are shown as they stand. */
  literal: z.boolean(),
  weight: z.int(),
  question: text,
})
export type ContentItem = z.infer<typeof item>
export type ContentPart = z.infer<typeof part>

const value = z.union([z.array(z.string().max(64)).max(100), z.number().min(-1e15).max(1e15), z.string().max(4000)]).nullable()
const action = z.object({ id: z.int(), identifier: text, name: text, status: text, target_date: text, open: z.boolean() })
const answer = z.object({
  item: z.int(),
  version: z.int(),
  level: z.int().nullable(),
  value,
  na: z.boolean(),
  justification: text,
  comment: text,
  suggested: z.boolean(),
  /** Those that the reader may open. */
  evidences: z.array(referenceSchema),
  evidence_count: z.int(),
  actions: z.array(action),
  by: text,
  mine: z.boolean(),
  at: z.string(),
})
export type StoredAnswer = z.infer<typeof answer>

const head = z.object({
  id: z.int(),
  version: z.int(),
  status: z.enum(evaluationStatuses),
  due_date: text,
  justification: text,
  submitted_at: text,
  perimeter: referenceSchema,
  campaign: z.object({
    id: z.int(),
    ...both('name'),
    status: z.enum(campaignStatuses),
    comment_required: z.boolean(),
    proofs: z.enum(proofRules),
    na_allowed: z.boolean(),
    remediation_enabled: z.boolean(),
    limit_date_remediation: text,
    questionnaire_id: z.int().nullable(),
  }),
  levels: z.array(level),
  /** Answers may be written now, by the reader: why not otherwise. */
  may_answer: z.boolean(),
  closed_by: z.enum(['STATUS', 'DEADLINE', 'CAMPAIGN', 'RIGHT', 'NUMBERS']).nullable(),
  left_out: z.array(z.int()),
  /** Items that accumulators hide now, of whoever is not told what they add up (docs/decisions/0073); for others the page reckons itself. */
  unseen: z.array(z.int()),
  revision: z.int(),
})
export type EvaluationHead = z.infer<typeof head>

/** All that the answer screen needs at once: rules, texts in both languages, answers. */
export const readContent = defineCall('GET /evaluation/{id}/content', {
  right: 'evaluation.read',
  outside: 'own',
  summary: 'Read what an evaluation asks, and what was answered',
  answer: z.object({
    object: head.extend({
      parts: z.array(part),
      items: z.array(item),
      structure: structureSchema.nullable(),
      answers: z.array(answer),
      /** Items that are asked otherwise than in the campaign that this one repeats, with how they were called there; `new`: not asked there. */
      changed: z.array(z.object({ item: z.int(), new: z.boolean(), ...both('name') })),
    }),
  }),
})
export type Content = z.infer<typeof readContent.answer>['object']

/** Answers alone, for whoever has the evaluation open while others answer; of another revision than `revision`, else none. */
export const readAnswers = defineCall('GET /evaluation/{id}/answer', {
  right: 'evaluation.read',
  outside: 'own',
  summary: 'Read the answers of an evaluation',
  answer: z.object({
    object: head
      .pick({
        status: true,
        version: true,
        revision: true,
        unseen: true,
        may_answer: true,
        closed_by: true,
        justification: true,
        due_date: true,
        submitted_at: true,
      })
      .extend({ answers: z.array(answer) }),
  }),
})

const standing = z.object({ asked: z.int(), answered: z.int(), score: z.number().nullable(), revision: z.int(), unseen: z.array(z.int()).optional() })

/** An answer as its writer says it. */
export const answerBody = z.strictObject({
  item: id,
  level: z.int().min(0).max(100).nullable().default(null),
  value: value.default(null),
  na: z.boolean().default(false),
  justification: z.string().trim().max(4000).nullable().default(null),
  comment: z.string().trim().max(4000).nullable().default(null),
  evidences: z.array(id).max(50).optional(),
  version: z.int().min(0),
})

/** One answer, whole. `version`: that its writer saw, 0 where there was none; `evidences`: of those that the writer may open, all that it shows. */
export const saveAnswer = defineCall('PUT /evaluation/{id}/answer', {
  right: 'evaluation.write',
  outside: 'own',
  summary: 'Answer a requirement or a question of an evaluation',
  body: answerBody,
  answer: z.object({ object: answer, standing }),
})

/** Says suggested answers again, as they are. */
export const confirmAnswers = defineCall('POST /evaluation/{id}/confirm', {
  right: 'evaluation.write',
  outside: 'own',
  summary: 'Confirm suggested answers of an evaluation',
  body: z.strictObject({ items: z.array(id).min(1).max(2000) }),
  answer: z.object({ object: standing }),
})

/** An action that comes of an answer, in the plan of its campaign (CMP-27). */
export const openAction = defineCall('POST /evaluation/{id}/action', {
  right: 'evaluation.write',
  outside: 'own',
  summary: 'Open an action from an answer',
  body: z.strictObject({
    item: id,
    name: z.string().trim().min(1).max(500),
    description: z.string().trim().max(4000).nullable().default(null),
    target_date: z
      .string()
      .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
      .nullable()
      .default(null),
  }),
  answer: z.object({ object: answer, standing }),
})

/** An action that is there already answers for what is missing, or no longer. */
export const linkAction = defineCall('PUT /evaluation/{id}/action', {
  right: 'evaluation.write',
  summary: 'Link an existing action to an answer, or take the link away',
  body: z.strictObject({ item: id, remediation: id, linked: z.boolean() }),
  answer: z.object({ object: answer, standing }),
})

/** At 100 % alone (CMP-07). */
export const submitEvaluation = defineCall('POST /evaluation/{id}/submit', {
  right: 'evaluation.write',
  outside: 'own',
  summary: 'Submit an evaluation',
  body: z.strictObject({ version: id.optional() }),
  answer: z.object({ object: z.object({ id: z.int(), version: z.int(), status: z.enum(evaluationStatuses) }) }),
})

const open = referenceSchema.extend({ identifier: text })
/** What stands beside a requirement or a question: nothing of it goes to people from outside. */
export const readBeside = defineCall('GET /evaluation/{id}/item/{item}/context', {
  right: 'evaluation.read',
  summary: 'Read what stands beside one item of an evaluation',
  params: z.object({ id: z.coerce.number().int().min(1), item: z.coerce.number().int().min(1) }),
  answer: z.object({
    object: z.object({
      last: z
        .object({
          campaign: z.string().nullable(),
          day: z.string(),
          level: z.int().nullable(),
          value,
          na: z.boolean(),
          justification: text,
          comment: text,
          by: text,
          evidences: z.array(referenceSchema),
        })
        .nullable(),
      /** Of a number that a metric answers: the metric, and its last value here. */
      metric: open.extend({ unit: text, decimals: z.int(), periodicity: z.enum(periodicities), period: text, value: z.number().nullable() }).nullable(),
      /** Of the requirement in the perimeter, percent, from its measures; null where it has none or the reader reads no scores there. */
      performance: z.number().nullable(),
      measures: z.array(open.extend({ situation: z.string(), implemented_by: text, efficiency: z.int(), evidences: z.int() })),
      gaps: z.array(open),
      exemptions: z.array(open.extend({ until: z.string() })),
    }),
  }),
})
export type Beside = z.infer<typeof readBeside.answer>['object']
