import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'

/** What an organisation may have at most; null or absent: no limit (QTA-01). */
export const quotaNames = ['perimeters', 'internal_perimeters', 'pilots', 'policies', 'gaps'] as const
export type QuotaName = (typeof quotaNames)[number]

const limit = z.int().min(0).max(1_000_000).nullable()
const quotas = z.strictObject({
  perimeters: limit.optional(),
  internal_perimeters: limit.optional(),
  pilots: limit.optional(),
  policies: limit.optional(),
  gaps: limit.optional(),
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

const settings = {
  name: z.string().trim().min(2).max(128),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .nullable(),
  lang: z.enum(languages),
  time_zone: timeZone,
  quotas,
}

/** An organisation as the provider's staff see it. */
export const customerSchema = z.object({
  id: z.int(),
  kind: z.enum(['CATALOG', 'ORGANISATION']),
  name: z.string(),
  color: z.string().nullable(),
  lang: z.enum(languages),
  time_zone: z.string(),
  quotas: z.record(z.string(), z.int().nullable()),
  disabled: z.boolean(),
  members: z.int(),
  version: z.int(),
  created_at: z.iso.datetime(),
})
export type Customer = z.infer<typeof customerSchema>

export const listCustomers = defineCall('GET /customer', {
  right: 'provider',
  summary: 'List the organisations of the installation',
  query: z.strictObject({ search: z.string().max(200).default('') }),
  answer: z.object({ objects: z.array(customerSchema), add_right: z.boolean() }),
})

export const createCustomerCall = defineCall('POST /customer', {
  right: 'provider',
  summary: 'Create an organisation',
  body: z.strictObject({
    ...settings,
    color: settings.color.default(null),
    lang: settings.lang.default('en'),
    time_zone: timeZone.default('Europe/Paris'),
    quotas: quotas.default({}),
  }),
  answer: z.object({ message: z.string().optional(), object: customerSchema }),
})

export const updateCustomer = defineCall('PUT /customer/{id}', {
  right: 'provider',
  summary: 'Change an organisation, or disable it',
  body: z
    .strictObject(settings)
    .partial()
    .extend({ disabled: z.boolean().optional(), version: z.int().min(1).optional() }),
  answer: z.object({ message: z.string().optional(), object: customerSchema }),
})
