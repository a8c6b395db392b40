import { sql } from 'kysely'
import type { ChangedRow, WrittenRow } from '#kit/contract/event.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { lockRows } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import type { Job } from '#kit/server/http/area.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { setUses } from '#areas/metrics/server/index.ts'
import type { measure } from '#areas/measures/contract/measure.ts'
import type { tag } from '#areas/organisation/contract/tag.ts'
import type { perimeter } from '#areas/organisation/contract/perimeter.ts'
import type { indicator } from '#areas/indicators/contract/indicator.ts'
import { putControls } from './control.ts'
import { note, noteAll } from './recompute.ts'

/** What decides the values; a name decides none. */
const decisive = ['type', 'periodicity', 'formula', 'is_global', 'perimeters', 'tag', 'perimeter_aggregation', 'archived'] as const
const forScores = ['type', 'target_value', 'measures', 'archived', 'periodicity'] as const

/** After a write the values that follow from it are worked out in the background; the scores are told at once what the values there are mean now. */
export async function followIndicator({ tx, verb, before, changes, after }: WrittenContext<typeof indicator>): Promise<void> {
  const parents = [before?.parent_id ?? null, after?.parent_id ?? null].filter((id) => id !== null && id !== before?.id)
  const moved = verb !== 'update' || 'parent' in changes || 'archived' in changes
  const own = after && (verb === 'create' || decisive.some((key) => key in changes)) ? [after.id] : []
  await note(
    tx,
    [...new Set([...own, ...(moved ? parents : [])])].map((id) => ({ indicator: Number(id), cells: null })),
  )
  // What a formula names keeps its meaning meanwhile (MET-11).
  const id = after?.id ?? before?.id
  if (id !== undefined && (changes.metrics !== undefined || !after)) await setUses(tx, { entity: 'indicator', id }, after ? (changes.metrics ?? []) : [])
  if (before && after && forScores.some((key) => key in changes)) await putControls(tx, after.id)
  if (before && !after) await putControls(tx, before.id)
}

/** Indicators of a measure that is reset are unlinked, not deleted (IND-14); in a transaction of its own, since what else the reset writes is locked after indicators elsewhere (0017). */
export function leaveMeasure(tx: Tx, { id }: DomainEvent<WrittenRow<typeof measure>>): Promise<void> {
  tx.enqueue({ name: 'indicator_unlink', data: { measure: id } })
  return Promise.resolve()
}

export const unlinkJob: Job = { name: 'indicator_unlink', run: ({ tx, data, resources }) => unlink(tx, resources, Number(data.measure)) }

/** A measure leaves the indicators that show it to work. */
export async function unlink(tx: Tx, resources: Resources, id: number): Promise<void> {
  const resource = resourceOf(resources, 'indicator')
  const grant = systemGrant('indicators of a measure that is reset', tx.who)
  const owners = await tx.run(sql<{ id: number }>`select owner_id as id from indicator__measures where customer_id = ${tx.customerId} and target_id = ${id}`)
  // Held before the others are read: somebody may link or unlink one meanwhile.
  const { rows } = await lockRows(tx, grant, resource, owners, 'update')
  const ids = rows.map((row) => row.id)
  const linked = await tx.run(sql<{ id: number; measures: number[] }>`select i.id, array(select l.target_id::float8 from indicator__measures l
      where l.customer_id = i.customer_id and l.owner_id = i.id and l.target_id <> ${id} order by l.target_id) as measures
    from indicator i where i.customer_id = ${tx.customerId} and i.id = any(${ids}::bigint[]) order by i.id`)
  const updates = linked.map((one) => ({ id: one.id, changes: { measures: one.measures } }))
  await updateRows(tx, grant, resource, resources, updates, { action: 'unlink_measure' })
}

/** Where a perimeter lies decides what comes together above it. */
export async function followPerimeter(tx: Tx, { payload: { before, after } }: DomainEvent<ChangedRow<typeof perimeter>>): Promise<void> {
  if (after.parent_id !== before.parent_id) await noteAll(tx)
}

/** Which perimeters a grouping has decides what the indicators of it are about. */
export async function followTag(tx: Tx, { id }: DomainEvent<WrittenRow<typeof tag>>): Promise<void> {
  const about = await tx.run(sql<{ id: number }>`select id from indicator where customer_id = ${tx.customerId} and tag_id = ${id} and not archived order by id`)
  await note(
    tx,
    about.map((one) => ({ indicator: one.id, cells: null })),
  )
}
