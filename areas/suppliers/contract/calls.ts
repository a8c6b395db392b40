import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer, referenceSchema } from '#kit/contract/row-schema.ts'
import { isDay, printable } from '#kit/contract/schema.ts'
import { structureSchema } from '#areas/questionnaires/contract/structure.ts'
import { settingsBody, settingsSchema } from './settings.ts'
import { criticalities } from './supplier.ts'

const id = z.int().min(1)

export const readSupplierSettings = defineCall('GET /supplier/settings', {
  right: 'supplier_settings.read',
  summary: 'Read how suppliers are classified, how often they are evaluated, and who reports the register of information',
  answer: z.object({ object: settingsSchema, edit_right: z.boolean() }),
})
export const writeSupplierSettings = defineCall('PUT /supplier/settings', {
  right: 'supplier_settings.write',
  summary: 'Change how suppliers are classified, how often they are evaluated, and who reports the register of information',
  body: settingsBody,
  answer: objectAnswer(settingsSchema),
})
export const startClassification = defineCall('POST /supplier/settings/starter', {
  right: 'supplier_settings.write',
  summary: 'Make the questionnaire that comes with the product for classifying suppliers, and use it',
  answer: objectAnswer(settingsSchema),
})

const answersSchema = z.record(z.string().max(10), z.union([z.array(z.string().max(64)).max(100), z.number(), z.string().max(4000)]))
const classificationSchema = z.object({
  answers: answersSchema,
  edition: z.int(),
  questionnaire: referenceSchema.nullable(),
  criticality: z.enum(criticalities),
  level_en: z.string().nullable(),
  level_fr: z.string().nullable(),
  value: z.number(),
  author: z.string().nullable(),
  at: z.string(),
})
export type KeptClassification = z.output<typeof classificationSchema>

export const readClassification = defineCall('GET /supplier/{id}/classification', {
  right: 'supplier.read',
  summary: 'Read what is asked to classify a supplier, and what was answered each time',
  answer: objectAnswer(
    z.object({
      asked: z.object({ questionnaire: referenceSchema, edition: z.int(), accumulator: z.string(), structure: structureSchema }).nullable(),
      /** The latest first. */
      kept: z.array(classificationSchema),
    }),
  ),
})
export const writeClassification = defineCall('POST /supplier/{id}/classification', {
  right: 'supplier.write',
  summary: 'Answer what decides how critical a supplier is; the answers are kept with the version that was asked',
  body: z.strictObject({ edition: z.int().min(1), answers: answersSchema }),
  answer: objectAnswer(classificationSchema),
})

/** A company in a chain; the name of one that the reader may not open is left out. */
const link = z.object({
  id: z.int(),
  name: z.string().nullable(),
  criticality: z.enum(criticalities).nullable(),
  country: z.string().nullable(),
  /** 1 is whoever we have the contract with. */
  rank: z.int(),
  /** The place of whoever it works for, in this list; null for the first. */
  under: z.int().nullable(),
  task: z.string().nullable(),
  service: z.string().nullable(),
  /** It stands higher up in the list already, with all that follows. */
  again: z.boolean(),
})
export type ChainLink = z.output<typeof link>
export const readChain = defineCall('GET /supplier/{id}/chain', {
  right: 'supplier.read',
  summary: 'Read who works for a supplier, who works for these, and for whom it works itself',
  answer: objectAnswer(z.object({ links: z.array(link), serves: z.array(referenceSchema) })),
})

/** The day as of which the register is reported; today where absent. */
const referenceDay = z.strictObject({
  day: z
    .string()
    .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
    .optional(),
})

const missing = z.object({
  /** Where it is to be said: a record, or `settings`. */
  entity: z.enum(['supplier', 'supplier_service', 'supplier_contract', 'settings']),
  id: id.nullable(),
  name: z.string(),
  fields: z.array(
    z.object({
      field: z.string(),
      column: z.string(),
      /** Nothing is said; another company has the same code; a code of this type is not taken for a company of the Union. */
      problem: z.enum(['MISSING', 'TWICE', 'LEI_OR_EUID']),
    }),
  ),
})
export type MissingRecord = z.output<typeof missing>
export const readRegister = defineCall('GET /supplier/register', {
  right: 'supplier_settings.read',
  summary: 'Tell what the register of information holds, and what is missing for a complete one',
  query: referenceDay,
  answer: objectAnswer(
    z.object({
      tables: z.array(z.object({ table: z.string(), rows: z.int() })),
      missing: z.array(missing),
      count: z.int(),
    }),
  ),
})
export const downloadRegister = defineCall('GET /supplier/register/file', {
  standby: true,
  right: 'supplier_settings.read',
  costly: true,
  summary: 'Write the register of information as the CSV tables of the Implementing Regulation (EU) 2024/2956',
  query: referenceDay,
  answer: z.unknown(),
  download: true,
})

const dueGroup = z.object({
  /** What their criticality is asked by; none: nobody has said. */
  questionnaire: referenceSchema.nullable(),
  suppliers: z.array(z.object({ id, name: z.string(), criticality: z.enum(criticalities).nullable(), day: z.string() })),
})
export type DueGroup = z.output<typeof dueGroup>
export const readDue = defineCall('GET /supplier/due', {
  right: 'supplier.write',
  summary: 'Tell which suppliers are due to be evaluated and not asked yet, by the questionnaire for their criticality',
  answer: z.object({ objects: z.array(dueGroup) }),
})
export const planDueCampaigns = defineCall('POST /supplier/due/campaign', {
  right: 'campaign.write',
  summary: 'Plan a campaign for each questionnaire with the suppliers that are due to be evaluated',
  body: z.strictObject({
    /** Of the campaigns, in the reader's language. */
    name: z.string().trim().min(1).max(200).refine(printable),
    /** Asked of those for whose criticality none is set. */
    questionnaire: id.nullish(),
    limit_date_evaluation: z
      .string()
      .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
      .nullish(),
  }),
  answer: z.object({ object: z.object({ campaigns: z.array(id), suppliers: z.int() }) }),
})
