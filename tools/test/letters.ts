/** What waits to be sent, as its receivers will read it. */
import type pg from 'pg'
import { Secrets } from '#kit/server/access/secrets.ts'
import { asSent, type KeptMail } from '#kit/server/mail/secret-link.ts'
import { testKey } from './key.ts'

export interface Letter {
  readonly to_address: string
  readonly lang: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mails to an address, newest first, with their links. */
export async function lettersTo(owner: pg.Client, email: string): Promise<Letter[]> {
  const { rows } = await owner.query<Letter & KeptMail>('select * from outbox_mail where to_address = $1 order by id desc', [email])
  return rows.map((row) => ({ ...row, ...asSent(new Secrets(testKey), row) }))
}

/** The secret of the link in a mail; empty when there is none. */
export const tokenIn = (letter: Pick<Letter, 'text'> | undefined): string => /password_reset\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
