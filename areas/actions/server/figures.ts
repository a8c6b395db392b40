import { sql, type RawBuilder } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { figureColumn, figureCondition } from '#kit/server/data/resources/figures.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { countByStatus, perStatus, withoutStatus } from '#kit/server/data/work/work-counts.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import type { RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'
import { actionOpen } from './facts.ts'
import { statusesBefore } from './months.ts'

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
/** Months that were, the current one among them. */
const seriesMonths = 12

/** The first day of the month so many months after that of a day. */
function monthAfter(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/**
 * Days per person in charge and month; an action without start date weighs on its target date. Each month sums what falls into it over the same rows, read once: a row for each action and month that it
 * meets took four times as long.
 */
export async function workloadByMonth(tx: Tx, grant: Grant, resources: Resources, query: ListQuery): Promise<{ months: string[]; rows: LoadRow[] }> {
  const where = matching(grant, resourceOf(resources, 'remediation'), resources, query)
  const months = Array.from({ length: horizon }, (_, n) => monthAfter(tx.today, n))
  const within = (from: string | undefined, until: string | undefined) => {
    const [since, before] = [from, until].map((day) => (day === undefined ? sql`null::date` : sql`${day}::date`))
    const meets = [...(from === undefined ? [] : [sql`l.target_date >= ${since}`]), ...(until === undefined ? [] : [sql`l.start_date < ${before}`])]
    return sql`round(coalesce(sum((least(l.target_date + 1, ${before}) - greatest(l.start_date, ${since})) * l.workload / l.days) filter (where ${sql.join(meets, sql` and `)}), 0), 1)`
  }
  const end = monthAfter(tx.today, horizon)
  const rows =
    await tx.run(sql<LoadRow>`with told as (select l.manager_id, l.group_id, count(*)::int as actions, round(coalesce(sum(l.workload) filter (where l.target_date is null), 0), 1) as undated,
        ${within(undefined, months[0])} as before, ${within(end, undefined)} as after, array[${sql.join(months.map((month, n) => within(month, months[n + 1] ?? end)))}]::float8[] as days
      from (select t.manager_id, t.group_id, t.workload, t.target_date, d.start_date, t.target_date - d.start_date + 1 as days
        from remediation t cross join lateral (select least(coalesce(t.start_date, t.target_date), t.target_date) as start_date) d
        where ${where} and ${actionOpen(t)} and t.workload > 0) l group by 1, 2)
    select coalesce((select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = ${tx.customerId} and m.id = o.manager_id),
        (select jsonb_build_object('id', g.id, 'name', g.name) from "group" g where g.customer_id = ${tx.customerId} and g.id = o.group_id)) as manager,
      o.group_id is not null as is_group, o.actions, o.undated, o.before, o.after, o.days
    from told o order by o.manager_id is null and o.group_id is null, 1`)
  return { months, rows }
}

interface Figures {
  readonly total: number
  readonly late: number
  readonly soon: number
  readonly unassigned: number
  readonly cost: number
  readonly workload: number
  readonly by_status: Counts
  readonly by_priority: { priority: number | null; count: number; late: number }[]
  readonly by_perimeter: { perimeter: { id: number; name: string } | null; count: number; late: number; finished: number }[]
}

/** Perimeters that are told of, those with the most actions. */
const placesAtMost = sql.lit(50)

/** Figures of the actions of a list, over the same rows: what is alike in all that they are told by is counted once, and each figure adds up what it needs of it. */
export async function figuresOf(tx: Tx, grant: Grant, resources: Resources, query: ListQuery): Promise<Figures> {
  const resource = resourceOf(resources, 'remediation')
  const where = matching(grant, resource, resources, query)
  const figure = (name: keyof typeof actionFigures) => sql`${figureColumn(resource, actionFigures[name], t, grant.who, tx.today)} as ${sql.ref(name)}`
  const finished = asSql(figureCondition(resource, actionFigures.finished, rowRef('a'), grant.who, tx.today))
  const sum = (...names: string[]) => sql.join(names.map((name) => sql`coalesce(sum(a.${sql.ref(name)}), 0) as ${sql.ref(name)}`))
  const told = (...names: string[]) => sql.join(names.map((name) => sql`${sql.lit(name)}, g.${sql.ref(name)}`))
  const found = await tx.first(sql<
    Omit<Figures, 'by_status'> & { by_status: Record<string, number> }
  >`with alike as materialized (select t.status, t.priority, t.perimeter_id, count(*) as "all", ${sql.join((['late', 'soon', 'unassigned'] as const).map(figure))},
        sum(t.cost) as cost, sum(t.workload) as workload from remediation t where ${where} group by 1, 2, 3),
      by_status as (select a.status, ${sum('all')} from alike a group by 1),
      by_priority as (select a.priority, ${sum('all', 'late')} from alike a group by 1),
      by_perimeter as materialized (select a.perimeter_id, ${sum('all', 'late', 'soon', 'unassigned', 'cost', 'workload')},
        coalesce(sum(a."all") filter (where ${finished}), 0) as finished from alike a group by 1),
      most as (select a.* from by_perimeter a order by a."all" desc, a.perimeter_id limit ${placesAtMost})
    select coalesce(sum(a."all"), 0) as total, ${sum('late', 'soon', 'unassigned', 'cost', 'workload')},
      (select coalesce(jsonb_object_agg(g.status, g."all"), '{}') from by_status g) as by_status,
      (select coalesce(jsonb_agg(jsonb_build_object('priority', g.priority, 'count', g."all", ${told('late')}) order by g.priority desc nulls last), '[]') from by_priority g) as by_priority,
      (select coalesce(jsonb_agg(jsonb_build_object('count', g."all", ${told('late', 'finished')}, 'perimeter',
          case when p.id is not null then jsonb_build_object('id', p.id, 'name', ${localizedText(rowRef('p'), 'name', grant.who.lang)}, 'identifier', p.identifier) end)
          order by g."all" desc, p.id), '[]')
        from most g left join perimeter p on p.customer_id = ${tx.customerId} and p.id = g.perimeter_id) as by_perimeter
    from by_perimeter a`)
  if (!found) throw new Error('Actions were not counted')
  return { ...found, by_status: everyStatus(found.by_status) }
}

const everyStatus = (counts: Readonly<Record<string, number>>): Counts =>
  perStatus(
    remediationWork,
    Object.entries(counts).map(([status, count]) => ({ status, count })),
  )

/** What the statistics view shows: with the figures, how actions stood at the end of each of the last twelve months, the query's own status left aside. */
export async function statistics(tx: Tx, grant: Grant, resources: Resources, query: ListQuery) {
  const figures = await figuresOf(tx, grant, resources, query)
  const asked = withoutStatus(remediationWork, query)
  const before = await statusesBefore(tx, grant.who, resources, asked, tx.today, seriesMonths - 1)
  const resource = resourceOf(resources, 'remediation')
  const now =
    asked.filters.length === query.filters.length
      ? figures.by_status
      : everyStatus(await countByStatus(tx, grant, { ...resource, work: remediationWork }, resources, asked))
  const series = [...before, { day: tx.today, counts: now }].map(({ day, counts }) => ({ month: day.slice(0, 7), counts }))
  return { ...figures, series }
}
