import { sql } from 'kysely'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resource.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { EntryLine } from '#areas/metrics/contract/calls.ts'
import { movePeriod } from '#areas/metrics/contract/period.ts'
import { overdue, type Timing } from '#areas/metrics/contract/standing.ts'
import { readsAll } from './rules.ts'

type Line = Omit<EntryLine, 'missing' | 'late'> & Timing & { readonly reads_all: boolean; readonly places: number }

const t = rowRef('t')
/** As many metrics as a person fills in. */
const mostLines = 500

/** The metrics of a list with the values that are missing, most first. What is expected is counted, not listed: perimeters times periods, less what there is. Two statements. */
export async function missingOf(tx: Tx, { who }: Grant, resources: Resources, query: ListQuery): Promise<EntryLine[]> {
  const resource = resourceOf(resources, 'metric')
  checkQuery(resource, query)
  const within = sql`l.target_id = any(${[...who.perimeterIds]}::bigint[])`
  const lines =
    await tx.run(sql<Line>`select x.*, (select count(*)::int from metric__perimeters l where l.customer_id = ${tx.customerId} and l.owner_id = x.id and (x.reads_all or ${within})) as places
    from (select t.id, t.identifier, coalesce(${localizedText(t, 'name', who.lang)}, t.identifier) as name, t.unit, t.periodicity, (t.formula is not null or t.internal_metric is not null) as is_auto, t.start_date::text as start_date, t.due_days, t.history_size,
        coalesce(${asSql(readsAll(t, who))}, false) as reads_all
      from metric t where ${listConditions(resource, query, resource.rules.read(t, who), t, who, resources)} and not t.archived order by t.id limit ${mostLines}) x`)
  const asked = lines.flatMap(({ id, places, reads_all, ...line }) => {
    const window = overdue(line, tx.today)
    if (!window || line.is_auto) return []
    const late_to = movePeriod(line.periodicity, window.from, window.late - 1)
    return [{ id, reads_all, from: window.from, to: window.to, late_to, expected: places * window.count, due: places * window.late }]
  })
  const counts =
    asked.length === 0
      ? []
      : await tx.run(sql<{ id: number; given: number; in_time: number }>`
    select g.id, count(v.period)::int as given, count(v.period) filter (where v.period <= g.late_to)::int as in_time
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as g (id bigint, reads_all boolean, "from" date, "to" date, late_to date)
      join metric__perimeters l on l.customer_id = ${tx.customerId} and l.owner_id = g.id and (g.reads_all or ${within})
      join metric_value v on v.customer_id = l.customer_id and v.metric_id = g.id and v.perimeter_id = l.target_id and v.period between g."from" and g."to" and v.value is not null
    group by g.id`)
  const given = new Map(counts.map((count) => [count.id, count]))
  const wanted = new Map(asked.map((one) => [one.id, one]))
  return (
    lines
      .map(({ id, identifier, name, unit, periodicity, is_auto }) => {
        const [{ expected = 0, due = 0 } = {}, count] = [wanted.get(id), given.get(id)]
        const [missing, late] = [Math.max(0, expected - (count?.given ?? 0)), Math.max(0, due - (count?.in_time ?? 0))]
        return { id, identifier, name, unit, periodicity, is_auto, missing, late }
      })
      // What is filled in by itself stands below.
      .toSorted(
        (a, b) => Number(a.is_auto) - Number(b.is_auto) || b.late - a.late || b.missing - a.missing || (a.name ?? '').localeCompare(b.name ?? '', who.lang),
      )
  )
}
