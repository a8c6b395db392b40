import { sql } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { figureColumn } from '#kit/server/data/resources/figures.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { today } from '#kit/server/data/sql/today.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { incidentFigures } from '#areas/incidents/contract/figures.ts'

interface Month {
  readonly month: string
  readonly from: Date
  readonly to: Date
  readonly detected: number
  readonly mean_detect: number | null
  readonly median_detect: number | null
  readonly contained: number
  readonly mean_contain: number | null
  readonly median_contain: number | null
  readonly closed: number
  readonly mean_close: number | null
  readonly median_close: number | null
}

const t = rowRef('t')

/** What the statistics of incidents show, over the rows of a list's query that the reader may see: a confidential incident counts for nobody else. */
export async function incidentStatistics(tx: Tx, grant: Grant, resources: Resources, query: ListQuery) {
  const resource = resourceOf(resources, 'incident')
  checkQuery(resource, query)
  const where = listConditions(resource, query, resource.rules.read(t, grant.who), t, grant.who, resources)
  const figure = (name: 'all' | 'open' | 'late') => sql`${figureColumn(resource, incidentFigures[name], t, grant.who, tx.today)} as ${sql.ref(name)}`
  const zone = grant.who.timeZone
  // Of a day of the organisation; months in which nothing ended are shown as such.
  const byMonth = (kind: string) => sql`(select * from ended where kind = ${sql.lit(kind)})`
  const [bySeverity, months] = await Promise.all([
    tx.run(
      sql<{
        severity: number | null
        all: number
        open: number
        late: number
      }>`select t.severity, ${figure('all')}, ${figure('open')}, ${figure('late')} from incident t where ${where} group by t.severity order by t.severity desc`,
    ),
    tx.run(sql<Month>`with months as materialized (select (date_trunc('month', ${today}::timestamp) - make_interval(months => 11 - n))::date as month from generate_series(0, 11) n),
        took as (select v.kind, date_trunc('month', v.at at time zone ${zone})::date as month, round(extract(epoch from v.at - v.since)::numeric / 3600, 1) as hours
          from (select min(m.month)::timestamp at time zone ${zone} as at from months m) since cross join incident t
            cross join lateral (values ('detect', t.detected_at, t.occurred_at), ('contain', t.containment_at, coalesce(t.detected_at, t.opened_at)),
              ('close', t.closed_at, coalesce(t.detected_at, t.opened_at))) v (kind, at, since)
          where ${where} and (t.detected_at >= since.at or t.containment_at >= since.at or t.closed_at >= since.at) and v.at >= since.at and v.since is not null and not t.exercise and t.close_reason is distinct from 'FALSE_POSITIVE' and t.close_reason is distinct from 'DUPLICATE'),
        ended as materialized (select kind, month, count(*)::int as count, round(avg(hours) filter (where hours >= 0), 1)::float8 as mean,
          round((percentile_cont(0.5) within group (order by hours) filter (where hours >= 0))::numeric, 1)::float8 as median from took group by kind, month)
      select to_char(m.month, 'YYYY-MM') as month, m.month::timestamp at time zone ${zone} as "from",
        (m.month + interval '1 month')::timestamp at time zone ${zone} - interval '1 millisecond' as "to", coalesce(d.count, 0) as detected, d.mean as mean_detect, d.median as median_detect,
        coalesce(c.count, 0) as contained, c.mean as mean_contain, c.median as median_contain,
        coalesce(e.count, 0) as closed, e.mean as mean_close, e.median as median_close
      from months m left join ${byMonth('detect')} d on d.month = m.month left join ${byMonth('contain')} c on c.month = m.month
        left join ${byMonth('close')} e on e.month = m.month order by m.month`),
  ])
  const sum = (name: 'all' | 'open' | 'late') => bySeverity.reduce((total, row) => total + row[name], 0)
  return {
    total: sum('all'),
    open: sum('open'),
    late: sum('late'),
    by_severity: bySeverity.map(({ severity, open }) => ({ severity, open })),
    months: months.map((row) => ({ ...row, from: row.from.toISOString(), to: row.to.toISOString() })),
  }
}
