import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { features } from '#kit/contract/right.ts'
import { countedQuotas, limits, propertyNames } from './customer.ts'
import { optionTypes } from './trial.ts'

/** From this share of a quota on the bar warns. */
export const warnsFrom = 0.9
/** How many days before something ends it is told, each once. */
export const toldBefore = [30, 7, 1] as const
/** Rows of a counted list that are shown at once. */
export const pageOfCounted = 100

const quota = z.object({
  name: z.enum(countedQuotas),
  entity: z.string(),
  used: z.int(),
  /** Null: no limit. */
  limit: z.int().nullable(),
  /** What is refused once it is reached, in the words of the refusal. */
  refused: z.string(),
})
export type LicenceQuota = z.infer<typeof quota>

const licence = z.object({
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  ends_on: z.string().nullable(),
  /** Days from today to the last one. */
  days_left: z.int().nullable(),
  quotas: z.array(quota),
  features: z.array(z.enum(features)),
  add_ons: z.array(z.enum(propertyNames)),
  trials: z.array(z.object({ type: z.enum(optionTypes), days_left: z.int() })),
  /** Of each dashboard. */
  versions_kept: z.int(),
  /** For how many days the log is kept; 0: for ever. */
  log_retention_days: z.int(),
  version: z.int(),
  edit_right: z.boolean(),
  counted_at: z.iso.datetime(),
})
export type Licence = z.infer<typeof licence>

const asked = { customer: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() }

/** One's own; outside of any organisation that of the one named. */
export const readLicence = defineCall('GET /licence', {
  right: 'licence.read',
  summary: 'Read a licence and how much of it is used',
  query: z.strictObject(asked),
  answer: z.object({ object: licence }),
})

export const listCounted = defineCall('GET /licence/counted', {
  right: 'licence.read',
  summary: 'List the rows that a quota counts',
  query: z.strictObject({ ...asked, quota: z.enum(countedQuotas), after: z.coerce.number().int().min(1).optional() }),
  answer: z.object({
    objects: z.array(z.object({ id: z.int(), identifier: z.string().nullable(), name: z.string() })),
    total: z.int(),
    next: z.int().nullable(),
  }),
})

export const updateLicence = defineCall('PUT /licence/{id}', {
  right: 'licence.write',
  summary: 'Change the quotas and the last day of a licence',
  body: z.strictObject({ quotas: limits, ends_on: z.iso.date().nullable(), version: z.int().min(1) }),
  answer: z.object({ message: z.string().optional(), object: licence }),
})
