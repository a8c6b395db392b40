import { sql } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { EntryLine } from '#areas/metrics/contract/calls.ts'
import { isAuto } from './formula/around.ts'
import { missingRow } from './missing-sql.ts'

const t = rowRef('t')
/** As many metrics as a person fills in. */
const mostLines = 500

/** The metrics of a list with the values that are missing, most first; one statement, which looks at values only where some are missing. */
export async function missingOf(tx: Tx, { who }: Grant, resources: Resources, query: ListQuery): Promise<EntryLine[]> {
  const resource = resourceOf(resources, 'metric')
  checkQuery(resource, query)
  const lines =
    await tx.run(sql<EntryLine>`select t.id, t.identifier, coalesce(${localizedText(t, 'name', who.lang)}, t.identifier) as name, t.unit, t.periodicity, ${isAuto(t, who.lang)} as is_auto,
      coalesce(m.missing, 0) as missing, coalesce(m.late, 0) as late
    from (select t.* from metric t where ${listConditions(resource, query, resource.rules.read(t, who), t, who, resources)} and not t.archived order by t.id limit ${mostLines}) t
      left join lateral (select x.missing, x.late from ${missingRow(t, who)}) m on not ${isAuto(t, who.lang)}`)
  // What is filled in by itself stands below.
  return lines.toSorted(
    (a, b) => Number(a.is_auto) - Number(b.is_auto) || b.late - a.late || b.missing - a.missing || (a.name ?? '').localeCompare(b.name ?? '', who.lang),
  )
}
