import { sql, type RawBuilder } from 'kysely'
import type { WrittenRow } from '#kit/contract/event.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import type { measure } from '#areas/measures/contract/measure.ts'
import { measureWorths } from '#areas/scores/server/index.ts'
import { riskStale } from '#areas/risks/contract/events.ts'
import type { risk } from '#areas/risks/contract/risk.ts'
import { derive, type Derived, type Sides } from './compute-levels.ts'
import { following } from './guard.ts'
import { shaken } from './treatment-basis.ts'
import { scalesOf } from './scale-of.ts'
import { sharesIn } from './shares.ts'

/** Of what the worth of measures is made, by the names under which it is audited (docs/decisions/0009); and what else a treatment that is asked about rests on. */
export const movesLevels = ['measure', 'measure_deduction', 'measure_control', 'runtask', 'occurrence', 'remediation', 'gap']

/** Written in one transaction; the next ones in the next. */
const atOnce = 200

type Standing = Sides & Derived & { readonly id: number; readonly register_id: number; readonly overdue: boolean; readonly pending: boolean }

const isOpen = sql<boolean>`r.treatment <> 'CLOSED'`
const isAsked = sql<boolean>`r.status = 'TO_BE_APPROVED'`
/** Approved, and its review date has passed. */
const isOverdue = (tx: Tx) =>
  sql<boolean>`(r.stale_reason is null and r.status = 'APPROVED' and r.treatment in ('ACCEPTED', 'TRANSFERRED') and coalesce(r.review_date < ${tx.today}::date, false))`

/** Risks whose levels are not what follows from their measures today, and approvals whose date has passed: four statements, however many risks. */
export async function moved(tx: Tx): Promise<{ readonly levels: number[]; readonly overdue: number[] }> {
  const rows =
    await tx.run(sql<Standing>`select r.id, r.register_id, r.init_impact, r.init_probability, r.min_impact, r.min_probability, r.target_impact, r.target_probability,
      r.manual_impact, r.manual_probability, r.current_impact, r.current_probability, r.efficiency, r.init_level, r.current_level, r.target_level,
      coalesce(l.ids, '{}') as measures, ${sharesIn('risk', rowRef('r'))} as shares, coalesce(r.rule_state = 'PENDING', false) as pending,
      ${isOverdue(tx)} as overdue
    from risk r left join (select owner_id, array_agg(target_id) as ids from risk__measures where customer_id = ${tx.customerId} group by owner_id) l on l.owner_id = r.id
    where r.customer_id = ${tx.customerId} and r.treatment <> 'CLOSED' order by r.id`)
  if (rows.length === 0) return { levels: [], overdue: [] }
  const scales = await scalesOf(tx, null)
  const worths = await measureWorths(tx, [...new Set(rows.flatMap(({ measures }) => measures))])
  const differs = (row: Standing) => {
    const scale = scales.get(row.register_id)
    if (!scale) return false
    const found = derive(row, scale, worths)
    return (Object.keys(found) as (keyof Derived)[]).some((name) => found[name] !== row[name])
  }
  return { levels: rows.filter((row) => row.pending || differs(row)).map(({ id }) => id), overdue: rows.filter((row) => row.overdue).map(({ id }) => id) }
}

/**
 * Levels follow their measures: after anything was written of which their worth is made, and at night, when days have passed. What differs is worked out again under the lock of its row,
 * so that nothing is written over what somebody changed meanwhile.
 */
export const levelsJob: LongJob = {
  name: 'risk_levels',
  schedule: '30 0 * * *',
  runLong: async ({ apart, resources }) => {
    const { levels, overdue: late } = await apart(moved)
    const write = async (ids: readonly number[], which: (tx: Tx) => RawBuilder<boolean>, changes: (tx: Tx) => object) => {
      for (let at = 0; at < ids.length; at += atOnce)
        await apart(async (tx) => {
          // What was removed, closed or asked for anew since is left alone.
          const held = await tx.run(sql<{ id: number }>`select r.id from risk r where r.customer_id = ${tx.customerId}
            and r.id = any(${ids.slice(at, at + atOnce)}::bigint[]) and ${which(tx)} order by r.id for no key update of r`)
          await updateRows(
            tx,
            systemGrant('levels of risks that follow their measures', tx.who),
            resourceOf(resources, 'risk'),
            resources,
            held.map(({ id }) => ({ id, changes: { ...changes(tx) } })),
            { action: following },
          )
        })
    }
    await write(
      levels,
      () => isOpen,
      () => ({}),
    )
    const moving = new Set(levels)
    await write(
      late.filter((id) => !moving.has(id)),
      isOverdue,
      ({ today }) => ({ stale_reason: 'DATE', stale_on: today }),
    )
    // What moved with its level is another row already.
    await write(
      await apart(shaken),
      () => isAsked,
      ({ today }) => ({ stale_reason: 'PLAN', stale_on: today }),
    )
  },
}

/** Risks are kept when a measure of theirs is reset: they are only unlinked from it (RSK-18). */
export async function unlinkMeasure(tx: Tx, { id }: DomainEvent<WrittenRow<typeof measure>>, resources: Resources): Promise<void> {
  // Held before their links are read, so that a measure that somebody adds at the same moment stays.
  await tx.run(sql`select 1 from risk r where r.customer_id = ${tx.customerId}
    and r.id in (select l.owner_id from risk__measures l where l.customer_id = ${tx.customerId} and l.target_id = ${id}) order by r.id for no key update of r`)
  const tied = await tx.run(sql<{ id: number; others: number[] }>`select l.owner_id as id,
      array(select o.target_id from risk__measures o where o.customer_id = l.customer_id and o.owner_id = l.owner_id and o.target_id <> l.target_id order by 1) as others
    from risk__measures l where l.customer_id = ${tx.customerId} and l.target_id = ${id} order by l.owner_id`)
  const rows = tied.map((one) => ({ id: one.id, changes: { measures: one.others } }))
  await updateRows(tx, systemGrant('levels of risks that follow their measures', tx.who), resourceOf(resources, 'risk'), resources, rows, { action: 'unlink' })
}

/** Whoever a risk is given to, and who approved it, hear that what was approved holds no more, or that its level is counted otherwise from now on. */
export async function tellStale(contexts: readonly WrittenContext<typeof risk>[]): Promise<void> {
  for (const { tx, before, after } of contexts) {
    if (!after) continue
    const stale = after.stale_reason !== null && before?.stale_reason !== after.stale_reason
    const ruled = after.rule_state === 'MOVED' && before?.rule_state !== 'MOVED'
    if (!stale && !ruled) continue
    const people = [after.manager_id, after.approver_id].flatMap((one) => one ?? [])
    tx.tell({
      kind: 'happened',
      entity: 'risk',
      id: after.id,
      members: people,
      groups: after.group_id === null ? [] : [after.group_id],
      followers: true,
      cause: `${stale ? 'stale' : 'rule'}:${after.id}:${after.version}`,
    })
    // A request is only asked for anew; what was approved is looked at again.
    if (stale && after.status === 'APPROVED') await tx.emit(riskStale, after.id, { reason: after.stale_reason })
  }
}
