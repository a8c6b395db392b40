import { sql, type RawBuilder } from 'kysely'
import { asSql, type RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import type { WriteContext } from '#kit/server/data/resource.ts'
import { today } from '#kit/server/data/today.ts'
import { statusChange, willBe } from '#kit/server/data/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work-resource.ts'
import type { exemptionRegister } from '#areas/registers/contract/exemption-register.ts'
import { exemptionWork } from '#areas/registers/contract/exemption-work.ts'
import type { exemption } from '#areas/registers/contract/exemption.ts'
import { AppError } from '#kit/contract/errors.ts'
import { guardCharge, guardRegister, refuseWhileHolding } from './placement.ts'
import { mayDecide } from './rules.ts'

/** Granted, and today is one of its days: dates decide, not the job that closes what is over (decisions, Scores 6). */
export const inForce = (row: RowRef): RawBuilder<boolean> =>
  sql`(${row('status')} = 'GRANTED' and coalesce(${today} between ${row('start_date')} and ${row('end_date')}, false))`

/** The longest that an exemption lasts unless the organisation prefers less (decisions, Lifecycles). */
export const longestDays = 365

/** What is refused about an exemption beside what its lifecycle refuses. */
export async function guardExemption(context: GuardContext<typeof exemption>): Promise<void> {
  const { tx, grant, verb, before, changes, refuse } = context
  if (verb === 'delete') return
  guardCharge(context)
  await guardRegister(context, 'exemption_register')
  if (before === undefined) changes.requester ??= grant.who.memberId
  const [start, end] = [willBe(context, 'start_date'), willBe(context, 'end_date')] as [string | null, string | null]
  if (start !== null && end !== null) {
    if (end < start) refuse('end_date', 'registers.errors.end_before_start')
    else if (Date.parse(end) - Date.parse(start) >= longestDays * 86_400_000) refuse('end_date', 'registers.errors.too_long', { days: longestDays })
  }
  const { from, to } = statusChange(exemptionWork, context)
  const decided = from === 'REQUESTED' && (to === 'GRANTED' || to === 'REJECTED')
  if (before !== undefined && from !== to && (decided || from === 'GRANTED')) {
    const t = rowRef('t')
    const found = await tx.first(
      sql<{ mine: boolean }>`select ${asSql(mayDecide(t, grant.who))} as mine from exemption t where t.customer_id = ${tx.customerId} and t.id = ${before.id}`,
    )
    if (!found?.mine) refuse('status', 'kit.errors.no_update_right')
  }
  if (before !== undefined && decided) {
    if (before.requester_id === grant.who.memberId) refuse('status', 'registers.errors.own_request')
    Object.assign(changes, { approver: grant.who.memberId, decided_on: tx.today, decision_comment: changes.status_reason ?? null })
  }
}

/** At least one register remains, and one that holds exemptions stays (EXM-05). */
export async function keepRegister(context: WriteContext<typeof exemptionRegister>): Promise<void> {
  const { tx, verb, before } = context
  if (verb !== 'delete') return
  const other = await tx.first(sql`select 1 from exemption_register where customer_id = ${tx.customerId} and id <> ${before?.id} limit 1`)
  if (!other) throw new AppError('IN_USE', 'registers.errors.last_register')
  await refuseWhileHolding(context, 'exemption', 'register_id', 'registers.errors.register_in_use')
}
