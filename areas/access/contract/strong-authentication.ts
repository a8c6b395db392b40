import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { mfaModes } from '#areas/tenancy/contract/security-policy.ts'
import { registrationSchema } from './passkey.ts'

const code = z.string().regex(/^\d{6}$/, { error: 'code' })
/** A proof that the one who asks is the account's holder: a current code, or the password. */
const proof = { authentication_code: code.optional(), password: z.string().min(1).max(128).optional() }
const message = z.string().optional()

const secret = {
  /** Only while activated and not yet verified. */
  secret: z.string().nullable(),
  /** An `otpauth://` address, drawn by the client at 200 pixels, level L (ACC-88). */
  qr_code: z.string().nullable(),
}

export const passkeySchema = z.object({ id: z.int(), name: z.string(), created_at: z.iso.datetime(), last_used_at: z.iso.datetime().nullable() })
export type Passkey = z.infer<typeof passkeySchema>

export const strongAuthenticationSchema = z.object({
  mfa_mode: z.enum(mfaModes),
  mfa_activated: z.boolean(),
  mfa_enabled: z.boolean(),
  ...secret,
  passkeys: z.array(passkeySchema),
  /** Recovery codes that are still unused. */
  recovery_codes: z.int(),
})
export type StrongAuthentication = z.infer<typeof strongAuthenticationSchema>

export const getStrongAuthentication = defineCall('GET /user/strong_authentication', {
  right: 'session',
  whilePending: true,
  summary: 'Show one’s strong authentication',
  answer: z.object({ object: strongAuthenticationSchema }),
})

/** Switching a verified one off asks for a proof (ACC-82); `mfa_activated: false` switches off. Switching on also makes the first secret where it is enforced. */
export const generateSecret = defineCall('PUT /user/generate_secret', {
  right: 'session',
  whilePending: true,
  summary: 'Switch strong authentication on, with a new secret, or off',
  body: z.strictObject({ mfa_activated: z.boolean(), ...proof }),
  answer: z.object({ message, mfa_activated: z.boolean(), mfa_enabled: z.boolean(), ...secret }),
})

/** One's own, proved, answers the new secret; another's, by who administers users, takes it and every passkey away. `id`: the member's. */
export const resetSecret = defineCall('PUT /user/reset_secret', {
  right: 'session',
  whilePending: true,
  summary: 'Reset the secret of strong authentication',
  body: z.strictObject({ id: z.int().min(1), ...proof }),
  answer: z.object({ message, ...secret }),
})

/** The first right code verifies, and answers the recovery codes: they are shown this once. */
export const checkSecret = defineCall('PUT /user/check_secret', {
  right: 'session',
  whilePending: true,
  summary: 'Verify strong authentication with a code',
  body: z.strictObject({ id: z.int().min(1).optional(), authentication_code: code }),
  answer: z.object({ message, recovery_codes: z.array(z.string()) }),
})

export const newRecoveryCodes = defineCall('POST /user/recovery_codes', {
  right: 'session',
  summary: 'Make new recovery codes in place of the former ones',
  body: z.strictObject(proof),
  answer: z.object({ message, recovery_codes: z.array(z.string()) }),
})

const options = z.object({ object: z.record(z.string(), z.unknown()) })
const ownPasskeys = { right: 'session', whilePending: true } as const

/**
 * Asks for the password: a key opens the door for good. A code proves less, since codes are switched on without a proof (ACC-78): by whoever found a session
 * open, too.
 */
export const passkeyOptions = defineCall('POST /user/passkey/options', {
  ...ownPasskeys,
  summary: 'Begin to register a passkey',
  body: z.strictObject({ password: proof.password }),
  answer: options,
})

export const addPasskey = defineCall('POST /user/passkey', {
  ...ownPasskeys,
  summary: 'Register a passkey',
  body: z.strictObject({ name: z.string().trim().min(1).max(64), response: registrationSchema }),
  answer: z.object({ message, object: passkeySchema }),
})

export const renamePasskey = defineCall('PUT /user/passkey/{id}', {
  ...ownPasskeys,
  summary: 'Rename a passkey',
  body: z.strictObject({ name: z.string().trim().min(1).max(64) }),
  answer: z.object({ message }),
})

/** Asks for a proof: whoever finds a session open takes no key from its holder. A post, since not everything on the way lets the body of a DELETE through. */
export const removePasskey = defineCall('POST /user/passkey/{id}/remove', {
  ...ownPasskeys,
  summary: 'Remove a passkey',
  body: z.strictObject(proof),
  answer: z.object({ message }),
})

/** Names no key, so that it tells nothing of who has one: the browser offers those it holds. */
export const passkeySignInOptions = defineCall('POST /auth/passkey/options', {
  right: 'public',
  summary: 'Begin to sign in with a passkey',
  answer: options,
})
