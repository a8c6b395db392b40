import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer, referenceSchema } from '#kit/contract/row-schema.ts'
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
const kept = z.object({
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
export type KeptClassification = z.output<typeof kept>

export const readClassification = defineCall('GET /supplier/{id}/classification', {
  right: 'supplier.read',
  summary: 'Read what is asked to classify a supplier, and what was answered each time',
  answer: objectAnswer(
    z.object({
      asked: z.object({ questionnaire: referenceSchema, edition: z.int(), accumulator: z.string(), structure: structureSchema }).nullable(),
      /** The latest first. */
      kept: z.array(kept),
    }),
  ),
})
export const writeClassification = defineCall('POST /supplier/{id}/classification', {
  right: 'supplier.write',
  summary: 'Answer what decides how critical a supplier is; the answers are kept with the version that was asked',
  body: z.strictObject({ edition: z.int().min(1), answers: answersSchema }),
  answer: objectAnswer(kept),
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

const missing = z.object({
  /** Where it is to be said: a record, or `settings`. */
  entity: z.enum(['supplier', 'supplier_service', 'supplier_contract', 'settings']),
  id: id.nullable(),
  name: z.string(),
  fields: z.array(z.object({ field: z.string(), column: z.string() })),
})
export type MissingRecord = z.output<typeof missing>
export const readRegister = defineCall('GET /supplier/register', {
  right: 'supplier_settings.read',
  summary: 'Tell what the register of information holds, and what is missing for a complete one',
  answer: objectAnswer(
    z.object({
      tables: z.array(z.object({ table: z.string(), rows: z.int() })),
      missing: z.array(missing),
      count: z.int(),
    }),
  ),
})
export const downloadRegister = defineCall('GET /supplier/register/file', {
  right: 'supplier_settings.read',
  summary: 'Write the register of information as the CSV tables of the Implementing Regulation (EU) 2024/2956',
  answer: z.unknown(),
  download: true,
})
