import { sql } from 'kysely'
import type { z } from 'zod'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { countLookedUp } from '#kit/server/data/resources/figures.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { today } from '#kit/server/data/sql/today.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { evidenceStats } from '#areas/evidence/contract/calls.ts'
import { evidenceFigures } from '#areas/evidence/contract/figures.ts'

type Stats = z.infer<typeof evidenceStats.answer>['object']

const t = rowRef('t')

/** What the statistics of evidence show, over the rows of a list's query that the reader may see. */
export async function statistics(tx: Tx, grant: Grant, resources: Resources, query: ListQuery): Promise<Stats> {
  const resource = resourceOf(resources, 'evidence')
  checkQuery(resource, query)
  const where = listConditions(resource, query, resource.rules.read(t, grant.who), t, grant.who, resources)
  const [totals, kinds, months] = await Promise.all([
    countLookedUp(tx, grant, resource, evidenceFigures, where),
    tx.run(
      sql<
        Stats['kinds'][number]
      >`select t.kind, count(*)::int as count from evidence t where ${where} and t.kind is not null group by t.kind order by count(*) desc, t.kind`,
    ),
    tx.run(sql<
      Stats['months'][number]
    >`with months as (select (date_trunc('month', ${today}::timestamp) + make_interval(months => n))::date as month from generate_series(0, 11) n)
      select to_char(m.month, 'YYYY-MM-DD') as "from", to_char(m.month + interval '1 month' - interval '1 day', 'YYYY-MM-DD') as "to", coalesce(e.count, 0)::int as count
      from months m left join (select date_trunc('month', t.valid_until::timestamp)::date as month, count(*) as count from evidence t
        where ${where} and t.valid_until >= (select min(month) from months) group by 1) e on e.month = m.month order by m.month`),
  ])
  const { all = 0, behind_nothing = 0, valid = 0, expiring = 0, expired = 0, no_expiry = 0 } = totals ?? {}
  return { total: all, behind_nothing, states: { VALID: valid, EXPIRING: expiring, EXPIRED: expired, NO_EXPIRY: no_expiry }, kinds, months }
}
