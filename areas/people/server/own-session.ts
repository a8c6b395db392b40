import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import { forbidden } from '#kit/contract/errors.ts'
import { systemWho, type SessionFacts } from '#kit/server/access/who.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { sessionsOf } from '#areas/access/server/index.ts'
import { providerCustomer } from '#areas/tenancy/server/index.ts'
import { changeCustomer, listOwnObjects, setLanguage } from '#areas/people/contract/calls.ts'
import { asOneself } from './own-grant.ts'
import { listOwn } from './assigned-objects.ts'
import { members } from './members.ts'
import { visit, type Visitor } from './outside-sign-in.ts'

/** What people change of their own session. */
export function ownSessionCalls(api: Api, resources: Resources): void {
  handle(api, 'user', setLanguage, async ({ tx, who, request, body }) => {
    await updateRow(tx, asOneself(who), members, resources, who.memberId ?? 0, { lang: body.lang })
    await tx.run(sql`select set_account_lang(${who.accountId}, ${body.lang})`)
    request.lang = body.lang
    return {}
  })

  handle(api, 'user', listOwnObjects, async ({ tx, query: { closed } }) => listOwn(tx, resources, closed === 'true'))

  api.addRaw(operationOf(changeCustomer, 'user'), async ({ request, reply, body }) => {
    const { customer_id: wanted }: BodyOf<typeof changeCustomer> = body
    const sessions = sessionsOf(api)
    const from = await api.inSession(request, async (tx) => ({ ...(await permitted(tx, wanted)), until: await sessions.endOf(tx, request) }), changeCustomer)
    const target = wanted ?? providerCustomer
    const opened = await api.ports.db.transaction(target, async (tx) => {
      tx.act(systemWho(target, 'change-customer', request.id, from.lang))
      await visit(tx, resources, from)
      const session = await sessions.open(tx, request, from.accountId, { method: from.method, until: from.until })
      if (!session) throw forbidden('people.errors.customer_change')
      tx.audit({
        entity: 'session',
        object_id: session.who.memberId,
        action: 'enter',
        details: JSON.stringify({ from: from.customerId }),
      })
      return { cookie: session.cookie, user: await sessions.describe(tx, session.who) }
    })
    sessions.setCookie(request, reply, opened.cookie)
    return { ok: true, user: opened.user }
  })
}

interface Traveller extends Visitor {
  readonly customerId: number
  readonly method: SessionFacts['method']
}

/** Who goes where: only to the customers that the account may use; staff may also leave for the provider's pages. */
async function permitted(tx: Tx, wanted: number | null): Promise<Traveller> {
  const { who } = tx
  const person = await tx.first(sql<
    Omit<Traveller, 'customerId' | 'method'> & { allowed: boolean }
  >`select account_id as "accountId", email, firstname, lastname, lang, theme, time_zone, date_order,
      exists (select 1 from customers_of(account_id) where customer_id = ${wanted}) as allowed
    from member where customer_id = ${tx.customerId} and id = ${who.memberId} and account_id is not null`)
  const allowed = wanted === null ? who.adminType !== null || who.session?.instanceUser : person?.allowed
  if (!person || !allowed || !who.session || who.session.tied || who.impersonatorId !== null) throw forbidden('people.errors.customer_change')
  return { ...person, customerId: tx.customerId, method: who.session.method }
}
