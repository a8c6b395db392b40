import { createHmac, randomBytes } from 'node:crypto'

/** Standard Webhooks, version 1: a secret of 32 random bytes behind `whsec_`, in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The number of a message, the same for each of its attempts. */
export const newMessageId = (): string => `msg_${randomBytes(15).toString('hex')}`

/** What goes with a body: its number, when this attempt was made in seconds, and a signature by each secret, the newest first. */
export function signedHeaders(secrets: readonly string[], id: string, at: Date, body: string): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
