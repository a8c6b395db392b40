import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { rowSchema } from '#kit/contract/row-schema.ts'
import { listQuerySchema } from '#kit/contract/list-query.ts'
import { isDay } from '#kit/contract/schema.ts'
import { decisionRequest } from '#kit/contract/decision-request.ts'
import { risk, riskStatuses, riskTreatments } from './risk.ts'

const row = z.object({ object: rowSchema(risk) })
const comment = z.string().trim().max(2000).nullable().optional()
/** Of the risk as it was read; what is another by then is not decided about unseen. */
const version = z.int().min(1).optional()
const asOf = z
  .string()
  .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
  .optional()
const body = z.strictObject({ comment, version })

export const requestApproval = defineCall('POST /risk/{id}/request', {
  right: 'risk.write',
  summary: 'Ask for the approval of how a risk is treated, as it is now',
  body,
  answer: row,
})
export const approveRisk = defineCall('POST /risk/{id}/approve', {
  right: 'risk.decide',
  summary: 'Approve how a risk is treated, as it was asked',
  body,
  answer: row,
})
export const rejectRisk = defineCall('POST /risk/{id}/reject', {
  right: 'risk.decide',
  summary: 'Reject how a risk is treated, with a comment',
  body,
  answer: row,
})
export const withdrawApproval = defineCall('POST /risk/{id}/withdraw', {
  right: 'risk.write',
  summary: 'Take back the request for an approval',
  body,
  answer: row,
})
export const reviewRisk = defineCall('POST /risk/{id}/review', {
  right: 'risk.manage',
  summary: 'Say that a risk was looked at today; the next review follows from its level',
  body: z.strictObject({ version }),
  answer: row,
})
const risksNamed = z
  .array(z.int().min(1))
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length)
  .default([])
/** The link stands with the risk: whoever sees the gap links to it risks that they manage. */
export const linkGapRisks = defineCall('PUT /gap/{id}/risks', {
  right: 'risk.manage',
  summary: 'Link a gap to the risks that it concerns, or take links away',
  body: z
    .strictObject({ add: risksNamed, remove: risksNamed })
    .refine(({ add, remove }) => add.length + remove.length > 0 && !add.some((id) => remove.includes(id)), { path: ['add'] }),
  answer: z.object({ message: z.string().optional() }),
})
export const riskDecisions = defineCall('GET /risk/{id}/decision', {
  right: 'risk.read',
  summary: 'Read what was asked and decided about a risk, with what was submitted',
  answer: z.object({ objects: z.array(decisionRequest) }),
})

const ground = z.object({ entity: z.enum(['measure', 'remediation', 'gap']), id: z.int() })
const grounds = z.object({ status: z.string().nullable(), target_date: z.string().nullable(), worth: z.number().nullable() })
export const approvalOf = defineCall('GET /risk/{id}/approval', {
  right: 'risk.read',
  summary: 'Tell what the treatment of a risk rests on, as it was when its approval was last asked for and as it is now, with what has happened to it since',
  answer: z.object({
    object: z.object({
      /** What was asked last; null: nothing ever was. */
      request: z.int().nullable(),
      lines: z.array(
        ground.extend({
          /** Null: the reader may not open it. */
          identifier: z.string().nullable(),
          name: z.string().nullable(),
          /** Null: it was, or is, not linked. */
          before: grounds.nullable(),
          now: grounds.nullable(),
          changed: z.boolean(),
        }),
      ),
      /** Newest first, of what the reader may open. */
      events: z.array(
        ground.extend({ at: z.string(), actor: z.string().nullable(), action: z.string(), identifier: z.string().nullable(), name: z.string().nullable() }),
      ),
    }),
  }),
})
export type ApprovalGround = z.infer<typeof approvalOf.answer>['object']

const place = z.object({
  /** The lowest is 1. */
  place: z.int(),
  name_en: z.string().nullable(),
  name_fr: z.string().nullable(),
})
const shownLevel = z.object({
  value: z.int(),
  /** Its place among the levels, the lowest being 1, and how many these are. */
  at: z.int(),
  of: z.int(),
  name_en: z.string().nullable(),
  name_fr: z.string().nullable(),
  color: z.string().nullable(),
})

/** The scale of a register: its sides, lowest first, its levels and the matrix by place of the impact, then of the probability. */
export const riskScale = z.object({
  impacts: z.array(place),
  probabilities: z.array(place),
  levels: z.array(shownLevel),
  matrix: z.array(z.array(z.int())),
})
export type RiskScale = z.infer<typeof riskScale>

/** Which of a risk's places are counted. */
export const matrixKinds = ['init', 'current', 'target'] as const
export type MatrixKind = (typeof matrixKinds)[number]

export const riskMatrixOf = defineCall('POST /risk_register/{id}/matrix', {
  reads: true,
  right: 'risk.read',
  summary: 'Count the risks of a register that are not closed by their places on its matrix, of those that a list shows',
  query: z.strictObject({ as_of: asOf }),
  body: z.strictObject({ queryParams: listQuerySchema.pick({ filters: true, global_search: true }).prefault({}) }),
  answer: z.object({
    object: z.object({
      scale: riskScale,
      appetite: z.int().nullable(),
      total: z.int(),
      above: z.int(),
      to_approve: z.int(),
      cells: z.array(z.object({ kind: z.enum(matrixKinds), impact: z.int(), probability: z.int(), count: z.int() })),
    }),
  }),
})

/** How many risks of a register had which level at the end of each of the last months, oldest first. */
export const riskTrendOf = defineCall('GET /risk_register/{id}/trend', {
  right: 'risk.read',
  summary: 'Count the risks of a register by their current level at the end of each of the last twelve months',
  answer: z.object({
    object: z.object({
      scale: riskScale,
      appetite: z.int().nullable(),
      months: z.array(z.object({ month: z.string(), counts: z.array(z.object({ level: z.int(), count: z.int() })) })),
    }),
  }),
})

/** What the risks of a committee are chosen by. */
export const topOrders = ['level', 'loss'] as const
export type TopOrder = (typeof topOrders)[number]

export const riskTopOf = defineCall('POST /risk_register/{id}/top', {
  reads: true,
  right: 'risk.read',
  summary: 'Tell the ten gravest open risks of a register, or the dearest by what they are estimated to cost in a year, with how far each is from the appetite',
  body: z.strictObject({ queryParams: listQuerySchema.pick({ filters: true, global_search: true }).prefault({}), by: z.enum(topOrders).default('level') }),
  answer: z.object({
    object: z.object({
      appetite: z.int().nullable(),
      risks: z.array(
        z.object({
          id: z.int(),
          identifier: z.string(),
          name: z.string().nullable(),
          current: shownLevel.nullable(),
          current_impact: z.int(),
          current_probability: z.int(),
          target: shownLevel.nullable(),
          target_impact: z.int().nullable(),
          target_probability: z.int().nullable(),
          /** Levels above the appetite; negative below it, null without any. */
          distance: z.int().nullable(),
          /** k€ a year on average, as it is estimated now. */
          loss: z.number().nullable(),
          treatment: z.enum(riskTreatments),
          status: z.enum(riskStatuses),
          review_date: z.string().nullable(),
          manager: z.string().nullable(),
          actions: z.int(),
        }),
      ),
    }),
  }),
})

const step = z.object({
  entity: z.enum(['remediation', 'measure']),
  id: z.int(),
  identifier: z.string(),
  name: z.string().nullable(),
  status: z.string(),
  target_date: z.string().nullable(),
  late: z.boolean(),
  /** k€; of a measure each year. */
  cost: z.number().nullable(),
  /** It treats a graver risk, too, where its cost is told: whoever adds up leaves it out here. */
  shared: z.boolean(),
  /** Days; of a measure to put it in place. */
  workload: z.number().nullable(),
  /** Where the risk would be with this done and nothing else; null where it moves no linked measure. */
  alone: z.object({ impact: z.int(), probability: z.int(), level: shownLevel.nullable() }).nullable(),
  /** k€ a year that it saves of what the treatment is estimated to save, by how much of the way it goes; null where that is not known. */
  saves: z.number().nullable(),
  /** The same in euros for each k€ that it costs. */
  per_kilo_euro: z.number().nullable(),
})

/** Risks that a plan tells at most, the gravest first. */
export const mostPlanned = 500
/** What is done about risks: actions that are not cancelled and measures to come, of those that the reader may open, and where the current level would be with all of them done. */
export const riskPlanOf = defineCall('POST /risk_register/{id}/plan', {
  reads: true,
  right: 'risk.read',
  summary: 'Tell what is done about the risks of a register, with dates and cost, and what it is expected to bring',
  body: z.strictObject({ queryParams: listQuerySchema.pick({ filters: true, global_search: true }).prefault({}) }),
  answer: z.object({
    object: z.object({
      /** Of the actions that are open, each counted once. */
      cost: z.number(),
      /** k€ a year of the measures to come, each counted once. */
      yearly: z.number(),
      workload: z.number(),
      actions: z.int(),
      risks: z.array(
        z.object({
          id: z.int(),
          identifier: z.string(),
          name: z.string().nullable(),
          current: shownLevel.nullable(),
          current_impact: z.int(),
          current_probability: z.int(),
          expected: shownLevel.nullable(),
          expected_impact: z.int(),
          expected_probability: z.int(),
          steps: z.array(step),
        }),
      ),
    }),
  }),
})

export const riskProposal = defineCall('GET /risk/{id}/proposal', {
  right: 'risk.read',
  summary: 'List the measures of the perimeter of a risk that its typical risk or its threat says to help, and that are not linked to it',
  answer: z.object({ objects: z.array(z.object({ id: z.int(), identifier: z.string(), name: z.string().nullable(), status: z.string() })) }),
})

const counted = z.object({
  id: z.int(),
  identifier: z.string().nullable(),
  /** Null: the reader may not open it. */
  name: z.string().nullable(),
  /** What it is worth in percent; null: it does not count. */
  worth: z.number().nullable(),
  /** How much of that it brings to this risk, in percent. */
  share: z.int(),
  efficiency: z.number().nullable(),
  factor: z.number().nullable(),
  status: z.string(),
  decision: z.string().nullable(),
  /** The perimeter that has it in place for this one. */
  by: z.string().nullable(),
})
const side = z.object({ initial: z.int(), minimum: z.int(), exact: z.number(), computed: z.int(), current: z.int() })

export const explainRisk = defineCall('GET /risk/{id}/explanation', {
  standby: true,
  right: 'risk.read',
  costly: true,
  summary: 'Tell how the current level of a risk follows from its measures',
  answer: z.object({
    object: z.object({
      scale: riskScale,
      appetite: z.int().nullable(),
      measures: z.array(counted),
      /** Percent of the way to the minimum that the measures go together. */
      effect: z.number().nullable(),
      impact: side,
      probability: side,
      by_hand: z.boolean(),
      /** Levels are worked out again in the background. */
      pending: z.boolean(),
    }),
  }),
})
export type RiskExplanation = z.infer<typeof explainRisk.answer>['object']
