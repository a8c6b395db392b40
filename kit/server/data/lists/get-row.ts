import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import { assertGranted, type Grant } from '#kit/server/access/authorize.ts'
import { asSql, both } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Row } from './list-engine.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { asPast, finishRow, selectRow } from '#kit/server/data/sql/select-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** One row as its reader may see it; throws NOT_FOUND when it is out of reach, is not there or, in a transaction that reads the past, was not there. */
export async function getRow(tx: Tx, grant: Grant, resource: Resource, resources: Resources, id: number): Promise<Row> {
  assertGranted(grant, resource.def, 'read')
  const { who } = grant
  const t = rowRef('t')
  const readable = asSql(both(sql<boolean>`t.customer_id = ${who.customerId} and t.id = ${id}`, resource.rules.read(t, who)))
  const row = await tx.first(sql<Row>`select ${selectRow(resource, resources, who, Object.keys(resource.def.fields))}
    from ${sql.table(resource.def.name)} as t where ${readable}`)
  if (!row) throw notFound(resource.refusals?.access)
  const finished = finishRow(resource.def, row)
  return tx.past ? asPast(finished) : finished
}

/** The same where only that matters: throws NOT_FOUND for a row that its reader may not see, and reads nothing else of it. */
export async function mustRead(tx: Tx, grant: Grant, resource: Resource, id: number): Promise<void> {
  assertGranted(grant, resource.def, 'read')
  const { who } = grant
  const t = rowRef('t')
  const readable = asSql(both(sql<boolean>`t.customer_id = ${who.customerId} and t.id = ${id}`, resource.rules.read(t, who)))
  if (!(await tx.first(sql`select 1 from ${sql.table(resource.def.name)} as t where ${readable}`))) throw notFound(resource.refusals?.access)
}
