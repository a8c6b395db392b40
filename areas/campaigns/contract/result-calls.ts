import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer, referenceSchema } from '#kit/contract/row-schema.ts'
import { remediationStatuses } from '#areas/actions/contract/lifecycle.ts'
import { campaignSources, campaignStatuses } from './campaign.ts'
import { evaluationStatuses } from './evaluation.ts'
import { resultStates } from './result-score.ts'

const text = z.string().nullable()
const score = z.number().nullable()
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const level = z.object({ value: z.int(), name_en: text, name_fr: text, color: text })
const part = z.object({ key: z.string(), identifier: text, name: text })
const cell = z.object({ score, asked: z.int(), answered: z.int() })
export type ResultCell = z.output<typeof cell>
/** Answers by the value of their level; `na` does not apply, `other` has no level, such as a text. */
const spread = z.object({ key: z.string(), levels: z.record(z.string(), z.int()), na: z.int(), other: z.int() })
export type Spread = z.output<typeof spread>

const line = z.object({
  evaluation: z.int(),
  version: z.int(),
  perimeter: referenceSchema,
  weight: z.int(),
  status: z.enum(evaluationStatuses),
  /** Whether it counts; what is provisional stands apart. */
  state: z.enum(resultStates),
  not_submitted: z.boolean(),
  score,
  asked: z.int(),
  answered: z.int(),
  /** One for each part, in their order. */
  cells: z.array(cell),
  /** Of the same perimeter in the campaign compared with. */
  before: z.object({ score, cells: z.array(score) }).nullable(),
  due_date: text,
  late: z.boolean(),
  person: text,
  /** Submitted, and the reader is one of those who decide; `own`: they submitted it. */
  decide: z.boolean(),
  own: z.boolean(),
  self_validated: z.boolean(),
})
export type ResultLine = z.output<typeof line>

const resultSchema = z.object({
  campaign: z.object({
    id: z.int(),
    identifier: z.string(),
    name: text,
    status: z.enum(campaignStatuses),
    campaign_source: z.enum(campaignSources),
    date_start: text,
    limit_date_evaluation: text,
    closed_on: text,
    target: z.int().nullable(),
    policy: referenceSchema.nullable(),
    questionnaire: referenceSchema.nullable(),
    version: text,
    /** Requirements or questions. */
    items: z.int(),
  }),
  parts: z.array(part),
  levels: z.array(level),
  /** Levels are those of a scale; else answers are told by what they are worth. */
  scaled: z.boolean(),
  lines: z.array(line),
  total: z.object({ score, cells: z.array(score), counted: z.int(), of: z.int(), answers: z.int(), not_submitted: z.int(), waiting: z.int() }),
  before: z.object({ campaign: referenceSchema, date: text, score, cells: z.array(score) }).nullable(),
  /** Others on the same policy or questionnaire that the reader finds, newest first. */
  comparable: z.array(z.object({ id: z.int(), name: text, date: text })),
  distribution: z.array(spread),
  actions: z.object({ all: z.int(), open: z.int() }),
  /** Evaluations of the campaign that the reader may not open. */
  hidden: z.int(),
})
export type CampaignResult = z.output<typeof resultSchema>

/** `perimeter`: that one and those below it; `against`: another campaign than the one before. */
export const campaignResults = defineCall('GET /campaign/{id}/results', {
  right: 'campaign.read',
  summary: 'Read the results of a campaign: scores of perimeters, groups and all of it',
  query: z.strictObject({ perimeter: id.optional(), against: id.optional() }),
  answer: objectAnswer(resultSchema),
})

const item = z.object({
  item: z.int(),
  part: z.string(),
  identifier: text,
  name: text,
  score,
  answers: z.int(),
  levels: z.record(z.string(), z.int()),
  na: z.int(),
  other: z.int(),
})
export type ResultItem = z.output<typeof item>
/** Actions that are listed; more are counted. */
export const actionsShown = 500
const openedAction = z.object({
  id: z.int(),
  identifier: text,
  name: text,
  status: z.enum(remediationStatuses),
  target_date: text,
  late: z.boolean(),
  perimeter: referenceSchema,
  /** Of the requirement or question whose answer called for it. */
  item: text,
  manager: text,
})
export type OpenedAction = z.output<typeof openedAction>
/** Those that the results count: open ones first, the next to be done at the top. */
export const resultActions = defineCall('GET /campaign/{id}/result_actions', {
  right: 'campaign.read',
  summary: 'List the actions that came of the answers of a campaign',
  query: z.strictObject({ perimeter: id.optional() }),
  answer: z.object({ objects: z.array(openedAction) }),
})

export const resultItems = defineCall('GET /campaign/{id}/result_items', {
  right: 'campaign.read',
  summary: 'Read the score of each requirement or question of a campaign',
  query: z.strictObject({ perimeter: id.optional() }),
  answer: z.object({ objects: z.array(item) }),
})

export const answersShown = 200
const foundAnswer = z.object({
  evaluation: z.int(),
  perimeter: referenceSchema,
  item: z.int(),
  identifier: text,
  name: text,
  level: z.int().nullable(),
  na: z.boolean(),
  comment: text,
  by: text,
  at: z.string(),
})
export type FoundAnswer = z.output<typeof foundAnswer>
/** Those of a group with a level, `na` or `other`: what a bar of the distribution counts. */
export const resultAnswers = defineCall('GET /campaign/{id}/result_answers', {
  right: 'campaign.read',
  summary: 'Find answers of a campaign by group and level',
  query: z.strictObject({
    part: z.string().max(40).optional(),
    item: id.optional(),
    level: z.union([z.enum(['na', 'other']), z.coerce.number().int().min(0).max(100)]).optional(),
    perimeter: id.optional(),
  }),
  answer: z.object({ objects: z.array(foundAnswer), total: z.int() }),
})

/** What several campaigns came to, side by side (CMP-20, IND-09). */
export const compareCampaigns = defineCall('GET /campaign/compare', {
  right: 'campaign.read',
  summary: 'Compare the results of two or more campaigns on the same policy or questionnaire',
  params: z.object({}),
  query: z.strictObject({ ids: z.string().max(200) }),
  answer: objectAnswer(
    z.object({
      parts: z.array(part),
      campaigns: z.array(z.object({ id: z.int(), name: text, date: text, score, counted: z.int(), of: z.int(), cells: z.array(score) })),
    }),
  ),
})

/** The versions of one answer, newest first. */
export const answerHistory = defineCall('GET /evaluation/{id}/answer_history', {
  right: 'evaluation.read',
  summary: 'Read the history of an answer',
  query: z.strictObject({ item: id }),
  answer: z.object({
    objects: z.array(
      z.object({
        version: z.int(),
        level: z.int().nullable(),
        value: z.unknown(),
        na: z.boolean(),
        justification: text,
        comment: text,
        by: text,
        at: z.string(),
      }),
    ),
  }),
})
export type AnswerVersion = z.output<typeof answerHistory.answer>['objects'][number]

export const exportAnswers = defineCall('POST /campaign/{id}/answers_export', {
  right: 'campaign.read',
  summary: 'Make an Excel file of every answer of a campaign',
  body: z.strictObject({ perimeter: z.int().min(1).optional() }),
  answer: objectAnswer(z.object({ job_id: z.uuid() })),
})
