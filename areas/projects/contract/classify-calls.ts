import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer, referenceSchema } from '#kit/contract/row-schema.ts'
import { structureSchema } from '#areas/questionnaires/contract/structure.ts'
import { criticalities } from './isp-project.ts'

const id = z.int().min(1)
const of = z.enum(criticalities)

/** What a project of a criticality must do: answer what a policy and a questionnaire ask, and the actions of the catalogue. */
const demand = z.object({
  policy: referenceSchema.nullable(),
  questionnaire: referenceSchema.nullable(),
  models: z.array(referenceSchema),
  target_level: z.int().min(0).max(100).nullable(),
})
const settings = z.object({
  questionnaire: referenceSchema.nullable(),
  accumulator: z.string().nullable(),
  demands: z.record(of, demand),
  version: z.int(),
})
export type ProjectSettings = z.output<typeof settings>
const wanted = z.strictObject({
  policy: id.nullable(),
  questionnaire: id.nullable(),
  models: z.array(id).max(30),
  target_level: z.int().min(0).max(100).nullable(),
})

export const readProjectSettings = defineCall('GET /isp_project/settings', {
  right: 'isp_project.settings',
  summary: 'Read how security projects are classified, and what follows from it',
  answer: z.object({ object: settings, edit_right: z.boolean() }),
})
export const writeProjectSettings = defineCall('PUT /isp_project/settings', {
  right: 'isp_project.set',
  summary: 'Change how security projects are classified, and what follows from it',
  body: z
    .strictObject({ questionnaire: id.nullable(), accumulator: z.string().max(10).nullable(), demands: z.partialRecord(of, wanted) })
    .partial()
    .extend({ version: z.int().min(0).optional() }),
  answer: objectAnswer(settings),
})

export const startClassification = defineCall('POST /isp_project/settings/starter', {
  right: 'isp_project.set',
  summary: 'Make the questionnaire that comes with the product for classifying projects, and use it',
  answer: objectAnswer(settings),
})

const answersSchema = z.record(z.string().max(10), z.union([z.array(z.string().max(64)).max(100), z.number(), z.string().max(4000)]))
const accumulatorResult = z.object({
  key: z.string(),
  name_en: z.string().nullable(),
  name_fr: z.string().nullable(),
  value: z.number(),
  at: z.int(),
  count: z.int(),
})
const classification = z.object({
  answers: answersSchema,
  edition: z.int(),
  questionnaire: referenceSchema.nullable(),
  criticality: of,
  accumulators: z.array(accumulatorResult),
  author: z.string().nullable(),
  at: z.string(),
})
export type KeptClassification = z.output<typeof classification>

export const readClassification = defineCall('GET /isp_project/{id}/classification', {
  right: 'isp_project.read',
  summary: 'Read what is asked to classify a security project, and what was answered each time',
  answer: objectAnswer(
    z.object({
      asked: z.object({ questionnaire: referenceSchema, edition: z.int(), accumulator: z.string(), structure: structureSchema }).nullable(),
      /** The latest first. */
      kept: z.array(classification),
    }),
  ),
})
export const writeClassification = defineCall('POST /isp_project/{id}/classification', {
  right: 'isp_project.write',
  summary: 'Answer what decides how critical a security project is; the answers are kept with the version that was asked',
  body: z.strictObject({ edition: z.int().min(1), answers: answersSchema }),
  answer: objectAnswer(classification),
})

const line = z.object({
  kind: z.enum(['POLICY', 'QUESTIONNAIRE', 'ACTION']),
  id: z.int(),
  name: z.string(),
  /** The campaign or the action of the project that answers it. */
  done: referenceSchema.nullable(),
})
export type DemandLine = z.output<typeof line>
export const readProjectRequirements = defineCall('GET /isp_project/{id}/requirements', {
  right: 'isp_project.read',
  summary: 'Read what a security project must do as critical as it is, and what of it is there',
  answer: objectAnswer(z.object({ lines: z.array(line) })),
})
export const prepareProject = defineCall('POST /isp_project/{id}/prepare', {
  right: 'isp_project.manage',
  summary: 'Make what a security project must do and does not have: drafts of campaigns, and actions',
  answer: objectAnswer(z.object({ campaigns: z.int(), actions: z.int() })),
})
