import { sql, type RawBuilder } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { isMeasuredAt, metricsReadBy, valuesOn } from '#areas/metrics/server/index.ts'
import { visibleIn, type Day, type ShownValue } from '#areas/scores/server/index.ts'

/** Entries that are told of an indicator one by one: those that the reader may open first, of each metric the largest before the others. */
const shownAtMost = 60

/** The entries behind what indicators told of measures, those of their children among them; one statement. */
export function shownEntries(tx: Tx, resources: Resources, day: Day, readings: RawBuilder<unknown>): Promise<readonly ShownValue[]> {
  const { who } = tx
  const [m, p, q, i] = [rowRef('m'), rowRef('p'), rowRef('q'), rowRef('i')]
  const metrics = metricsReadBy(tx, resources)
  const readable = sql`coalesce(m.readable and ${asSql(resourceOf(resources, 'indicator').rules.read(i, who))}, false)`
  return tx.run(sql<ShownValue>`
    with recursive told as (${readings}),
      family as (select t.indicator_id as head, t.indicator_id as id from (select distinct indicator_id from told) t
        union select f.head, i.id from family f join indicator i on i.customer_id = ${tx.customerId} and i.parent_id = f.id and not i.archived),
      entry as (select distinct on (t.measure_id, t.indicator_id, v.metric_id, v.perimeter_id, v.period) t.measure_id, t.indicator_id, v.metric_id, v.perimeter_id, v.period, v.value, v.source, v.author_id, v.valid_from
        from told t join family f on f.head = t.indicator_id join indicator i on i.customer_id = ${tx.customerId} and i.id = f.id
          join indicator__metrics l on l.customer_id = ${tx.customerId} and l.owner_id = i.id join ${metrics} m on m.id = l.target_id
          join perimeter_closure c on c.customer_id = ${tx.customerId} and c.ancestor_id = t.of_perimeter_id
          join ${valuesOn(tx, day)} v on v.customer_id = ${tx.customerId} and v.metric_id = m.id and v.perimeter_id = c.descendant_id and v.value is not null and ${isMeasuredAt(tx, sql`m.id`, sql`c.descendant_id`)}
            and v.period + case when m.periodicity = 'WEEKLY' and i.periodicity <> 'WEEKLY' then 3 else 0 end between t.of_from and t.of_to
        where i.is_global or exists (select 1 from indicator__perimeters x join perimeter_closure y on y.customer_id = x.customer_id and y.ancestor_id = x.target_id
            where x.customer_id = i.customer_id and x.owner_id = i.id and y.descendant_id = v.perimeter_id)
          or exists (select 1 from tag__perimeters x join perimeter_closure y on y.customer_id = x.customer_id and y.ancestor_id = x.target_id
            where x.customer_id = i.customer_id and x.owner_id = i.tag_id and y.descendant_id = v.perimeter_id)),
      ranked as (select e.*, (count(*) over (partition by e.measure_id, e.indicator_id))::int as count,
          ${readable} and ${visibleIn(who, sql`e.perimeter_id`)} as open, coalesce(${localizedText(m, 'name', who.lang)}, m.identifier) as metric, m.identifier, m.unit,
          row_number() over (partition by e.measure_id, e.indicator_id order by ${readable} and ${visibleIn(who, sql`e.perimeter_id`)} desc, m.identifier, abs(e.value) desc, e.perimeter_id, e.period) as n
        from entry e join ${metrics} m on m.id = e.metric_id join indicator i on i.customer_id = ${tx.customerId} and i.id = e.indicator_id)
    select t.measure_id, t.indicator_id, case when ${visibleIn(who, sql`t.of_perimeter_id`)} then coalesce(${localizedText(p, 'name', who.lang)}, p.identifier) end as place,
      t.of_from::text as "from", t.of_to::text as "to", r.metric_id, r.metric, r.identifier, r.unit, r.value::float8 as value, coalesce(${localizedText(q, 'name', who.lang)}, q.identifier) as at_place,
      r.period::text as period, r.source, a.name as author, to_char(r.valid_from at time zone ${who.timeZone}, 'YYYY-MM-DD') as "on", coalesce(r.open, false) as open, coalesce(r.count, 0) as count
    from told t left join perimeter p on p.customer_id = ${tx.customerId} and p.id = t.of_perimeter_id
      left join ranked r on r.measure_id = t.measure_id and r.indicator_id = t.indicator_id and r.n <= ${shownAtMost}
      left join perimeter q on q.customer_id = ${tx.customerId} and q.id = r.perimeter_id left join member a on a.customer_id = ${tx.customerId} and a.id = r.author_id
    order by r.n`)
}
