import { sql } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { AppError } from '#kit/contract/errors.ts'
import { assertGranted, type Grant } from '#kit/server/access/authorize.ts'
import { asSql, both } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from './turn.ts'

/** The turn in which an entity's ranks are given out. */
export const rankTurn = (def: EntityDef): string => `${def.name} rank`

/** Gives the named rows, among themselves, the order in which they are named; each must be writable (TBL-29). */
export async function reorder(tx: Tx, grant: Grant, { def, rules }: Resource, _resources: Resources, ids: readonly number[]): Promise<void> {
  assertGranted(grant, def, 'update')
  await takeTurn(tx, rankTurn(def))
  const t = rowRef('t')
  const writable = asSql(both(rules.read(t, grant.who), rules.update(t, grant.who)))
  const table = sql.table(def.name)
  const moved = await tx.run(sql<{ id: number }>`with wanted as (select id, n from unnest(${ids}::bigint[]) with ordinality as w (id, n)),
    locked as (select t.id, t.position from ${table} as t where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[]) and ${writable} order by t.id for no key update of t),
    places as (select position, row_number() over (order by position) as n from locked)
    update ${table} t set position = p.position from wanted w join places p on p.n = w.n
    where t.customer_id = ${tx.customerId} and t.id = w.id and (select count(*) from locked) = ${new Set(ids).size} returning t.id`)
  if (moved.length < ids.length) throw new AppError('INVALID', 'kit.errors.reordering_failed')
  tx.audit({ entity: def.name, object_id: null, action: 'reorder', details: JSON.stringify({ ids }) })
}
