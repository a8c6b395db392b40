import { sql } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** A measure that a list's query finds: what it is the measure of, and where. */
interface Found {
  readonly id: number
  readonly solution: number
  readonly perimeter: number
}

/** All measures that a list's query finds and the reader may open, by name: those that its list counts and pages through. */
export function measuresMatching(tx: Tx, grant: Grant, resources: Resources, query: Pick<ListQuery, 'filters' | 'global_search'>): Promise<Found[]> {
  const resource = resourceOf(resources, 'measure')
  checkQuery(resource, { sort: [], filters: query.filters })
  const t = rowRef('t')
  const where = listConditions(resource, query, resource.rules.read(t, grant.who), t, grant.who, resources)
  return tx.run(sql<Found>`select t.id, t.solution_id as solution, t.perimeter_id as perimeter from measure t where ${where}
    order by ${localizedText(t, 'name', tx.who.lang)}, t.id`)
}
