import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { adminTypes, roles } from '#kit/contract/right.ts'

const emailText = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .refine((v) => z.email().safeParse(v).success, { params: { key: 'kit.errors.email' } })
const place = z.object({ id: z.int(), name: z.string(), color: z.string().nullable() })

/** Who is signed in, where, and what they may do. */
export const sessionUserSchema = z.object({
  email: z.string(),
  name: z.string(),
  initials: z.string(),
  lang: z.enum(languages),
  /** Null on the provider's own pages. */
  customer: place.nullable(),
  /** Up to twelve that the person may switch to, by name (SHL-09). */
  customers: z.array(place).max(12),
  instance: z.object({ id: z.int(), name: z.string() }),
  roles: z.array(z.enum(roles)),
  /** The strongest of them. */
  role: z.enum(roles).nullable(),
  admin_type: z.enum(adminTypes).nullable(),
  member_id: z.int(),
  rights: z.array(z.string()),
  properties: z.record(z.string(), z.unknown()),
  features: z.array(z.string()),
  flags: z.record(z.string(), z.boolean()),
  demo: z.boolean(),
})
export type SessionUser = z.infer<typeof sessionUserSchema>

/** Step 1; the answer tells nothing about the address (ACC-06). */
export const loginEmail = defineCall('POST /auth/login/email', {
  right: 'public',
  summary: 'Begin to sign in',
  body: z.strictObject({ email: emailText }),
  answer: z.object({ mfa: z.boolean() }),
})

export const login = defineCall('POST /auth/login', {
  right: 'public',
  summary: 'Sign in',
  body: z.strictObject({
    email: emailText,
    password: z.string().min(1).max(128),
    authentication_code: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  }),
  answer: z.object({ lang: z.enum(languages), saml: z.literal(false), user: sessionUserSchema }),
})

/** Succeeds without a session too: the cookie is cleared either way. */
export const logout = defineCall('POST /auth/logout', {
  right: 'public',
  summary: 'Sign out',
  answer: z.object({ message: z.string().optional() }),
})

export const authCheck = defineCall('GET /auth/check', {
  right: 'session',
  summary: 'Tell who is signed in',
  answer: z.object({ user: sessionUserSchema }),
})

/** The switcher's search, at most twelve (SHL-09). */
export const userCustomers = defineCall('GET /user/customers', {
  right: 'session',
  summary: 'List the organisations one may switch to',
  query: z.strictObject({ search: z.string().max(200).default(''), limit: z.coerce.number().int().min(1).max(12).default(12) }),
  answer: z.object({ objects: z.array(place) }),
})
