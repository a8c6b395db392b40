import { sql, type RawBuilder } from 'kysely'
import { asSql, type Reader, type RowRef } from '#kit/server/access/row-rule.ts'
import type { Derived } from '#kit/server/data/resources/resource.ts'
import { today } from '#kit/server/data/sql/today.ts'
import { isAuto } from './formula/around.ts'
import { readsAll } from './rules.ts'

/**
 * What is expected of a metric and what of it was given, as far as its reader looks at it, as a row `x` with `missing` and `late`: places times the periods that are over, less the values
 * of these; «offset 0» keeps the planner from counting anew wherever a count is used. Where all is given it is read from what each period holds; only where something is missing and not all is within reach are values themselves looked at.
 */
export function missingRow(row: RowRef, who: Reader | undefined): RawBuilder<unknown> {
  const all = who ? asSql(readsAll(row, who)) : sql`true`
  const reach = who ? who.perimeterIds : []
  const places = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from metric__perimeters l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')} and ${condition})`
  const here = sql`l.target_id = any(${reach}::bigint[])`
  return sql`(select ${today} as today, coalesce(${all}, false) as all_seen) d,
    lateral (select w.*, ${places(sql`true`)} as places from metric_window(${row('periodicity')}, ${row('start_date')}, ${row('history_size')}, ${row('due_days')}, d.today) w offset 0) w,
    lateral (select case when d.all_seen then w.places else ${places(here)} end as seen offset 0) s,
    lateral (select coalesce(sum(f.given), 0)::int as given, coalesce(sum(f.given) filter (where f.period <= w.late_to), 0)::int as in_time
      from (select f.period, case when d.all_seen then f.given when f.given = w.places then s.seen
            else (select (count(v.value) filter (where v.whole))::int from metric_value v join metric__perimeters l on l.customer_id = v.customer_id and l.owner_id = v.metric_id and l.target_id = v.perimeter_id
              where v.customer_id = f.customer_id and v.metric_id = f.metric_id and v.period = f.period and ${here}) end as given
          from (${filled(row)}) f) f) g,
    lateral (select greatest(0, s.seen * w.periods - g.given) as missing, greatest(0, s.seen * w.late_periods - g.in_time) as late) x`
}

/** What each open period of a metric holds: as it is kept beside the values, of a day gone by counted in the values of that day. */
const filled = (row: RowRef) => sql`select f.customer_id, f.metric_id, f.period, f.given from metric_filled f
    where current_schema() <> 'past' and f.customer_id = ${row('customer_id')} and f.metric_id = ${row('id')} and f.period between w.first_period and w.last_period
  union all select v.customer_id, v.metric_id, v.period, (count(v.value) filter (where v.whole))::int from metric_value v
    join metric__perimeters l on l.customer_id = v.customer_id and l.owner_id = v.metric_id and l.target_id = v.perimeter_id
    where current_schema() = 'past' and v.customer_id = ${row('customer_id')} and v.metric_id = ${row('id')} and v.period between w.first_period and w.last_period
    group by v.customer_id, v.metric_id, v.period`

/** Whether a metric waits for values: late ones, others, none; nobody enters what is automatic, and nothing is said of what is archived (MET-14). */
export const entryStatus: Derived = (row, lang, who) =>
  sql`case when ${isAuto(row, lang, who)} then 'AUTOMATIC' when ${row('archived')} then null
    else (select case when x.late > 0 then 'LATE' when x.missing > 0 then 'EXPECTED' else 'COMPLETE' end from ${missingRow(row, who)}) end`
