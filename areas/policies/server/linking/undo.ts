import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { hasMeasures } from '#areas/policies/server/measure-facts.ts'
import { coverageTurn } from '#areas/policies/server/coverage-turn.ts'
import { linkingEntity, described, auditLinking, untouched, type LinkingEdit } from './recorded-edit.ts'

/**
 * Takes back what one linking did, once, by its author: its links go, what it confirmed waits again, models that it made go where nothing else came to use them. What somebody
 * has changed or confirmed since stays, and is counted.
 */
export async function undoEdit(tx: Tx, resources: Resources, policyId: number, ticket: string): Promise<{ links: number; kept: number }> {
  await takeTurn(tx, coverageTurn())
  const { customerId } = tx
  const mine = sql`customer_id = ${customerId} and id = ${ticket} and entity = ${linkingEntity} and member_id is not distinct from ${tx.who.memberId} and not undone`
  const row = await tx.first(sql<{ before: LinkingEdit }>`select before from bulk_edit where ${mine}`)
  if (row?.before.policy !== policyId) throw notFound()
  const { linked, confirmed, models } = row.before
  const all = [...linked, ...confirmed]
  // Held before the measures that follow from their links.
  if (models.length > 0)
    await tx.run(sql`select 1 from solution where customer_id = ${customerId} and id = any(${models}::bigint[]) order by id for no key update`)
  const controls = await tx.run(sql<{ id: number; lineage_id: number }>`select distinct on (c.lineage_id) c.id, c.lineage_id from control c
    where c.customer_id = ${customerId} and c.lineage_id = any(${all.map(([lineage]) => lineage)}::bigint[]) order by c.lineage_id, c.id desc`)
  const before = await described({ tx, controls })
  const gone = await tx.run(sql`with ended as (delete from control_solution cs where ${untouched(tx, linked)} returning cs.*)
    insert into control_solution_history (customer_id, lineage_id, solution_id, share, to_confirm, linked_by, valid_from, valid_to)
    select customer_id, lineage_id, solution_id, share, to_confirm, linked_by, valid_from, moment() from ended returning 1`)
  const back = sql`control_solution cs where ${untouched(tx, confirmed)}`
  await tx.run(sql`insert into control_solution_history (customer_id, lineage_id, solution_id, share, to_confirm, linked_by, valid_from, valid_to)
    select cs.customer_id, cs.lineage_id, cs.solution_id, cs.share, cs.to_confirm, cs.linked_by, cs.valid_from, moment() from ${back}`)
  const waits = await tx.run(sql`update control_solution cs set to_confirm = true, valid_from = moment() where ${untouched(tx, confirmed)} returning 1`)
  const links = gone.length + waits.length
  if (links > 0) await auditLinking({ tx, policyId, action: 'undo_linking', controls }, before, links)
  await removeModels(tx, resources, models)
  await tx.run(sql`update bulk_edit set undone = true where ${mine}`)
  return { links, kept: all.length - links }
}

/** Models of one's own making that nobody has touched or used since. */
async function removeModels(tx: Tx, resources: Resources, ids: readonly number[]): Promise<void> {
  if (ids.length === 0 || !can(tx.who, 'solution.write')) return
  const unused = await tx.run(sql<{
    id: number
  }>`select s.id from solution s where s.customer_id = ${tx.customerId} and s.id = any(${ids}::bigint[]) and s.version = 1
    and not exists (select 1 from control_solution cs where cs.customer_id = s.customer_id and cs.solution_id = s.id)
    and not ${hasMeasures(rowRef('s'))} order by s.id`)
  await removeRows(
    tx,
    authorize(tx.who, 'solution.write'),
    resourceOf(resources, 'solution'),
    resources,
    unused.map(({ id }) => id),
  )
}
