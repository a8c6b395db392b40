import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { writtenDay, type DateOrder } from '#kit/contract/date-order.ts'
import type { Message } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { lettersTo } from '#kit/server/data/people/notify.ts'
import { oneByOne } from '#kit/server/jobs/one-by-one.ts'
import type { Job, LongJob, Post } from '#kit/server/http/area.ts'
import { sendMails, type Mail } from '#kit/server/mail/mail.ts'
import { outsideParts } from '#areas/campaigns/server/outside/invite.ts'
import { remindJobName } from './days.ts'
import { inviteJobName } from './campaign-effects.ts'

/** Evaluations that one mail names; it counts the others. */
const shown = 15

interface Owed {
  readonly id: number
  readonly perimeter_id: number
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly due: string | null
}
interface Recipient {
  readonly id: number
  readonly email: string
  readonly lang: Language
  /** Null: as the language does. */
  readonly date_order: DateOrder | null
  readonly total: number
  readonly owed: readonly Owed[]
}
interface Round {
  readonly id: number
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly invitation_en: string | null
  readonly invitation_fr: string | null
  readonly reminder_en: string | null
  readonly reminder_fr: string | null
}

type Kind = 'INVITATION' | 'REMINDER'

/** Whoever answers an evaluation of a campaign that is still to be answered, with which: `person` has `member_id` and the columns of `e`. */
export const owing = (tx: Tx, campaign: number): RawBuilder<unknown> => sql`(
  select e.id, e.perimeter_id, e.due_date, w.member_id from evaluation e
    join campaign c on c.customer_id = e.customer_id and c.id = e.campaign_id and (c.status in ('METRIC_ENTRY', 'STARTED') or e.given_back)
    cross join lateral (select e.evaluator_id as member_id
      union select h.target_id from evaluation__helpers h where h.customer_id = e.customer_id and h.owner_id = e.id
      union select g.target_id from group__members g where g.customer_id = e.customer_id and g.owner_id = e.group_id) w
    join member m on m.customer_id = e.customer_id and m.id = w.member_id and not m.disabled and not m.archived
  where e.customer_id = ${tx.customerId} and e.campaign_id = ${campaign} and e.status in ('NOT_STARTED', 'STARTED', 'REJECTED'))`

/** Claims whom nobody has written to yet, and answers them with what they owe: two who do so at once write to nobody twice. */
async function claim(tx: Tx, campaign: number, kind: Kind, whom: RawBuilder<boolean>): Promise<Recipient[]> {
  const claimed = await tx.run(sql<{ id: number }>`insert into campaign_mail (customer_id, campaign_id, member_id, kind, day)
    select distinct ${tx.customerId}::bigint, ${campaign}::bigint, person.member_id, ${kind}, ${tx.today}::date from ${owing(tx, campaign)} person where ${whom}
    on conflict do nothing returning member_id as id`)
  if (claimed.length === 0) return []
  return tx.run(sql<Recipient>`select m.id, m.email, m.lang, m.date_order, count(*)::int as total,
      (jsonb_agg(jsonb_build_object('id', o.id, 'perimeter_id', o.perimeter_id, 'name_en', p.name_en, 'name_fr', p.name_fr, 'due', o.due_date) order by o.due_date, o.id)) as owed
    from ${owing(tx, campaign)} o join member m on m.customer_id = ${tx.customerId} and m.id = o.member_id
      join perimeter p on p.customer_id = ${tx.customerId} and p.id = o.perimeter_id
    where o.member_id = any(${claimed.map(({ id }) => id)}::bigint[]) group by m.id, m.email, m.lang, m.date_order order by m.id`)
}

const roundOf = (tx: Tx, id: number) =>
  tx.first(sql<Round>`select id, name_en, name_fr, invitation_en, invitation_fr, reminder_en, reminder_fr from campaign
    where customer_id = ${tx.customerId} and id = ${id}`)

const inLanguage = (lang: Language, en: string | null, fr: string | null) => (lang === 'fr' ? (fr ?? en) : (en ?? fr)) ?? ''
/** The organisation's own words, paragraph by paragraph. */
const ownWords = (text: string): Message[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ key: 'campaigns.plan.mail.own', values: { text: part } }))

/** Where somebody answers: the one evaluation, or their list of them. */
export const answerPath = (campaign: number, owed: readonly { readonly perimeter_id: number }[]): string =>
  owed.length === 1 ? `/contributions/evaluations/eval/${campaign}/${owed[0]?.perimeter_id}` : '/contributions/evaluations'

type Outside = Awaited<ReturnType<typeof outsideParts>>

function mailOf({ publicUrl, translate }: Post, round: Round, kind: Kind, { id, email, lang, date_order, total, owed }: Recipient, outside: Outside): Mail {
  const name = inLanguage(lang, round.name_en, round.name_fr)
  const word = kind === 'INVITATION' ? 'invitation' : 'reminder'
  const own = inLanguage(lang, round[`${word}_en`], round[`${word}_fr`])
  const guest = outside.get(id)
  return {
    to: email,
    lang,
    subject: { key: `campaigns.plan.mail.${word}_subject`, values: { name } },
    paragraphs: [...ownWords(own), { key: `campaigns.plan.mail.${word}_text`, values: { name, count: total } }, ...(guest ? [guest.how] : [])],
    items: owed.slice(0, shown).map((one) => {
      const perimeter = inLanguage(lang, one.name_en, one.name_fr)
      if (one.due === null) return { text: perimeter }
      return { text: translate({ key: 'campaigns.plan.mail.item', values: { name: perimeter, day: writtenDay(one.due, date_order ?? lang) } }, lang) }
    }),
    action: { label: { key: 'campaigns.plan.mail.answer' }, url: `${publicUrl}${answerPath(round.id, owed)}` },
    // People from outside have no page but their own.
    ...(guest?.action && { action: guest.action }),
    ...(guest?.closing && { closing: guest.closing }),
  }
}

/** Nobody is invited twice, nor reminded twice on one day. */
const causes: Readonly<Record<Kind, (evaluation: number, today: string) => string>> = {
  INVITATION: (id) => `invited:evaluation:${id}`,
  REMINDER: (id, today) => `reminded:evaluation:${id} on ${today}`,
}

/** Tells people what they owe, in the product and by a mail with the campaign's own words. */
async function write(tx: Tx, post: Post, campaign: number, kind: Kind, whom: RawBuilder<boolean>): Promise<void> {
  const round = await roundOf(tx, campaign)
  if (!round) return
  const people = await claim(tx, campaign, kind, whom)
  if (people.length > 0) {
    const ids = people.map((one) => one.id)
    const [outside, letters] = [await outsideParts(tx, post, campaign, ids), await lettersTo(tx, 'asked', ids)]
    await sendMails(
      tx,
      post.translate,
      people.filter(({ id }) => letters.has(id)).map((one) => mailOf(post, round, kind, one, outside)),
    )
    for (const { id, owed } of people)
      for (const one of owed.slice(0, shown))
        tx.tell({ kind: 'asked', entity: 'evaluation', id: one.id, members: [id], day: one.due, letter: true, cause: causes[kind](one.id, tx.today) })
  }
}

/** Notes that everybody who is asked was invited, of a campaign that is told of afterwards. */
export const noteInvited = (tx: Tx, campaign: number) =>
  tx.run(sql`insert into campaign_mail (customer_id, campaign_id, member_id, kind, day)
    select distinct ${tx.customerId}::bigint, ${campaign}::bigint, person.member_id, 'INVITATION', ${tx.today}::date from ${owing(tx, campaign)} person on conflict do nothing`)

const notYet = (tx: Tx, campaign: number, kind: Kind) => sql<boolean>`not exists (select 1 from campaign_mail l
  where l.customer_id = ${tx.customerId} and l.campaign_id = ${campaign} and l.member_id = person.member_id and l.kind = ${kind})`

/** Invites whoever is asked and was not yet, by mail and in the product; run again, it invites nobody. */
export const inviteJob = (post: Post): Job => ({
  name: inviteJobName,
  run: async ({ tx, data }) => {
    const id = Number((data as { campaign_id?: unknown }).campaign_id)
    await write(tx, post, id, 'INVITATION', notYet(tx, id, 'INVITATION'))
  },
})

/** Reminds those that somebody has chosen, each once a day. */
export const remindJob = (post: Post): Job => ({
  name: remindJobName,
  run: async ({ tx, data }) => {
    const { campaign_id: id, members } = data as { campaign_id?: unknown; members?: unknown }
    await write(tx, post, Number(id), 'REMINDER', sql<boolean>`person.member_id = any(${members}::bigint[])`)
  },
})

/**
 * Reminds before answers are due, as many days before as the campaign says. Of several steps that passed unseen the last is told, steps before the start are
 * none, and who was reminded since by hand is not reminded again.
 */
const dueNow = (tx: Tx, campaign: number) => sql<boolean>`exists (select 1 from campaign c
  cross join lateral (select max(person.due_date - r.days) as step from campaign__reminders r
    where r.customer_id = c.customer_id and r.owner_id = c.id and person.due_date - r.days <= ${tx.today}::date) s
  where c.customer_id = ${tx.customerId} and c.id = ${campaign} and person.due_date >= ${tx.today}::date and s.step > c.date_start
    and not exists (select 1 from campaign_mail l where l.customer_id = c.customer_id and l.campaign_id = c.id
      and l.member_id = person.member_id and l.kind = 'REMINDER' and l.day >= s.step))`

export const remindersJob = (post: Post): LongJob => ({
  name: 'campaign.reminders',
  schedule: '0 8 * * *',
  runLong: async ({ apart }) => {
    const ids = await apart((tx) =>
      tx.run(sql<{
        id: number
      }>`select c.id from campaign c where c.customer_id = ${tx.customerId} and (c.status in ('METRIC_ENTRY', 'STARTED') or exists (select 1 from evaluation e
        where e.customer_id = c.customer_id and e.campaign_id = c.id and e.given_back)) order by c.id`),
    )
    await oneByOne(
      ids.map(({ id }) => id),
      'Campaigns whose reminders could not be written',
      (id) => apart((tx) => write(tx, post, id, 'REMINDER', dueNow(tx, id))),
    )
  },
})
