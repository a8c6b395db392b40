import { sql } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { evidenceStates } from '#areas/evidence/contract/evidence.ts'
import { evidenceDerived } from './derived.ts'

/** How many rows of a list's query each state has, the query's own state left aside. */
export async function countStates(tx: Tx, grant: Grant, resources: Resources, query: ListQuery): Promise<Record<string, number>> {
  const resource = resourceOf(resources, 'evidence')
  const t = rowRef('t')
  const asked = { ...query, filters: query.filters.filter(({ name }) => name !== 'state') }
  checkQuery(resource, asked)
  const rows = await tx.run(sql<{ state: string; count: number }>`select ${evidenceDerived.state(t, 'en')} as state, count(*) as count from evidence t
    where ${listConditions(resource, asked, resource.rules.read(t, grant.who), t, grant.who, resources)} group by 1`)
  const found = new Map(rows.map(({ state, count }) => [state, count]))
  return { ...Object.fromEntries(evidenceStates.map((state) => [state, found.get(state) ?? 0])), total: rows.reduce((sum, { count }) => sum + count, 0) }
}
