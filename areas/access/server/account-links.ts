import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Post } from '#kit/server/http/area.ts'
import { sendMail } from '#kit/server/mail/mail.ts'
import { secretLink, type SecretLink } from '#kit/server/mail/secret-link.ts'

/** How long a link lets somebody choose a password (ACC-55). */
const validity = { RESET: '24 hours', INVITATION: '7 days' }
export type LinkPurpose = keyof typeof validity

/** The hash by which a link's token is known. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Makes the address of a page at which an account's holder chooses a password, in place of a former one of its kind. It opens the account: for whoever runs the machine alone. */
export async function openLink(tx: Tx, publicUrl: string, accountId: number, purpose: LinkPurpose, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.run(sql`select keep_account_token(${accountId}, ${purpose}, ${tokenHash(token)}, ${now}, ${validity[purpose]}::interval)`)
  return `${publicUrl}/password_reset/${token}`
}

/** Makes such a link for a mail: it leaves by mail alone, and nobody is shown it. */
export const newLink = async (
  tx: Tx,
  { publicUrl, secrets }: Pick<Post, 'publicUrl' | 'secrets'>,
  accountId: number,
  purpose: LinkPurpose,
  now: Date,
): Promise<SecretLink> => secretLink(secrets, await openLink(tx, publicUrl, accountId, purpose, now))

export interface Addressee {
  readonly account_id: number
  readonly email: string
  readonly lang: Language
}

/** Writes the mail that was asked for by «I forgot my password». */
export async function mailReset(tx: Tx, post: Post, to: Addressee, now: Date): Promise<void> {
  await sendMail(tx, post.translate, {
    to: to.email,
    lang: to.lang,
    subject: { key: 'access.mail.reset_subject' },
    paragraphs: [{ key: 'access.mail.reset_text' }, { key: 'access.mail.reset_ignore' }],
    action: { label: { key: 'access.mail.reset_action' }, ...(await newLink(tx, post, to.account_id, 'RESET', now)) },
  })
}
