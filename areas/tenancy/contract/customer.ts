import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { features } from '#kit/contract/right.ts'
import { propertyIdentifier } from './metadata-property.ts'
import { flagOverrides, mfaModes, passwordMaxAge } from './security-policy.ts'

/** What an organisation may have at most; null or absent: no limit (QTA-01). */
export const countedQuotas = ['perimeters', 'internal_perimeters', 'pilots', 'policies', 'gaps', 'connectors'] as const
export type CountedQuota = (typeof countedQuotas)[number]
/** The same, with what is kept of each thing rather than counted in all. */
export const quotaNames = [...countedQuotas, 'dashboard_history', 'api_key_days', 'api_key_reminder', 'api_key_calls'] as const
export type QuotaName = (typeof quotaNames)[number]

/** Versions of a dashboard that are kept where nobody says otherwise (QTA-05). */
export const versionsKept = 50

/** What each key of a program may be at most (QTA-08, API-05): the days that it lasts, those of its reminder, the requests of a day. */
export const keyBounds = { api_key_days: 365, api_key_reminder: 90, api_key_calls: 1_000_000 } as const

/** What a bound is where an organisation has none of its own; undefined: no limit. */
export const usualBounds: Partial<Record<QuotaName, number>> = { dashboard_history: versionsKept, ...keyBounds }

const limit = z.int().min(0).max(1_000_000).nullable()
export const limits = z.strictObject({
  perimeters: limit.optional(),
  internal_perimeters: limit.optional(),
  pilots: limit.optional(),
  policies: limit.optional(),
  gaps: limit.optional(),
  connectors: limit.optional(),
  /** Versions that are kept of each dashboard: beyond them the oldest goes (QTA-05). */
  dashboard_history: z.int().min(10).max(100).nullable().optional(),
  api_key_days: z.int().min(1).max(keyBounds.api_key_days).nullable().optional(),
  api_key_reminder: z.int().min(0).max(keyBounds.api_key_reminder).nullable().optional(),
  api_key_calls: z.int().min(1).max(keyBounds.api_key_calls).nullable().optional(),
})

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { params: { key: 'tenancy.errors.time_zone' } })

function isTimeZone(value: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: value })
    return value.includes('/') || value === 'UTC'
  } catch {
    return false
  }
}

/** What an organisation says of itself. */
export const identity = {
  name: z.string().trim().min(2).max(128),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .nullable(),
  lang: z.enum(languages),
  time_zone: timeZone,
}
const settings = { ...identity, quotas: limits }

/** What an organisation has bought or is given (ACC-39). */
export const propertyNames = ['isp_enable', 'risk_analysis_enable', 'hidePublicApi', 'connector_allowed'] as const
export type PropertyName = (typeof propertyNames)[number]
export const contextTypes = ['ASSESSMENT', 'STUDENT'] as const

const identifier = z
  .string()
  .trim()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/)

const provided = {
  identifier,
  /** What it does and where it is established (ADM-02), by the provider's list. */
  branch: propertyIdentifier.nullable(),
  country: propertyIdentifier.nullable(),
  instance_id: z.int().min(1),
  context_type: z.enum(contextTypes).nullable(),
  features: z.array(z.enum(features)).max(features.length),
  properties: z
    .strictObject({ isp_enable: z.boolean(), risk_analysis_enable: z.boolean(), hidePublicApi: z.boolean(), connector_allowed: z.boolean() } satisfies Record<
      PropertyName,
      z.ZodType
    >)
    .partial(),
  flags: flagOverrides,
  /** Null: as the instance has it. */
  mfa_mode: z.enum(mfaModes).nullable(),
  password_max_age_days: passwordMaxAge.nullable(),
}

/** What an organisation of another installation says that it was sold: it has that here too unless somebody changes it. */
export const broughtSold = z.object({
  features: provided.features,
  quotas: limits,
  flags: flagOverrides,
  properties: provided.properties,
})
export type BroughtSold = z.infer<typeof broughtSold>

/** Where an organisation stands with its provider. */
export const customerStates = ['ENABLED', 'SUSPENDED', 'IN_DELETION'] as const
export type CustomerState = (typeof customerStates)[number]

/** An organisation as the provider's staff see it. */
export const customerSchema = z.object({
  id: z.int(),
  kind: z.enum(['CATALOG', 'ORGANISATION']),
  name: z.string(),
  /** Its name in small letters and digits, which is typed to delete it; nobody else's. */
  identifier: z.string(),
  color: z.string().nullable(),
  /** An address of this site. */
  logo: z.string().nullable(),
  lang: z.enum(languages),
  time_zone: z.string(),
  quotas: z.record(z.string(), z.int().nullable()),
  state: z.enum(customerStates),
  /** Since when and why it is suspended. */
  disabled_at: z.iso.datetime().nullable(),
  disabled_reason: z.string().nullable(),
  /** Since when it waits for its deletion, and the moment from which nobody can take that back any more. */
  deletion_asked_at: z.iso.datetime().nullable(),
  deletes_at: z.iso.datetime().nullable(),
  instance: z.object({ id: z.int(), name: z.string() }),
  context_type: z.enum(contextTypes).nullable(),
  /** That of its branch. */
  sector: z.string().nullable(),
  branch: z.string().nullable(),
  country: z.string().nullable(),
  features: z.array(z.enum(features)),
  properties: z.record(z.enum(propertyNames), z.boolean()),
  flags: z.record(z.string(), z.boolean()),
  mfa_mode: z.enum(mfaModes).nullable(),
  password_max_age_days: z.int().nullable(),
  members: z.int(),
  version: z.int(),
  created_at: z.iso.datetime(),
})
export type Customer = z.infer<typeof customerSchema>

export const listCustomers = defineCall('GET /customer', {
  right: 'customer.read',
  summary: 'List the organisations of the installation',
  query: z.strictObject({ search: z.string().max(200).default('') }),
  answer: z.object({ objects: z.array(customerSchema), add_right: z.boolean(), delete_right: z.boolean() }),
})

/** How many organisations are counted at once. */
export const usageAtOnce = 100

const customerUsage = z.object({
  id: z.int(),
  /** What each quota counts, limited or not. */
  used: z.record(z.enum(countedQuotas), z.int()),
  /** Users who have signed in during the last thirty days. */
  active_users: z.int(),
  /** When somebody last opened a page in it, of the last ninety days; null: nobody did. */
  active_at: z.iso.datetime().nullable(),
})
export type CustomerUsage = z.infer<typeof customerUsage>

/** Each is counted in itself, by what its licence counts: apart from the list, which does not wait for it. */
export const readUsage = defineCall('POST /customer/usage', {
  right: 'customer.read',
  summary: 'Count what organisations use of their quotas, and when somebody was last active in them',
  reads: true,
  costly: true,
  body: z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(usageAtOnce) }),
  answer: z.object({ objects: z.array(customerUsage) }),
})

/** Users that are listed at a time. */
export const peopleShown = 50

const customerPerson = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  last_sign_in_at: z.iso.datetime().nullable(),
})
export type CustomerPerson = z.infer<typeof customerPerson>

/** Exactly those whom the list of organisations counts: users who may come in, or those of them who did lately. */
export const listPeople = defineCall('GET /customer/{id}/people', {
  right: 'customer.read',
  summary: 'List the users of an organisation that are counted, those who came in last first',
  costly: true,
  query: z.strictObject({ active: z.enum(['0', '1']).default('0'), page: z.coerce.number().int().min(1).max(1000).default(1) }),
  answer: z.object({ objects: z.array(customerPerson), total: z.int() }),
})

export const createCustomerCall = defineCall('POST /customer', {
  named: true,
  right: 'customer.write',
  summary: 'Create an organisation',
  body: z.strictObject({
    ...settings,
    color: settings.color.default(null),
    lang: settings.lang.default('en'),
    time_zone: timeZone.default('Europe/Paris'),
    quotas: limits.default({}),
    ...z.strictObject(provided).partial().shape,
  }),
  answer: z.object({ message: z.string().optional(), object: customerSchema }),
})

export const updateCustomer = defineCall('PUT /customer/{id}', {
  right: 'customer.write',
  summary: 'Change an organisation',
  body: z
    .strictObject({ ...settings, ...provided })
    .partial()
    .extend({ version: z.int().min(1).optional() }),
  answer: z.object({ message: z.string().optional(), object: customerSchema }),
})

/** Days of its own calendar for which an organisation that is to be deleted waits. */
export const deletionDays = 30

/** Has an organisation deleted after a time of waiting, in which it is suspended, or takes that back (ADM-01): asked, its identifier is typed. */
export const deleteCustomer = defineCall('PUT /customer/{id}/deletion', {
  right: 'customer.delete',
  summary: 'Ask for the deletion of an organisation or take it back',
  body: z.strictObject({ asked: z.boolean(), identifier: z.string().max(200).optional(), version: z.int().min(1) }),
  answer: z.object({ message: z.string().optional(), object: customerSchema }),
})

/** What a deletion would remove. */
export const readExtent = defineCall('GET /customer/{id}/extent', {
  right: 'customer.read',
  summary: 'Count what an organisation has',
  answer: z.object({ object: z.object({ people: z.int(), files: z.int(), bytes: z.int(), entries: z.int() }) }),
})

/** Closes an organisation to everybody and stops what runs in it, or opens it again as it was (ADM-44); the reason is the provider's alone. */
export const suspendCustomer = defineCall('PUT /customer/{id}/suspension', {
  right: 'customer.write',
  summary: 'Suspend or resume an organisation',
  /** Suspended it needs a reason. */
  body: z.strictObject({ suspended: z.boolean(), reason: z.string().trim().min(3).max(1000).optional(), version: z.int().min(1) }),
  answer: z.object({ message: z.string().optional(), object: customerSchema }),
})
