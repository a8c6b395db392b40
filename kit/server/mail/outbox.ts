import { sql } from 'kysely'
import type { Transporter } from 'nodemailer'
import { z } from 'zod'
import { listAnswer } from '#kit/contract/row-schema.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Job, LongJob } from '#kit/server/http/area.ts'
import { asSent, withoutSecrets } from './secret-link.ts'

export interface MailOptions {
  /** `smtp://…` or `smtps://…`; without it mail stays in the outbox, to be read there. */
  readonly smtpUrl?: string | undefined
  readonly from: string
}

interface Waiting {
  readonly id: number
  readonly to_address: string
  readonly lang: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly secret: string | null
  readonly one_click: string | null
}

interface WithFile extends Waiting {
  readonly attachment_name: string | null
  readonly attachment_mime: string | null
  readonly attachment: Buffer | null
}

/** The jobs of outgoing mail: sending, and forgetting what could not be sent within a month. */
export function mailJobs({ smtpUrl, from }: MailOptions, secrets: Secrets): readonly (Job | LongJob)[] {
  return [sendWaiting(smtpUrl ? transportTo(smtpUrl) : null, from, secrets), forgetOld]
}

/** One transport, made with the first mail that leaves (docs/decisions/0034). */
function transportTo(url: string): () => Promise<Transporter> {
  let made: Promise<Transporter> | undefined
  return () =>
    (made ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }),
    ))
}

/** Sent mail is deleted, since it may hold a link that signs in; a crash between the two sends it twice, never not at all. */
const sendWaiting = (transport: (() => Promise<Transporter>) | null, from: string, secrets: Secrets): LongJob => ({
  name: 'mail.send',
  runLong: async ({ data, apart }) => {
    if (!transport) return
    const { mail_id: id } = data as { readonly mail_id?: number }
    const mail = await apart((tx) =>
      tx.first(
        sql<WithFile>`select id, to_address, lang, subject, text, html, secret, one_click, attachment_name, attachment_mime, attachment from outbox_mail where customer_id = ${tx.customerId} and id = ${id}`,
      ),
    )
    if (!mail) return
    await (
      await transport()
    ).sendMail({
      from,
      to: { name: '', address: mail.to_address },
      subject: mail.subject,
      ...asSent(secrets, mail),
      ...(mail.attachment && {
        attachments: [{ filename: mail.attachment_name ?? '', contentType: mail.attachment_mime ?? '', content: mail.attachment }],
      }),
      headers: {
        'Content-Language': mail.lang,
        'Auto-Submitted': 'auto-generated',
        ...(mail.one_click && { 'List-Unsubscribe': `<${mail.one_click}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    await apart((tx) => tx.run(sql`delete from outbox_mail where customer_id = ${tx.customerId} and id = ${mail.id}`))
  },
})

const forgetOld: Job = {
  name: 'mail.forget',
  schedule: '50 3 * * *',
  run: async ({ tx }) => {
    await tx.run(sql`delete from outbox_mail where customer_id = ${tx.customerId} and created_at < (select present()) - interval '30 days'`)
  },
}

const outboxMail = z.object({
  id: z.int(),
  to_address: z.string(),
  lang: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  created_at: z.iso.datetime(),
})

/**
 * `GET /outbox`: the mail of this customer that has not left, newest first, without the secrets of its links; for the provider's administrators alone, and each
 * look is audited: it is other people's mail.
 */
export function outboxRoute(api: Api): void {
  api.add(
    {
      method: 'GET',
      path: '/outbox',
      tag: 'outbox',
      summary: 'List mail that has not been sent, without the secrets of its links',
      access: 'outbox.read',
      answer: listAnswer(outboxMail),
    },
    async ({ tx }) => {
      const rows = await tx.run(sql<
        Omit<Waiting, 'secret' | 'one_click'> & { created_at: Date }
      >`select id, to_address, lang, subject, text, html, created_at from outbox_mail
        where customer_id = ${tx.customerId} order by id desc limit 200`)
      tx.audit({ entity: 'outbox_mail', object_id: null, action: 'read', details: JSON.stringify({ mails: rows.length }) })
      return {
        objects: rows.map((row) => ({ ...row, text: withoutSecrets(row.text), html: withoutSecrets(row.html), created_at: row.created_at.toISOString() })),
      }
    },
  )
}
