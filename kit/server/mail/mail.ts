import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Message } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Say } from '#kit/server/http/words.ts'
import { layOutHtml, layOutText, type MailParts } from './layout.ts'

/** A mail in catalogue keys: it is said in the receiver's language, not the sender's. */
export interface Mail {
  readonly to: string
  readonly lang: Language
  readonly subject: Message
  /** Each one paragraph. */
  readonly paragraphs: readonly Message[]
  /** The one thing to do, as a button; `url` is absolute. */
  readonly action?: { readonly label: Message; readonly url: string }
  /** A list after the paragraphs, such as what is late; texts of people, not keys. */
  readonly items?: readonly { readonly text: string; readonly url?: string }[]
}

/** Writes a mail and queues its sending: it leaves only if the transaction commits. */
export async function sendMail(tx: Tx, say: Say, mail: Mail): Promise<void> {
  const speak = (message: Message) => say(message, mail.lang)
  const subject = speak(mail.subject).replaceAll(/\s+/g, ' ').slice(0, 200)
  const parts: MailParts = {
    lang: mail.lang,
    subject,
    paragraphs: mail.paragraphs.map(speak),
    items: mail.items ?? [],
    ...(mail.action && { action: { label: speak(mail.action.label), url: mail.action.url } }),
  }
  const row = await tx.first(sql<{ id: number }>`insert into outbox_mail (customer_id, to_address, lang, subject, text, html)
    values (${tx.customerId}, ${mail.to}, ${mail.lang}, ${subject}, ${layOutText(parts)}, ${layOutHtml(parts)}) returning id`)
  if (row) tx.enqueue({ name: 'mail.send', data: { mail_id: row.id } })
}
