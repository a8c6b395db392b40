import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import { assertGranted, type Grant } from '#kit/server/access/authorize.ts'
import { asSql, both } from '#kit/server/access/row-rule.ts'
import { rowRef } from './columns.ts'
import { versionsAsOf } from './history.ts'
import type { Row } from './list-engine.ts'
import type { Resource, Resources } from './resource.ts'
import { asPast, finishRow, selectRow } from './select-row.ts'
import type { Tx } from './transaction.ts'

/** One row as its reader may see it, or, with `asOf`, as it stood at the end of that day; throws NOT_FOUND when it is out of reach or was not there. */
export async function getRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number, asOf?: string): Promise<Row> {
  assertGranted(grant, resource.def, 'read')
  const { who } = grant
  const t = rowRef('t')
  const readable = asSql(both(sql<boolean>`t.customer_id = ${who.customerId} and t.id = ${id}`, resource.rules.read(t, who)))
  const row = await tx.first(sql<Row>`select ${selectRow(resource, resources, who, Object.keys(resource.def.fields))}
    from ${asOf ? versionsAsOf(resource, who, asOf) : sql.table(resource.def.name)} as t where ${readable}`)
  if (!row) throw notFound(resource.refusals?.access)
  const finished = finishRow(resource.def, row)
  return asOf ? asPast(finished) : finished
}
