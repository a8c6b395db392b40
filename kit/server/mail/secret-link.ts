import type { Secrets } from '#kit/server/access/secrets.ts'

/** Stands for the secret of a link wherever a mail is kept or shown. */
const mask = '••••••••'

/** A link whose last segment lets whoever has it in: as it may be kept and shown, and sealed as it is. */
export interface SecretLink {
  readonly url: string
  readonly sealed: string
}

const masked = (link: string) => `${link.slice(0, link.lastIndexOf('/') + 1)}${mask}`

/** Keeps the secret apart from the text: only what sends the mail puts both together. */
export const secretLink = (secrets: Secrets, link: string): SecretLink => ({ url: masked(link), sealed: secrets.seal('mail', link) })

/** The same of a short secret in the text itself: as it may be kept and shown, and sealed as it is. Mails with one hold no texts of people. */
export const secretText = (secrets: Secrets, text: string): { readonly shown: string; readonly sealed: string } => ({
  shown: masked(text),
  sealed: secrets.seal('mail', text),
})

/** A mail as it is kept. */
export interface KeptMail {
  readonly text: string
  readonly html: string
  /** Its sealed link, if it has one. */
  readonly secret: string | null
}

/** The mail as its receiver reads it. The link goes where the masked one stands, whole: people's texts in the mail that hold the mask get nothing. */
export function asSent(secrets: Secrets, { text, html, secret }: KeptMail): { text: string; html: string } {
  if (secret === null) return { text, html }
  const link = secrets.open('mail', secret)
  return { text: text.replaceAll(masked(link), link), html: html.replaceAll(masked(link), link) }
}

/** Hides whatever looks like a secret: mail that was written before these were kept apart still holds some. */
export const withoutSecrets = (text: string): string => text.replaceAll(/[\w-]{32,}/g, mask)
