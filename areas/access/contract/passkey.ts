import { z } from 'zod'

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(8192)
const extensions = z.record(z.string(), z.unknown()).optional()
const attachment = z.enum(['cross-platform', 'platform']).nullish()

/** What a browser answers to a registration, as `@simplewebauthn/browser` sends it. */
export const registrationSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: z
      .string()
      .regex(/^[\w-]+$/)
      .max(65_536),
    transports: z.array(z.string().max(32)).max(10).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: base64url.nullish(),
    authenticatorData: base64url.nullish(),
  }),
})

/** What a browser answers when a passkey signs in. */
export const assertionSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url, userHandle: base64url.nullish() }),
})
