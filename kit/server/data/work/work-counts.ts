import { sql } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { statesOf, type WorkItem } from '#kit/contract/work-item.ts'
import { assertGranted, type Grant } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Every status with its number of rows, those without any included. */
export function perStatus<S extends string>(
  work: WorkItem<WorkItem['entity'], S>,
  rows: readonly { readonly status: string; readonly count: number }[],
): Record<S, number> {
  const found = new Map(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(statesOf(work).map((status) => [status, found.get(status) ?? 0])) as Record<S, number>
}

/** A list's query with its own status left aside. */
export const withoutStatus = ({ status }: WorkItem, query: ListQuery): ListQuery => ({ ...query, filters: query.filters.filter(({ name }) => name !== status) })

/** How many rows of a list's query each status has, the query's own status left aside. */
export async function countByStatus(
  tx: Tx,
  grant: Grant,
  resource: Resource & { readonly work: WorkItem },
  resources: Resources,
  query: ListQuery,
): Promise<Record<string, number> & { total: number }> {
  const { def, rules, work } = resource
  assertGranted(grant, def, 'read')
  const t = rowRef('t')
  const asked = withoutStatus(work, query)
  checkQuery(resource, asked)
  const rows = await tx.run(sql<{ status: string; count: number }>`select ${t(work.status)} as status, count(*) as count from ${sql.table(def.name)} t
    where ${listConditions(resource, asked, rules.read(t, grant.who), t, grant.who, resources)} group by 1`)
  return { ...perStatus(work, rows), total: rows.reduce((sum, { count }) => sum + count, 0) }
}
