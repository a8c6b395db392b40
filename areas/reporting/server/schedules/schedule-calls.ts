import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { consume, placeOf } from '#kit/server/http/rate-limit.ts'
import { leaveReport, showLeaving } from '#areas/reporting/contract/leave-report.ts'
import { leavingReportOf, type LeavingReport } from './leaving.ts'
import { scheduleResource } from './report-schedule.ts'

/** A recipient takes themselves off a report by the link of a mail, signed in or not. */
export function scheduleCalls(api: Api, resources: Resources): void {
  const { db, secrets, now } = api.ports
  const leaving = async (request: Parameters<typeof placeOf>[0], token: string): Promise<LeavingReport> => {
    await consume(db, `unsubscribe:${placeOf(request)}`, 60, 600)
    const found = leavingReportOf(secrets, token, now())
    if (!found) throw new AppError('NOT_FOUND', 'reporting.errors.leave_link')
    return found
  }
  // A link says in which language its mail was, and whether there is anybody is nobody's business.
  const answer = async ({ customerId, memberId }: LeavingReport, work?: (tx: Tx) => Promise<void>) => {
    const lang = await db.transaction(customerId, async (tx) => {
      tx.act(systemWho(customerId, 'unsubscribe', 'link'))
      const found = await tx.first(sql<{ lang: Language }>`select lang from member where customer_id = ${customerId} and id = ${memberId}`)
      if (found) await work?.(tx)
      return found?.lang
    })
    return { ok: true, object: { lang: lang ?? ('en' as const) } }
  }

  // Mail programs that know no better open what they could post to.
  api.addRaw(operationOf(showLeaving, 'report_schedule'), async ({ request, reply, params }) => {
    const token = String(params.token)
    if (request.headers.accept?.includes('text/html')) return reply.redirect(`/unsubscribe/report/${encodeURIComponent(token)}`)
    return answer(await leaving(request, token))
  })
  api.addRaw(operationOf(leaveReport, 'report_schedule'), async ({ request, params }) => {
    const found = await leaving(request, String(params.token))
    return answer(found, (tx) => takeOff(tx, resources, found))
  })
}

async function takeOff(tx: Tx, resources: Resources, { scheduleId, memberId }: LeavingReport): Promise<void> {
  // Of two who leave at once the second sees that the first has left.
  await tx.run(sql`select 1 from report_schedule where customer_id = ${tx.customerId} and id = ${scheduleId} for no key update`)
  const rows = await tx.run(
    sql<{ id: number }>`select target_id as id from report_schedule__recipients where customer_id = ${tx.customerId} and owner_id = ${scheduleId} order by 1`,
  )
  const ids = rows.map(({ id }) => id)
  if (!ids.includes(memberId)) return
  const grant = systemGrant('people who take themselves off a report', tx.who, memberId)
  await updateRow(tx, grant, scheduleResource, resources, scheduleId, { recipients: ids.filter((id) => id !== memberId) })
}
