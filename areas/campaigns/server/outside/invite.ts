import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { dayInWords } from '#kit/contract/date-order.ts'
import { AppError, type Message } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Job, Post } from '#kit/server/http/area.ts'
import { tally, windowEndsIn } from '#kit/server/http/rate-limit.ts'
import { sendMail, type Mail } from '#kit/server/mail/mail.ts'
import { newLink } from '#areas/access/server/index.ts'

const jobName = 'campaigns.outside'
const hour = 3600
/** Invitations that somebody gets from one organisation in an hour. */
const anHour = 5

interface Way {
  readonly account_id: number
  readonly verified: boolean
}

/**
 * Where the mail of somebody from outside leads: to the page that sends codes, where the campaign has them; to their page, where they have a password already; else
 * to where they choose one, by a link for them alone that is good once and for seven days, in place of a former one. None of them lets anybody in by itself.
 * Undefined for whoever is not to come in.
 */
export async function outsideAction(
  tx: Tx,
  post: Pick<Post, 'publicUrl' | 'secrets'>,
  campaign: { readonly external_codes: boolean },
  member: number,
): Promise<Mail['action'] | undefined> {
  const way = await tx.first(sql<Way>`select account_id, verified from invitee(${member})`)
  if (!way) return undefined
  if (campaign.external_codes) return { label: { key: 'campaigns.outside.mail.answer' }, url: `${post.publicUrl}/outside/code/${tx.customerId}` }
  if (way.verified) return { label: { key: 'campaigns.outside.mail.answer' }, url: `${post.publicUrl}/outside` }
  return { label: { key: 'campaigns.outside.mail.choose' }, ...(await newLink(tx, post, way.account_id, 'INVITATION', tx.now)) }
}

/** How to come in, by where the mail leads. */
const howTo = ({ external_codes: codes }: { readonly external_codes: boolean }, action: Mail['action']): Message => ({
  key: codes ? 'campaigns.outside.mail.by_code' : action?.sealed ? 'campaigns.outside.mail.by_password' : 'campaigns.outside.mail.by_known',
})

/** What differs in the mails of a campaign for those of its members who are from outside, by member; one statement where none is. */
export async function outsideParts(
  tx: Tx,
  post: Post,
  campaign: number,
  members: readonly number[],
): Promise<ReadonlyMap<number, Pick<Mail, 'action' | 'closing'> & { how: Message }>> {
  const rows = await tx.run(sql<{ id: number; external_codes: boolean; organisation: string }>`select m.id, c.external_codes, o.name as organisation
    from member m join campaign c on c.customer_id = m.customer_id and c.id = ${campaign} join customer o on o.id = m.customer_id
    where m.customer_id = ${tx.customerId} and m.kind = 'OUTSIDE' and m.id = any(${[...members]}::bigint[]) order by m.id`)
  const parts = new Map<number, Pick<Mail, 'action' | 'closing'> & { how: Message }>()
  for (const row of rows) {
    const action = await outsideAction(tx, post, row, row.id)
    if (action)
      parts.set(row.id, { action, how: howTo(row, action), closing: { key: 'campaigns.outside.mail.closing', values: { organisation: row.organisation } } })
  }
  return parts
}

/** Queues the invitation of one person to one evaluation; throws THROTTLED once the address has had its share. */
export async function queueInvitation(tx: Tx, evaluation: number, member: { readonly id: number; readonly email: string }): Promise<void> {
  if ((await tally(tx, `outside:${tx.customerId}:${member.email.toLowerCase()}`, hour)) > anHour)
    throw new AppError('THROTTLED', 'campaigns.outside.errors.too_many', { code: 'INVITATION_LIMIT', values: { max: anHour }, retryAfter: windowEndsIn(hour) })
  // Whom this names is not written to again by what invites everybody.
  await tx.run(sql`insert into campaign_mail (customer_id, campaign_id, member_id, kind, day)
    select e.customer_id, e.campaign_id, ${member.id}::bigint, 'INVITATION', ${tx.today}::date from evaluation e where e.customer_id = ${tx.customerId} and e.id = ${evaluation}
    on conflict do nothing`)
  tx.enqueue({ name: jobName, data: { evaluation_id: evaluation, member_id: member.id }, key: `outside-${evaluation}-${member.id}` })
}

interface Asked {
  readonly email: string
  readonly lang: Language
  readonly organisation: string
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly invitation_en: string | null
  readonly invitation_fr: string | null
  readonly external_codes: boolean
  readonly due_date: string | null
}

const inLanguage = (lang: Language, en: string | null, fr: string | null) => (lang === 'fr' ? (fr ?? en) : (en ?? fr)) ?? ''
/** The organisation's own words, paragraph by paragraph. */
const ownWords = (text: string): Message[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ key: 'campaigns.outside.mail.own', values: { text: part } }))

/** Writes to one person, in their language, what they are asked; nothing where the campaign does not run or asks them no longer. */
export const outsideJob = (post: Post): Job => ({
  name: jobName,
  run: async ({ tx, data }) => {
    const { evaluation_id: evaluation, member_id: member } = data as { readonly evaluation_id?: number; readonly member_id?: number }
    const to =
      await tx.first(sql<Asked>`select m.email, m.lang, o.name as organisation, c.name_en, c.name_fr, c.invitation_en, c.invitation_fr, c.external_codes, e.due_date
      from evaluation e join campaign c on c.customer_id = e.customer_id and c.id = e.campaign_id join customer o on o.id = e.customer_id
        join member m on m.customer_id = e.customer_id and m.id = ${member} and m.kind = 'OUTSIDE' and not m.disabled
      where e.customer_id = ${tx.customerId} and e.id = ${evaluation} and e.id = any(asked_outside(m.id, 'PASSWORD'))`)
    const action = to && (await outsideAction(tx, post, to, member ?? 0))
    if (!to || !action) return
    const values = {
      organisation: to.organisation,
      name: inLanguage(to.lang, to.name_en, to.name_fr),
      day: to.due_date ? dayInWords(to.due_date, to.lang) : '',
    }
    await sendMail(tx, post.translate, {
      to: to.email,
      lang: to.lang,
      subject: { key: 'campaigns.outside.mail.subject', values },
      paragraphs: [
        { key: 'campaigns.outside.mail.text', values },
        ...(to.due_date ? [{ key: 'campaigns.outside.mail.due', values }] : []),
        ...ownWords(inLanguage(to.lang, to.invitation_en, to.invitation_fr)),
        howTo(to, action),
      ],
      action,
      closing: { key: 'campaigns.outside.mail.closing', values },
    })
  },
})
