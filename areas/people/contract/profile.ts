import { dateOrders } from '#kit/contract/date-order.ts'
import { z } from 'zod'
import { sessionUserSchema } from '#areas/access/contract/calls.ts'
import { mfaModes } from '#areas/tenancy/contract/security-policy.ts'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { roles, type Role } from '#kit/contract/right.ts'
import { fieldSchema } from '#kit/contract/schema.ts'
import { member, themes } from './member.ts'

/** The fixed colour of each role (ADM-47). */
export const roleColors: Readonly<Record<Role, string>> = {
  global_pilote: '#2a5bd7',
  global_auditor: '#8a63d2',
  local_pilote: '#12a0b5',
  local_auditor: '#c2571a',
  contributor: '#1f9d63',
}

/** Whether a name is one of the IANA time zones that dates can be shown in. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

const named = z.object({ id: z.int(), name: z.string() })

/** What a person may see of themselves (ACC-64). */
export const profileSchema = z.object({
  id: z.int(),
  version: z.int(),
  email: z.string(),
  name: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  initials: z.string().nullable(),
  job_title: z.string().nullable(),
  lang: z.enum(languages),
  theme: z.enum(themes),
  /** Null: the organisation's, which is `customer_time_zone`. */
  time_zone: z.string().nullable(),
  customer_time_zone: z.string(),
  /** Null: as the language and the browser's region do. */
  date_order: z.enum(dateOrders).nullable(),
  weekly_digest: z.boolean(),
  daily_notifications: z.boolean(),
  roles: z.array(z.object({ id: z.enum(roles), name: z.string(), color: z.string() })),
  /** Only for pilots and auditors (ACC-69). */
  local_perimeter: z.array(named).optional(),
  local_tag: named.extend({ color: z.string().nullable() }).nullable().optional(),
  groups: z.array(named),
  auth_type: z.enum(['PASSWORD', 'SAML', 'OIDC']),
  mfa_mode: z.enum(mfaModes),
  mfa_activated: z.boolean(),
  mfa_enabled: z.boolean(),
  /** Both only while strong authentication is activated and not yet verified. */
  mfa_secret: z.string().optional(),
  qr_code: z.string().optional(),
})
export type Profile = z.infer<typeof profileSchema>

const { firstname, lastname, initials, job_title } = member.fields
const needed = (field: typeof firstname) => fieldSchema(field).refine((value) => value !== null, { params: { key: 'kit.errors.mandatory' } })

const editable = z.object({
  firstname: needed(firstname),
  lastname: needed(lastname),
  /** Empty: the first letters of both names again (ACC-67). */
  initials: fieldSchema(initials),
  job_title: fieldSchema(job_title),
  lang: z.enum(languages),
  theme: z.enum(themes),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, { params: { key: 'people.errors.time_zone' } })
    .nullable(),
  date_order: z.enum(dateOrders).nullable(),
  weekly_digest: z.boolean(),
  daily_notifications: z.boolean(),
})
/** What people change of themselves. */
export const profileFields = Object.keys(editable.shape)

/** What people cannot change of themselves is refused by name, not left aside: «Saved» would not be true. */
const profileInput = z.strictObject({ ...editable.partial().shape, version: z.int().min(1).optional() })

const saved = z.object({ message: z.string().optional(), object: profileSchema })

/** Also while strong authentication waits to be verified, whose secret it tells. */
export const getProfile = defineCall('GET /user/profile', {
  right: 'session',
  whilePending: true,
  summary: 'Show one’s profile',
  answer: z.object({ object: profileSchema }),
})
export const putProfile = defineCall('PUT /user/profile', { right: 'session', summary: 'Change one’s profile', body: profileInput, answer: saved })
/** The same under the other verb (ACC-63). */
export const postProfile = defineCall('POST /user/profile', { right: 'session', summary: 'Change one’s profile', body: profileInput, answer: saved })

/** Acts as a user of the organisation one has entered; for root and support only (ACC-44). `user_id`: the member's. */
export const impersonate = defineCall('POST /auth/impersonate', {
  right: 'member.impersonate',
  summary: 'Act as a user',
  body: z.strictObject({ user_id: z.int().min(1) }),
  answer: z.object({ message: z.string().optional(), user: sessionUserSchema }),
})

/** Back to oneself; `user` is null when one may not come in any more, and is signed out. */
export const stopImpersonation = defineCall('DELETE /auth/impersonate', {
  right: 'session',
  whilePending: true,
  summary: 'Stop acting as a user',
  answer: z.object({ message: z.string().optional(), user: sessionUserSchema.nullable() }),
})
