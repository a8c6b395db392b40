import { dateOrders } from '#kit/contract/date-order.ts'
import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { assertionSchema } from './passkey.ts'
import { mfaModes } from '#areas/tenancy/contract/security-policy.ts'
import { customerOptionSchema } from '#areas/tenancy/contract/trial.ts'
import { levelsSchema } from '#kit/contract/level-schema.ts'
import { adminTypes, features, roles } from '#kit/contract/right.ts'

/** An address as it is typed to sign in. */
export const emailText = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .refine((v) => z.email().safeParse(v).success, { params: { key: 'kit.errors.email' } })
const place = z.object({ id: z.int(), name: z.string(), color: z.string().nullable() })

/** Who is signed in, where, and what they may do. */
export const sessionUserSchema = z.object({
  /** In which organisation, as whom and in which mode: what pages send back as `x-vigie-context`. */
  context: z.string(),
  email: z.string(),
  name: z.string(),
  initials: z.string(),
  lang: z.enum(languages),
  /** Null on the provider's own pages. */
  customer: place
    .extend({
      /** Where it is shown from; null: none. */
      logo: z.string().nullable(),
      options: z.array(customerOptionSchema),
    })
    .nullable(),
  /** Up to twelve that the person may switch to, by name (SHL-09). */
  customers: z.array(place).max(12),
  instance: z.object({ id: z.int(), name: z.string() }),
  /** On the provider's own pages, and in the installation's catalog, `catalog` (ACC-41). */
  instance_type: z.enum(['partner', 'business', 'education', 'catalog']),
  roles: z.array(z.enum(roles)),
  /** The strongest of them. */
  role: z.enum(roles).nullable(),
  admin_type: z.enum(adminTypes).nullable(),
  member_id: z.int(),
  rights: z.array(z.string()),
  /** How the person came in; `saml` says the same of single sign-on alone (ACC-38). */
  method: z.enum(['PASSWORD', 'PASSKEY', 'SAML', 'OIDC', 'CODE']),
  saml: z.boolean(),
  /** Vouched for by one organisation's identity provider: no other organisation, no account settings. */
  tied: z.boolean(),
  mode: z.enum(['NORMAL', 'CONTRIBUTOR']),
  /** Somebody from outside, who finds nothing but what they are asked. */
  outside: z.boolean(),
  /** Of an organisation that waits for its deletion: they find its export, and nothing else. */
  leaving: z.boolean(),
  /** What must be done first, in this order; until then every other call is refused. */
  pending: z.array(z.enum(['MFA', 'PASSWORD', 'TERMS'])),
  /** The name of who acts as this person. */
  impersonator: z.string().nullable(),
  mfa_activated: z.boolean(),
  mfa_enabled: z.boolean(),
  mfa_mode: z.enum(mfaModes),
  cgu_accepted: z.boolean(),
  /** How long the password still lasts, from 15 days before its end; hours in the last two days (ACC-72). */
  password_reminder: z.object({ value: z.int(), unit: z.enum(['days', 'hours']) }).nullable(),
  context_type: z.enum(['ASSESSMENT', 'STUDENT']).nullable(),
  /** Whoever writes at all; auditors only look (SHL-07). */
  read_write: z.boolean(),
  only_contributor: z.boolean(),
  instance_user: z.boolean(),
  theme: z.enum(['SYSTEM', 'LIGHT', 'DARK']),
  time_zone: z.string(),
  /** Null: as the language and the browser's region do. */
  date_order: z.enum(dateOrders).nullable(),
  properties: z.looseObject({
    isp_enable: z.boolean(),
    risk_analysis_enable: z.boolean(),
    hidePublicApi: z.boolean(),
    has_connector: z.boolean(),
    connector_allowed: z.boolean(),
    isLocalProvider: z.boolean(),
    lang: z.enum(languages),
  }),
  features: z.array(z.enum(features)),
  flags: z.record(z.string(), z.boolean()),
  /** Of the organisation's default scales, by kind: what values of levels are called, and their colours. */
  levels: levelsSchema,
  /** The dashboard that opens in place of the cockpit; null: the cockpit does. */
  home: z.int().nullable(),
  demo: z.boolean(),
})
export type SessionUser = z.infer<typeof sessionUserSchema>

const signedIn = z.object({ lang: z.enum(languages), saml: z.literal(false), user: sessionUserSchema })

/** Step 1; the answer tells nothing about the address (ACC-06). */
export const loginEmail = defineCall('POST /auth/login/email', {
  right: 'public',
  summary: 'Begin to sign in',
  body: z.strictObject({ email: emailText }),
  answer: z.union([
    /** `notice`: the identity provider that the address is sent to lets nobody in, since its organisation is suspended. */
    z.object({ mfa: z.boolean(), notice: z.string().optional() }),
    z.object({ saml: z.object({ message: z.string(), redirect: z.string() }) }),
  ]),
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
    /** In place of a code: one of the recovery codes, or a passkey. */
    recovery_code: z.string().max(64).optional(),
    passkey: assertionSchema.optional(),
  }),
  answer: signedIn,
})

/** Without a password: the key itself asks for a finger or a PIN. */
export const loginPasskey = defineCall('POST /auth/passkey', {
  right: 'public',
  summary: 'Sign in with a passkey',
  body: z.strictObject({ passkey: assertionSchema }),
  answer: signedIn,
})

/** Succeeds without a session too: the cookie is cleared either way. */
export const logout = defineCall('POST /auth/logout', {
  right: 'public',
  summary: 'Sign out',
  /** `redirect`: of the identity provider by which somebody came in (ACC-27). */
  answer: z.object({ message: z.string().optional(), redirect: z.string().optional() }),
})

export const authCheck = defineCall('GET /auth/check', {
  right: 'session',
  whilePending: true,
  whileLeaving: true,
  outside: 'session',
  tellsContext: true,
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

/** A pilot's choice to see and do what a contributor does, and back; for this session alone (ACC-46). */
export const changeMode = defineCall('PUT /user/mode', {
  right: 'session',
  summary: 'Be a contributor for a while, or a pilot again',
  body: z.strictObject({ mode: z.enum(['CONTRIBUTOR', 'NORMAL']) }),
  answer: z.object({ user: sessionUserSchema }),
})
