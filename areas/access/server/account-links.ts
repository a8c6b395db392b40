import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Post } from '#kit/server/http/area.ts'
import { sendMail } from '#kit/server/mail/mail.ts'

/** How long a link lets somebody choose a password (ACC-55). */
const validity = { RESET: '24 hours', INVITATION: '7 days' }
export type LinkPurpose = keyof typeof validity

/** The hash by which a link's token is known. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Makes a link that lets an account's holder choose a password, in place of a former one of its kind; it leaves by mail alone. */
export async function newLink(tx: Tx, publicUrl: string, accountId: number, purpose: LinkPurpose, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.run(sql`select keep_account_token(${accountId}, ${purpose}, ${tokenHash(token)}, ${now}, ${validity[purpose]}::interval)`)
  return `${publicUrl}/password_reset/${token}`
}

export interface Addressee {
  readonly account_id: number
  readonly email: string
  readonly lang: Language
}

/** Writes the mail that was asked for by «I forgot my password». */
export async function mailReset(tx: Tx, { say, publicUrl }: Post, to: Addressee, now: Date): Promise<void> {
  await sendMail(tx, say, {
    to: to.email,
    lang: to.lang,
    subject: { key: 'access.mail.reset_subject' },
    paragraphs: [{ key: 'access.mail.reset_text' }, { key: 'access.mail.reset_ignore' }],
    action: { label: { key: 'access.mail.reset_action' }, url: await newLink(tx, publicUrl, to.account_id, 'RESET', now) },
  })
}
