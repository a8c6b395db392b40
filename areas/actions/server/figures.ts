import { sql, type RawBuilder } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { figureColumn } from '#kit/server/data/resources/figures.ts'
import { versionedColumns } from '#kit/server/data/history/history.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import { countStanding, monthEnds } from '#kit/server/data/sql/months-sql.ts'
import { today } from '#kit/server/data/sql/today.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { perStatus, withoutStatus } from '#kit/server/data/work/work-counts.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import type { RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'
import { actionOpen } from './facts.ts'

type Counts = Record<RemediationStatus, number>
const t = rowRef('t')

/** The rows of a list's query that the reader may see, as a where clause over the alias `t`. */
function matching(grant: Grant, resource: Resource, resources: Resources, query: ListQuery): RawBuilder<unknown> {
  checkQuery(resource, query)
  return listConditions(resource, query, resource.rules.read(t, grant.who), t, grant.who, resources)
}

interface LoadRow {
  readonly manager: { id: number; name: string } | null
  readonly is_group: boolean
  readonly actions: number
  readonly days: number[]
  readonly before: number
  readonly after: number
  readonly undated: number
}

/** Months shown, the current one first. */
const horizon = 12

/** Days per person in charge and month; an action without start date weighs on its target date. */
export async function workloadByMonth(tx: Tx, grant: Grant, resources: Resources, query: ListQuery): Promise<{ months: string[]; rows: LoadRow[] }> {
  const where = matching(grant, resourceOf(resources, 'remediation'), resources, query)
  const first = sql`date_trunc('month', ${today}::timestamp)::date`
  const months = await tx.run(
    sql<{
      month: string
    }>`select to_char(${first} + make_interval(months => n), 'YYYY-MM-DD') as month from generate_series(0, ${horizon - 1}::int) n`,
  )
  const rows = await tx.run(sql<LoadRow>`with load as (
      select t.customer_id, t.manager_id, t.group_id, t.id, t.workload, t.target_date, least(coalesce(t.start_date, t.target_date), t.target_date) as start_date
      from remediation t where ${where} and ${actionOpen(rowRef('t'))} and t.workload > 0),
    months as materialized (select n, (${first} + make_interval(months => n))::date as since, (${first} + make_interval(months => n + 1))::date as until from generate_series(0, ${horizon - 1}::int) n),
    spread as (select l.manager_id, l.group_id, m.n, (least(l.target_date + 1, m.until) - greatest(l.start_date, m.since)) * l.workload / (l.target_date - l.start_date + 1) as days
      from load l join months m on m.since <= l.target_date and m.until > l.start_date),
    monthly as (select manager_id, group_id, n, round(sum(days), 1) as days from spread group by manager_id, group_id, n),
    by_month as (select manager_id, group_id, jsonb_object_agg(n, days) as days from monthly group by manager_id, group_id),
    outside as (select manager_id, group_id, count(*) as actions,
        coalesce(sum(workload) filter (where target_date is null), 0) as undated,
        coalesce(sum(greatest(0, least(target_date + 1, ${first}) - start_date) * workload / (target_date - start_date + 1)) filter (where target_date is not null), 0) as before,
        coalesce(sum(greatest(0, target_date + 1 - greatest(start_date, (${first} + make_interval(months => ${horizon}::int))::date)) * workload / (target_date - start_date + 1)) filter (where target_date is not null), 0) as after
      from load group by manager_id, group_id)
    select coalesce((select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = ${tx.customerId} and m.id = o.manager_id),
        (select jsonb_build_object('id', g.id, 'name', g.name) from "group" g where g.customer_id = ${tx.customerId} and g.id = o.group_id)) as manager,
      o.group_id is not null as is_group, o.actions, round(o.undated, 1) as undated, round(o.before, 1) as before, round(o.after, 1) as after,
      array(select coalesce((b.days ->> n::text)::float8, 0) from generate_series(0, ${horizon - 1}::int) as n order by n) as days
    from outside o left join by_month b on b.manager_id is not distinct from o.manager_id and b.group_id is not distinct from o.group_id
    order by o.manager_id is null and o.group_id is null, 1`)
  return { months: months.map(({ month }) => month), rows }
}

/** Everything the statistics view and the cockpit show, each figure over the same rows. */
export async function statistics(tx: Tx, grant: Grant, resources: Resources, query: ListQuery) {
  const resource = resourceOf(resources, 'remediation')
  const where = matching(grant, resource, resources, query)
  const one = sql`select t.* from remediation t where ${where}`
  const figure = (name: keyof typeof actionFigures) => figureColumn(resource, actionFigures[name], t, grant.who, tx.today)
  const [totals, byStatus, byPriority, byPerimeter, series] = await Promise.all([
    tx.first(sql<{
      total: number
      late: number
      soon: number
      unassigned: number
      cost: number
      workload: number
    }>`select ${figure('all')} as total, ${figure('late')} as late, ${figure('soon')} as soon, ${figure('unassigned')} as unassigned,
        coalesce(sum(t.cost), 0) as cost, coalesce(sum(t.workload), 0) as workload from (${one}) t`),
    tx.run(sql<{ status: RemediationStatus; count: number }>`select t.status, count(*) as count from (${one}) t group by t.status`),
    tx.run(sql<{
      priority: number | null
      count: number
      late: number
    }>`select t.priority, ${figure('all')} as count, ${figure('late')} as late
      from (${one}) t group by t.priority order by t.priority desc nulls last`),
    tx.run(sql<{ perimeter: { id: number; name: string } | null; count: number; late: number; finished: number }>`select
        case when p.id is not null then jsonb_build_object('id', p.id, 'name', ${localizedText(rowRef('p'), 'name', grant.who.lang)}, 'identifier', p.identifier) end as perimeter,
        f.count, f.late, f.finished
      from (select t.perimeter_id, ${figure('all')} as count, ${figure('late')} as late, ${figure('finished')} as finished
        from (${one}) t group by t.perimeter_id) f
      left join perimeter p on p.customer_id = ${tx.customerId} and p.id = f.perimeter_id order by f.count desc, p.id limit 50`),
    statusSeries(tx, grant, resource, resources, query),
  ])
  return {
    ...(totals ?? { total: 0, late: 0, soon: 0, unassigned: 0, cost: 0, workload: 0 }),
    by_status: perStatus(remediationWork, byStatus),
    by_priority: byPriority,
    by_perimeter: byPerimeter,
    series,
  }
}

/** Statuses at the end of each of the last twelve months, read from every version that was in force then; the query's own status left aside. */
async function statusSeries(tx: Tx, grant: Grant, resource: Resource, resources: Resources, query: ListQuery): Promise<{ month: string; counts: Counts }[]> {
  const columns = sql.join(versionedColumns(resource.def).map((column) => sql.ref(column)))
  const versions = sql`(select ${columns}, updated_at as valid_from, 'infinity'::timestamptz as valid_to from remediation where customer_id = ${tx.customerId}
    union all select ${columns}, valid_from, valid_to from remediation_history where customer_id = ${tx.customerId})`
  const rows = await tx.run(
    sql<{
      month: string
      status: RemediationStatus | null
      count: number
    }>`with ended as materialized (select * from ${monthEnds(today, 12, grant.who.timeZone)} e),
      told as materialized (select * from ${countStanding(sql`ended`, versions, t('status'), matching(grant, resource, resources, withoutStatus(remediationWork, query)))} k)
    select to_char(e.day, 'YYYY-MM') as month, k.key as status, coalesce(k.count, 0) as count from ended e left join told k on k.day = e.day order by 1`,
    { planned: true },
  )
  const months = [...new Set(rows.map((row) => row.month))]
  return months.map((name) => ({
    month: name,
    counts: perStatus(
      remediationWork,
      rows.flatMap(({ month: m, status, count }) => (m === name && status !== null ? [{ status, count }] : [])),
    ),
  }))
}
