import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { emailText } from './calls.ts'
import { newPasswordSchema } from './password.ts'

const message = z.string().optional()
const done = z.object({ message })
const token = z.string().min(1).max(200)

/** A puzzle that costs the browser a moment (ALTCHA); its solution is worth one call. */
export const captcha = defineCall('GET /auth/captcha', {
  right: 'public',
  summary: 'Get a puzzle to solve before asking for a mail',
  answer: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/** The same answer, after the same time, whoever's address it is (ACC-50). */
export const forgotPassword = defineCall('POST /auth/password/forgot', {
  right: 'public',
  summary: 'Ask for a mail that lets one choose a new password',
  body: z.strictObject({ email: emailText, recaptcha_token: z.string().min(1).max(8192) }),
  answer: done,
})

export const checkResetToken = defineCall('POST /auth/password/check_reset_token', {
  right: 'public',
  summary: 'Tell whether a link still lets one choose a password',
  body: z.strictObject({ token }),
  answer: done,
})

export const resetPassword = defineCall('POST /auth/password/reset', {
  right: 'public',
  summary: 'Choose a password by a link',
  body: z.strictObject({ token, password: newPasswordSchema, password_confirm: z.string().max(128) }),
  /** `outside`: of somebody from outside, the address with which they sign in now; the link was mailed to it. */
  answer: z.object({ message, outside: z.string().optional() }),
})

/** Without a session it needs a link's token (ACC-59). */
export const passwordPolicy = defineCall('GET /user/password_policy', {
  right: 'public',
  summary: 'Say what a password must be like',
  query: z.strictObject({ token: token.optional() }),
  answer: z.object({ object: z.string() }),
})

export const checkPassword = defineCall('POST /user/check_password', {
  right: 'public',
  summary: 'Check a password while it is being typed',
  body: z.strictObject({ value: z.string().max(200), context: z.enum(['reset', 'profile', 'user']), token: token.optional() }),
  answer: done,
})

const change = {
  right: 'session',
  whilePending: true,
  outside: 'session',
  summary: 'Change one’s password',
  body: z.strictObject({ password: z.string().min(1).max(128), new_password: newPasswordSchema, new_password_confirm: z.string().max(128) }),
  answer: done,
} as const
/** Both verbs, as the specification has it (ACC-63). */
export const changePassword = [defineCall('PUT /user/password', change), defineCall('POST /user/password', change)] as const

export const ownSessionSchema = z.object({
  /** Names the session to its account alone; nothing can be opened with it. */
  id: z.string(),
  organisation: z.string(),
  device: z.string(),
  method: z.enum(['PASSWORD', 'PASSKEY', 'SAML', 'OIDC', 'CODE']),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSessionSchema>

export const listSessions = defineCall('GET /user/sessions', {
  right: 'session',
  summary: 'List one’s sessions',
  answer: z.object({ objects: z.array(ownSessionSchema) }),
})

export const endSession = defineCall('DELETE /user/sessions/{session}', {
  right: 'session',
  summary: 'End one of one’s sessions',
  params: z.object({ session: z.string().regex(/^[\w-]{22}$/) }),
  answer: done,
})

export const endOtherSessions = defineCall('POST /user/sessions/end_others', { right: 'session', summary: 'Sign out everywhere else', answer: done })
