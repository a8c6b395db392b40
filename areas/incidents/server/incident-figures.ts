import { sql, type RawBuilder } from 'kysely'
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
  const one = sql`select t.* from incident t where ${where}`
  const figure = (name: 'all' | 'open' | 'late') => figureColumn(resource, incidentFigures[name], t, grant.who, tx.today)
  const zone = grant.who.timeZone
  // Of a day of the organisation; months in which nothing ended are shown as such.
  const took = (at: string, since: RawBuilder<unknown>) => sql`round(extract(epoch from ${t(at)} - ${since})::numeric / 3600, 1)`
  const ended = (
    at: string,
    since: RawBuilder<unknown>,
  ) => sql`select date_trunc('month', ${t(at)} at time zone ${zone})::date as month, ${took(at, since)} as hours
    from one t where ${t(at)} >= (select min(m.month) from months m)::timestamp at time zone ${zone} and ${since} is not null and not t.exercise and t.close_reason is distinct from 'FALSE_POSITIVE' and t.close_reason is distinct from 'DUPLICATE'`
  const known = sql`coalesce(t.detected_at, t.opened_at)`
  const byMonth = (
    name: string,
    at: string,
    since: RawBuilder<unknown> = known,
  ) => sql`${sql.ref(name)} as (select month, count(*)::int as count, round(avg(hours) filter (where hours >= 0), 1)::float8 as mean,
      round((percentile_cont(0.5) within group (order by hours) filter (where hours >= 0))::numeric, 1)::float8 as median from (${ended(at, since)}) e group by month)`
  const [totals, bySeverity, months] = await Promise.all([
    tx.first(
      sql<{
        total: number
        open: number
        late: number
      }>`select ${figure('all')} as total, ${figure('open')} as open, ${figure('late')} as late from (${one}) t`,
    ),
    tx.run(
      sql<{ severity: number | null; open: number }>`select t.severity, ${figure('open')} as open from (${one}) t group by t.severity order by t.severity desc`,
    ),
    tx.run(sql<Month>`with one as materialized (select t.occurred_at, t.detected_at, t.opened_at, t.containment_at, t.closed_at, t.exercise, t.close_reason from incident t where ${where}), months as (select (date_trunc('month', ${today}::timestamp) - make_interval(months => 11 - n))::date as month from generate_series(0, 11) n),
        ${byMonth('d', 'detected_at', sql`t.occurred_at`)}, ${byMonth('c', 'containment_at')}, ${byMonth('e', 'closed_at')}
      select to_char(m.month, 'YYYY-MM') as month, m.month::timestamp at time zone ${zone} as "from",
        (m.month + interval '1 month')::timestamp at time zone ${zone} - interval '1 millisecond' as "to", coalesce(d.count, 0) as detected, d.mean as mean_detect, d.median as median_detect,
        coalesce(c.count, 0) as contained, c.mean as mean_contain, c.median as median_contain,
        coalesce(e.count, 0) as closed, e.mean as mean_close, e.median as median_close
      from months m left join d on d.month = m.month left join c on c.month = m.month left join e on e.month = m.month order by m.month`),
  ])
  return {
    ...(totals ?? { total: 0, open: 0, late: 0 }),
    by_severity: bySeverity,
    months: months.map((row) => ({ ...row, from: row.from.toISOString(), to: row.to.toISOString() })),
  }
}
