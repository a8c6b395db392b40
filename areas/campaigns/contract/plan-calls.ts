import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { rowSchema } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'
import { campaign } from './campaign.ts'

const id = z.int().min(1)
const version = id.optional()
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
const row = z.object({ object: rowSchema(campaign) })

/** What a campaign needs before it starts, in the order in which it is said. */
export const readinessKeys = ['content', 'scale', 'perimeters', 'evaluators', 'validators', 'dates', 'not_applied'] as const
export type ReadinessKey = (typeof readinessKeys)[number]
/** Missing: it cannot be ready; a warning is for whoever plans to judge. */
export const readinessStates = ['DONE', 'MISSING', 'WARNING'] as const

const readinessLine = z.object({ key: z.enum(readinessKeys), state: z.enum(readinessStates), count: z.int() })
export type ReadinessLine = z.output<typeof readinessLine>

/** What is there and what is missing, line by line (CMP-13). */
export const readReadiness = defineCall('GET /campaign/{id}/readiness', {
  right: 'campaign.read',
  summary: 'Read what a campaign still needs before it can start',
  answer: z.object({ object: z.object({ complete: z.boolean(), planned: z.boolean(), lines: z.array(readinessLine) }) }),
})

/** All but dates: it is to be planned; with them, ready. */
export const makeReady = defineCall('POST /campaign/{id}/ready', {
  right: 'campaign.write',
  summary: 'Make a campaign ready: people are invited on its start date',
  body: z.strictObject({ version }),
  answer: row,
})
/** Before its day; done in the background, so that many perimeters hold nobody up. */
export const startNow = defineCall('POST /campaign/{id}/start', {
  right: 'campaign.write',
  summary: 'Start a ready campaign today',
  body: z.strictObject({ version }),
  answer: row,
})
export const closeCampaign = defineCall('POST /campaign/{id}/close', {
  right: 'campaign.write',
  summary: 'Close a campaign: what was not submitted stays outside its results',
  body: z.strictObject({ version }),
  answer: row,
})
/** Evaluations without a day of their own follow. */
export const extendCampaign = defineCall('POST /campaign/{id}/extend', {
  right: 'campaign.write',
  summary: 'Give a running campaign a new deadline',
  body: z.strictObject({ limit_date_evaluation: day, end_date: day.nullish(), version }),
  answer: row,
})
export const reopenCampaign = defineCall('POST /campaign/{id}/reopen', {
  right: 'campaign.write',
  summary: 'Open a finished campaign again until a new deadline',
  body: z.strictObject({ limit_date_evaluation: day, version }),
  answer: row,
})
/** `answers`: what was answered there is suggested here, as far as it is still asked. */
export const duplicateCampaign = defineCall('POST /campaign/{id}/duplicate', {
  right: 'campaign.write',
  summary: 'Plan a campaign again, with its perimeters, people and answers',
  body: z.strictObject({ name_en: z.string().trim().max(255).nullish(), name_fr: z.string().trim().max(255).nullish(), answers: z.boolean().default(true) }),
  answer: row,
})

/** Where people are taken from: the perimeter’s manager, or whoever it was in the campaign before. */
export const peopleSources = ['MANAGER', 'PREVIOUS'] as const
export const nameMembers = defineCall('PUT /campaign/{id}/people', {
  right: 'evaluation.manage',
  summary: 'Name who evaluates and who validates, in many perimeters at once',
  body: z.strictObject({
    /** All of the campaign where absent. */
    evaluations: z.array(id).max(2000).optional(),
    role: z.enum(['EVALUATOR', 'VALIDATOR']),
    member: id.optional(),
    group: id.optional(),
    source: z.enum(peopleSources).optional(),
    /** Leaves those alone who are named already. */
    only_missing: z.boolean().default(false),
  }),
  answer: z.object({ object: z.object({ named: z.int(), without: z.int() }) }),
})
export const remindMembers = defineCall('POST /campaign/{id}/remind', {
  right: 'evaluation.manage',
  summary: 'Remind whoever still owes answers, once a day each',
  body: z.strictObject({ evaluations: z.array(id).max(2000).optional() }),
  answer: z.object({ object: z.object({ reminded: z.int(), already: z.int(), nobody: z.int() }) }),
})
