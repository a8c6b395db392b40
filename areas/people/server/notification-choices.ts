import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { AppError, notFound } from '#kit/contract/errors.ts'
import type { NotificationChoice } from '#kit/contract/notification.ts'
import { notificationKindNames, notificationKinds, type MailCadence } from '#kit/contract/notification-kinds.ts'
import { systemWho, type Who } from '#kit/server/access/who.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { consume, placeOf } from '#kit/server/http/rate-limit.ts'
import { getNotificationChoices, putNotificationChoices, showUnsubscribe, unsubscribe, type NotificationChoices } from '#areas/people/contract/notifications.ts'
import { asOneself } from './own-grant.ts'
import { members } from './members.ts'
import { leavingOf, type Leaving } from './unsubscribe.ts'

/** By which way one hears of what: chosen on one's profile, and ended by the link of a mail. */
export function notificationChoiceCalls(api: Api, resources: Resources): void {
  handle(api, 'user', getNotificationChoices, async ({ tx, who }) => ({ object: await choicesOf(tx, memberOf(who)) }))

  handle(api, 'user', putNotificationChoices, async ({ tx, who, body, translate }) => {
    const { choices }: BodyOf<typeof putNotificationChoices> = body
    const member = memberOf(who)
    const wants = (cadence: MailCadence) => choices.some(({ mail }) => mail === cadence)
    const mails = { ...(wants('DAILY') && { daily_notifications: true }), ...(wants('WEEKLY') && { weekly_digest: true }) }
    if (Object.keys(mails).length > 0) await updateRow(tx, asOneself(who), members, resources, member, mails)
    await choose(tx, member, choices)
    return { message: translate('kit.messages.saved'), object: await choicesOf(tx, member) }
  })

  const { db, secrets, now } = api.ports
  const leave = async (request: Parameters<typeof placeOf>[0], token: string): Promise<Leaving> => {
    await consume(db, `unsubscribe:${placeOf(request)}`, 60, 600)
    const leaving = leavingOf(secrets, token, now())
    if (!leaving) throw new AppError('NOT_FOUND', 'people.errors.unsubscribe_link')
    return leaving
  }
  // A link says in which language its mail was, and whether there is anybody is nobody's business.
  const answer = async ({ customerId, memberId, cadence }: Leaving, work?: (tx: Tx, lang: Language) => Promise<void>) => {
    const lang = await db.transaction(customerId, async (tx) => {
      tx.act(systemWho(customerId, 'unsubscribe', 'link'))
      const found = await tx.first(sql<{ lang: Language }>`select lang from member where customer_id = ${customerId} and id = ${memberId}`)
      if (found) await work?.(tx, found.lang)
      return found?.lang
    })
    return { ok: true, object: { cadence, lang: lang ?? ('en' as const) } }
  }

  // Mail programs that know no better open what they could post to.
  api.addRaw(operationOf(showUnsubscribe, 'user'), async ({ request, reply, params }) => {
    const token = String(params.token)
    if (request.headers.accept?.includes('text/html')) return reply.redirect(`/unsubscribe/${encodeURIComponent(token)}`)
    return answer(await leave(request, token))
  })
  api.addRaw(operationOf(unsubscribe, 'user'), async ({ request, params }) => {
    const leaving = await leave(request, String(params.token))
    return answer(leaving, (tx) => end(tx, resources, leaving))
  })
}

/** Staff who stand outside of any organisation hear nothing, and choose nothing. */
function memberOf({ memberId }: Who): number {
  if (memberId === null) throw notFound()
  return memberId
}

async function choicesOf(tx: Tx, member: number): Promise<NotificationChoices> {
  const row = await tx.first(sql<{
    daily: boolean
    weekly: boolean
    choices: NotificationChoice[]
  }>`select m.daily_notifications as daily, m.weekly_digest as weekly,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'in_app', k.in_app, 'mail', k.mail)), '[]') from notification_choice k
        where k.customer_id = m.customer_id and k.member_id = m.id) as choices
    from member m where m.customer_id = ${tx.customerId} and m.id = ${member}`)
  if (!row) throw notFound()
  const chosen = new Map(row.choices.map((choice) => [choice.kind, choice]))
  return {
    ...row,
    choices: notificationKindNames.map((kind) => {
      const { mail, always } = notificationKinds[kind]
      const own = chosen.get(kind)
      return { kind, in_app: always || (own?.in_app ?? true), mail: own?.mail ?? mail }
    }),
  }
}

/** Keeps choices; what waits for a mail waits for the one that is chosen now, or for none. */
async function choose(tx: Tx, member: number, choices: readonly NotificationChoice[]): Promise<void> {
  const ordered = choices.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  const columns = sql`${ordered.map(({ kind }) => kind)}::text[], ${ordered.map(({ kind, in_app }) => in_app || notificationKinds[kind].always)}::boolean[], ${ordered.map(({ mail }) => mail)}::text[]`
  await tx.run(sql`insert into notification_choice (customer_id, member_id, kind, in_app, mail)
      select ${tx.customerId}::bigint, ${member}::bigint, * from unnest(${columns})
    on conflict (customer_id, member_id, kind) do update set in_app = excluded.in_app, mail = excluded.mail`)
  await tx.run(sql`update notification n set mail = nullif(c.mail, 'NEVER') from unnest(${columns}) as c (kind, in_app, mail)
    where n.customer_id = ${tx.customerId} and n.member_id = ${member} and n.mail is not null and n.kind = c.kind and n.mail is distinct from nullif(c.mail, 'NEVER')`)
}

/** What waited for a mail that its member wants no more waits for none. */
export async function forgetWaiting(tx: Tx, member: number, cadence: MailCadence): Promise<void> {
  await tx.run(sql`update notification set mail = null where customer_id = ${tx.customerId} and member_id = ${member} and mail = ${cadence}`)
}

const flags = { DAILY: 'daily_notifications', WEEKLY: 'weekly_digest' } as const

/** Ends the mails of a kind: of the morning or of Monday as the profile does, at once by choosing none for whatever came so. */
async function end(tx: Tx, resources: Resources, { memberId, cadence }: Leaving): Promise<void> {
  if (cadence === 'AT_ONCE') {
    const { choices } = await choicesOf(tx, memberId)
    const ended = choices.flatMap((choice) => (choice.mail === cadence ? [{ ...choice, mail: 'NEVER' as const }] : []))
    if (ended.length > 0) await choose(tx, memberId, ended)
  } else {
    await updateRow(tx, asOneself({ ...tx.who, memberId }), members, resources, memberId, { [flags[cadence]]: false })
    await forgetWaiting(tx, memberId, cadence)
  }
}
