import { sql, type RawBuilder } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { asSql, both, type Reader, type RowRef } from '#kit/server/access/row-rule.ts'
import { handOver } from '#kit/server/data/people/assign.ts'
import { differs } from '#kit/server/data/store/column-values.ts'
import { linkTable, rowRef } from '#kit/server/data/sql/columns.ts'
import type { WriteContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { statusChange, willBe } from '#kit/server/data/work/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { readSettings } from '#areas/tenancy/server/index.ts'
import type { exemptionRegister } from '#areas/exemptions/contract/exemption-register.ts'
import { exemptionWork } from '#areas/exemptions/contract/exemption-work.ts'
import { decidedFields, exemption } from '#areas/exemptions/contract/exemption.ts'
import { guardGrouping } from './exemption-grouping.ts'
import { guardCharge, guardRegister, refuseWhileHolding } from '#kit/server/data/work/placement.ts'
import { mayDecide, mayDecideOf, exemptionRegisterRules } from './rules.ts'

/** Nobody decides about what they asked for, for themselves or in another's name. */
const ownRequest = (row: RowRef, { memberId }: Pick<Reader, 'memberId'>): RawBuilder<boolean> | false =>
  memberId === null
    ? false
    : sql<boolean>`(coalesce(${row('requester_id')} = ${memberId}, false) or coalesce(${row('created_by')} = ${memberId}, false) or exists (select 1
      from decision_request q left join decision d on d.customer_id = q.customer_id and d.request_id = q.id where q.customer_id = ${row('customer_id')}
        and q.entity = 'exemption' and q.object_id = ${row('id')} and d.request_id is null and q.asked_by = ${memberId}))`

/** Requested, and the reader is one of those who decide. */
export const waitsFor = (row: RowRef, who: Reader | undefined): RawBuilder<boolean> =>
  who === undefined
    ? sql<boolean>`false`
    : asSql(both(sql<boolean>`${row('status')} = 'REQUESTED' and not ${asSql(ownRequest(row, who))}`, mayDecideOf(row, who)))

const dayMs = 86_400_000
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

/** By their names on the wire. */
const decided = decidedFields.flatMap((name) => (name === 'name' ? (['name_en', 'name_fr'] as const) : [name]))
/** What a decision says beside its outcome. */
const writtenWithDecision: ReadonlySet<string> = new Set(['status', 'status_reason', 'approver', 'decided_on', 'decision_comment', 'first_granted_on'])

/** What is refused about an exemption beside what its lifecycle refuses. */
export async function guardExemption(context: GuardContext<typeof exemption>): Promise<void> {
  const { tx, grant, verb, action, before, changes, refuse } = context
  if (verb === 'delete') {
    if (before?.decided_on != null) throw new AppError('IN_USE', 'exemptions.errors.decided_stays')
    return
  }
  const { from, to } = statusChange(exemptionWork, context)
  const asked = action !== 'bulk_undo'
  // One's own work is to be told what it is not told: an exemption begins as a request, whoever makes it.
  if (before === undefined && to !== 'REQUESTED') refuse('status', 'exemptions.errors.begins_requested')
  // Nor with a reason for what it became.
  if (before === undefined && (changes.status_reason ?? null) !== null) refuse('status_reason', 'exemptions.errors.begins_requested')
  guardCharge(context)
  await guardRegister(context, { entity: 'exemption_register', read: exemptionRegisterRules.read })
  if (before === undefined) changes.requester ??= grant.who.memberId
  if (asked && changes.requester !== undefined && changes.requester !== (before?.requester_id ?? grant.who.memberId) && !mayAskForOthers(context))
    refuse('requester', 'exemptions.errors.requester')
  if (asked) await guardDates(context)
  if (before !== undefined && asked && (from === 'GRANTED' || from === 'CLOSED')) await guardFrozen(context, from)
  await guardGrouping(context, { from, to })
  if (from !== to && to === 'CLOSED' && changes.close_reason === undefined) changes.close_reason = from === 'REQUESTED' ? 'WITHDRAWN' : 'REMEDIED'
  if (before === undefined || from === to || !asked) return
  const answered = from === 'REQUESTED' && (to === 'GRANTED' || to === 'REJECTED')
  if ((answered || from === 'GRANTED') && grant.work === undefined) {
    const t = rowRef('t')
    const found = await tx.first(
      sql<{
        may: boolean
        own: boolean
      }>`select ${asSql(mayDecide(t, grant.who))} as may, ${asSql(ownRequest(t, grant.who))} as own from exemption t where t.customer_id = ${tx.customerId} and t.id = ${before.id}`,
    )
    if (answered && found?.own) refuse('status', 'exemptions.errors.own_request')
    else if (!found?.may) refuse('status', 'kit.errors.no_update_right')
  }
  if (!answered) return
  for (const name of Object.keys(changes)) if (!writtenWithDecision.has(name)) refuse(name, 'exemptions.errors.as_asked')
  if (to === 'GRANTED' && String(before.end_date) < tx.today) refuse('status', 'exemptions.errors.ended_already')
  Object.assign(changes, { approver: grant.who.memberId, decided_on: tx.today, decision_comment: changes.status_reason ?? null })
  if (to === 'GRANTED') changes.first_granted_on = await firstGranted(tx, before.renewed_from_id)
}

/** Pilots ask in another’s name; everybody else for themselves. */
const mayAskForOthers = ({ grant }: Pick<GuardContext<typeof exemption>, 'grant'>) =>
  grant.work !== undefined || grant.who.roles.some((role) => role === 'global_pilote' || role === 'local_pilote')

/** Its days, where they are said anew: in order, no longer than the organisation allows, not over yet and not in a far future. */
async function guardDates(context: GuardContext<typeof exemption>): Promise<void> {
  const { tx, before, changes, refuse } = context
  const changed = (['start_date', 'end_date'] as const).filter((name) => changes[name] !== undefined && differs(before?.[name], changes[name]))
  if (changed.length === 0) return
  const [start, end] = [willBe(context, 'start_date'), willBe(context, 'end_date')] as [string | null, string | null]
  if (start === null || end === null) return
  if (changed.includes('end_date') && end < tx.today) return refuse('end_date', 'exemptions.errors.end_past')
  // What its lifecycle refuses.
  if (end < start) return
  const { exemption_max_days: days } = await readSettings(tx)
  if (daysBetween(start, end) >= days) refuse('end_date', 'exemptions.errors.too_long', { days })
  if (daysBetween(tx.today, start) > days) refuse('start_date', 'exemptions.errors.start_too_far', { days })
}

/** What was granted stays as it was but for an earlier end; what is over stays as it is. */
async function guardFrozen({ tx, action, before, changes, refuse }: GuardContext<typeof exemption>, from: string): Promise<void> {
  const stored: Readonly<Record<string, unknown>> = before ?? {}
  for (const name of decided) {
    const given = changes[name]
    // Whoever asked may have left since: somebody answers for it until it ends, and the decision keeps who it was.
    if (given === undefined || before === undefined || (name === 'requester' && action === handOver)) continue
    if (exemption.fields[name as keyof typeof exemption.fields]?.kind === 'links') {
      const links = await tx.run(
        sql<{
          id: number
        }>`select target_id as id from ${sql.table(linkTable(exemption, name))} where customer_id = ${tx.customerId} and owner_id = ${before.id} order by 1`,
      )
      if (links.map(({ id }) => id).join() === (given as number[]).toSorted((a, b) => a - b).join()) continue
    } else if (!differs(stored[`${name}_id`] === undefined ? stored[name] : stored[`${name}_id`], given)) continue
    const shorter = name === 'end_date' && from === 'GRANTED' && String(given) < String(before.end_date)
    if (!shorter) refuse(name, 'exemptions.errors.frozen')
  }
}

/** When the first of those that a renewal carries on was granted; today for one that carries on none. */
async function firstGranted(tx: Tx, renewed: number | null): Promise<string> {
  if (renewed === null) return tx.today
  const row = await tx.first(
    sql<{ day: string | null }>`select first_granted_on as day from exemption where customer_id = ${tx.customerId} and id = ${renewed}`,
  )
  return row?.day ?? tx.today
}

/** At least one register remains, and one that holds exemptions stays (EXM-05). */
export async function keepRegister(context: WriteContext<typeof exemptionRegister>): Promise<void> {
  const { tx, verb, before } = context
  if (verb !== 'delete') return
  const other = await tx.first(sql`select 1 from exemption_register where customer_id = ${tx.customerId} and id <> ${before?.id} limit 1`)
  if (!other) throw new AppError('IN_USE', 'exemptions.errors.last_register')
  await refuseWhileHolding(context, 'exemption', 'register_id', 'kit.errors.register_in_use')
}
