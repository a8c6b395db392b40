import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import { AppError, forbidden, notFound } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { consume } from '#kit/server/http/rate-limit.ts'
import { sessionsOf } from '#areas/access/server/index.ts'
import { impersonate, stopImpersonation } from '#areas/people/contract/profile.ts'
import { members } from './members.ts'

/** How often the same person may begin to act as somebody else, in an hour. */
const perHour = 30

/** Acting as a user of the organisation one has entered, and coming back (ACC-44). */
export function impersonationCalls(api: Api, resources: Resources): void {
  const { db } = api.ports

  api.addRaw(operationOf(impersonate, 'auth'), async ({ request, reply, body }) => {
    const { user_id: memberId }: BodyOf<typeof impersonate> = body
    const accountId = await api.inSession(request, async (tx) => allowed(tx))
    await consume(db, `impersonate:${accountId}`, perHour, 3600)
    const sessions = sessionsOf(api)
    const opened = await api.inSession(request, async (tx) => {
      allowed(tx)
      // Whoever may not be seen here is not found, as everywhere.
      await getRow(tx, authorize(tx.who, 'member.read'), members, resources, memberId)
      const impersonator = await actorOf(tx)
      const target = await tx.first(sql<{ account_id: number }>`select account_id from impersonation_target(${memberId}, ${tx.today}::date)`)
      if (!target || memberId === impersonator.memberId) throw refused()
      const session = await sessions.impersonate(tx, request, {
        ...impersonator,
        until: await sessions.endOf(tx, request),
        target: { memberId, accountId: target.account_id },
      })
      if (!session) throw refused()
      // By now the actor is the user, with the impersonator beside: the entry names both.
      tx.audit({ entity: 'member', object_id: memberId, action: 'impersonate' })
      return { cookie: session.cookie, user: await sessions.describe(tx, session.who) }
    })
    sessions.setCookie(request, reply, opened.cookie)
    return { ok: true, user: opened.user }
  })

  api.addRaw(operationOf(stopImpersonation, 'auth'), async ({ request, reply }) => {
    const sessions = sessionsOf(api)
    const back = await api.inSession(
      request,
      async (tx) => {
        const impersonation = await sessions.impersonation(tx, request)
        if (!impersonation || !tx.who.session) throw new AppError('CONFLICT', 'people.errors.not_impersonating', { code: 'NOT_IMPERSONATING' })
        await sessions.end(tx, request)
        tx.audit({ entity: 'member', object_id: tx.who.memberId, action: 'stop_impersonation' })
        const place = await tx.first(sql`select 1 from customers_of(${impersonation.accountId}) where customer_id = ${impersonation.customerId}`)
        return { ...impersonation, method: tx.who.session.method, welcome: place !== undefined }
      },
      { whilePending: true },
    )
    // Their powers are looked at anew: whoever has lost them in the meantime is signed out.
    const opened = back.welcome
      ? await db.transaction(back.customerId, async (tx) => {
          const session = await sessions.open(tx, request, back.accountId, { method: back.method, until: back.until })
          return session && { cookie: session.cookie, user: await sessions.describe(tx, session.who) }
        })
      : null
    sessions.setCookie(request, reply, opened?.cookie ?? '')
    return { ok: true, user: opened?.user ?? null }
  })
}

const refused = () => new AppError('FORBIDDEN', 'people.errors.impersonation', { code: 'IMPERSONATION_REFUSED' })

/** Only the provider's administrators and support, as themselves; answers their account. */
function allowed({ who }: Tx): number {
  authorize(who, 'member.impersonate')
  if (who.accountId === null || who.impersonatorId !== null || (who.adminType !== 'ROOT' && who.adminType !== 'SUPPORT')) throw forbidden()
  return who.accountId
}

async function actorOf(tx: Tx) {
  const { memberId, accountId, session } = tx.who
  const row = await tx.first(sql<{ name: string }>`select name from member where customer_id = ${tx.customerId} and id = ${memberId}`)
  if (!row || memberId === null || accountId === null || !session) throw notFound()
  return { memberId, accountId, name: row.name, method: session.method }
}
