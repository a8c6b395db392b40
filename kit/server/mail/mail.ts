import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Message } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { layOutHtml, layOutText, type MailItem, type MailParts } from './layout.ts'

/** The most bytes of a file that goes with a mail: many servers refuse mails above ten megabytes, and a file grows by a third on its way. */
export const mostAttached = 6 * 2 ** 20

export interface Attachment {
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array
}

/** A mail in catalogue keys: it is said in the receiver's language, not the sender's. */
export interface Mail {
  readonly to: string
  readonly lang: Language
  readonly subject: Message
  /** Each one paragraph. */
  readonly paragraphs: readonly Message[]
  /** The one thing to do, as a button; `url` is absolute. One that lets its holder in is masked, and comes `sealed` (`secretLink`). */
  readonly action?: { readonly label: Message; readonly url: string; readonly sealed?: string }
  /** A secret of its paragraphs, such as a code, which stand with it masked (`secretText`); in place of a sealed action. */
  readonly sealed?: string
  /** A list after the paragraphs, such as what is late; texts of people, not keys. */
  readonly items?: readonly MailItem[]
  /** Further lists, each under its title. */
  readonly sections?: readonly { readonly title: Message; readonly items: readonly MailItem[] }[]
  /** A last line in small, such as how to get no more of them. */
  readonly closing?: Message
  /** How to get no more mails of this kind: a page that asks once more, and where mail programs do it by themselves (RFC 8058). Both need no sign-in. */
  readonly unsubscribe?: { readonly label: Message; readonly page: string; readonly oneClick: string }
  /** A file that goes with it, of at most `mostAttached` bytes; gone from here once the mail is sent. */
  readonly attachment?: Attachment
}

/** Writes a mail and queues its sending: it leaves only if the transaction commits. */
export const sendMail = (tx: Tx, translate: Translate, mail: Mail): Promise<void> => sendMails(tx, translate, [mail])

/** `sendMail` for many at once, in one statement. */
export async function sendMails(tx: Tx, translate: Translate, mails: readonly Mail[]): Promise<void> {
  const written = mails.map((mail) => wordsOf(translate, mail))
  const files = mails.map(({ attachment }) => attachment)
  if (files.some((file) => file && file.bytes.length > mostAttached)) throw new Error('A file is too large to go with a mail')
  const texts = (value: (parts: MailParts) => string) => sql`${written.map(value)}::text[]`
  const rows = await tx.run(sql<{
    id: number
  }>`insert into outbox_mail (customer_id, to_address, lang, subject, text, html, secret, one_click, attachment_name, attachment_mime, attachment)
    select ${tx.customerId}, * from unnest(${mails.map((mail) => mail.to)}::text[], ${texts(({ lang }) => lang)}, ${texts(({ subject }) => subject)}, ${texts(layOutText)}, ${texts(layOutHtml)},
      ${mails.map((mail) => mail.sealed ?? mail.action?.sealed ?? null)}::text[], ${mails.map((mail) => mail.unsubscribe?.oneClick ?? null)}::text[],
      ${files.map((file) => file?.name ?? null)}::text[], ${files.map((file) => file?.mime ?? null)}::text[], ${files.map((file) => file && Buffer.from(file.bytes))}::bytea[])
    returning id`)
  for (const { id } of rows) tx.enqueue({ name: 'mail.send', data: { mail_id: id } })
}

function wordsOf(translate: Translate, { lang, subject, paragraphs, items = [], sections = [], action, closing, unsubscribe }: Mail): MailParts {
  const speak = (message: Message) => translate(message, lang)
  return {
    lang,
    subject: speak(subject).replaceAll(/\s+/g, ' ').slice(0, 200),
    paragraphs: paragraphs.map(speak),
    items,
    sections: sections.map((section) => ({ title: speak(section.title), items: section.items })),
    ...(action && { action: { label: speak(action.label), url: action.url } }),
    ...(closing && { closing: speak(closing) }),
    ...(unsubscribe && { unsubscribe: { label: speak(unsubscribe.label), url: unsubscribe.page } }),
  }
}
