import { sql } from 'kysely'
import type { Figure } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { countFigures } from '#kit/server/data/resources/figures.ts'
import { listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import type { ActionMonth, ActionSeries, ListLink } from '#areas/dashboards/contract/calls.ts'
import { actionsOnDay, actionVersions } from '#areas/actions/server/index.ts'
import { scopeOf } from './scope.ts'

/** Columns that the row rule, the perimeter filter and the figures read of a version. */
const columns = ['customer_id', 'id', 'status', 'target_date', 'done_date', 'perimeter_id', 'manager_id', 'group_id', 'program_id', 'created_by']

/** The last twelve months up to a day, its own last, from the versions that were in force at their ends; of what the reader may see now. */
export async function actionMonths(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  place: Parameters<typeof scopeOf>[1],
): Promise<{ objects: ActionMonth[]; links: Record<ActionSeries, ListLink> }> {
  const { day, within } = await scopeOf(tx, place)
  const filters = [...within]
  const resource = resourceOf(resources, 'remediation')
  const t = rowRef('t')
  const where = listConditions(resource, { filters, global_search: '' }, resource.rules.read(t, grant.who), t, grant.who)
  const told = actionsOnDay(t, sql`d.day`)
  const count = (name: ActionSeries) => sql`count(t.id) filter (where ${told[name]})::int`
  const months = tx.run(sql<ActionMonth>`with days as (
      select least(((date_trunc('month', ${day}::timestamp) + make_interval(months => 1 - n))::date - 1), ${day}::date) as day from generate_series(0, 11) n),
    d as (select day, (day + 1)::timestamp at time zone ${grant.who.timeZone} as moment from days)
    select to_char(d.day, 'YYYY-MM') as month,
      ${count('finished')} as finished, ${count('ongoing')} as ongoing, ${count('planned')} as planned, ${count('late')} as late
    from d left join ${actionVersions(tx.customerId, columns)} t
      on t.valid_from < d.moment and t.valid_to >= d.moment and ${where}
    group by d.day order by d.day`)
  // Months that are over were read from history; what is now leads to its lists, and is counted as they do.
  const [past, now] = await Promise.all([months, countFigures(tx, grant, resource, series, filters, day)])
  return { objects: past.map((month, at) => (at === past.length - 1 ? { ...month, ...now } : month)), links: actionLinks(day, within) }
}

/** What the current month's figures count, each by its own list. */
const series: Readonly<Record<ActionSeries, Figure>> = {
  finished: actionFigures.finished_this_month,
  ongoing: actionFigures.ongoing_on_time,
  planned: actionFigures.to_begin_on_time,
  late: actionFigures.late,
}

/** The lists that show what the last month's figures count. */
const actionLinks = (today: string, within: readonly Filter[]) =>
  Object.fromEntries(
    Object.entries(series).map(([name, figure]) => [name, { entity: 'remediation', filters: [...figure.filters(today), ...within] }]),
  ) as Record<ActionSeries, ListLink>
