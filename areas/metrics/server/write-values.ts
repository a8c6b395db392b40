import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { valueSources } from '#areas/metrics/contract/calls.ts'
import { metricEntered } from '#areas/metrics/contract/events.ts'
import { isHour } from '#areas/metrics/contract/hour.ts'
import type { DayValue, NewValue } from './value.ts'
import { recounted, writeHours } from './hours/write-hours.ts'

/** As many as an entry of the audit names one by one. */
const audited = 2000

/** What values of a metric are called in its history. */
export type ValueAction = 'enter' | 'import' | 'compute' | 'count'

/** Writes values that differ from what there is, after what that was went to its history; what is emptied shows no evidence any more: two statements and an entry of the audit for each metric, whatever the number. Nobody is the author of what is worked out. */
export async function writeValues(tx: Tx, values: readonly NewValue[], source: (typeof valueSources)[number], action: ValueAction): Promise<void> {
  const [first] = values
  if (!first) return
  const [hours, days] = [values.filter(({ period }) => isHour(period)), values.filter(({ period }) => !isHour(period))]
  const rows = [...days.map((one) => ({ ...one, whole: true })), ...(await writeHours(tx, hours, source))]
  if (rows.length > 0) await writePeriods(tx, rows, source)
  for (const [id, own] of Map.groupBy(values, ({ metric_id }) => metric_id)) {
    const auditedValues = own.slice(0, audited).map(({ perimeter_id, period, value, comment }) => ({ perimeter_id, period, value, comment }))
    tx.audit({
      entity: 'metric',
      object_id: id,
      action,
      details: JSON.stringify({ values: auditedValues, ...(own.length > audited && { count: own.length }) }),
    })
  }
  if (rows.length === 0) return
  const changed = rows.map(({ metric_id, perimeter_id, period }) => ({ metric: metric_id, perimeter: perimeter_id, period }))
  await tx.emit(metricEntered, first.metric_id, { computed: action === 'compute', changed })
}

/** Brings the hours of a metric together anew, once it is said otherwise how. */
export async function recountDays(tx: Tx, id: number): Promise<void> {
  const days = await recounted(tx, id)
  if (days.length === 0) return
  await writePeriods(tx, days, 'MANUAL')
  await tx.emit(metricEntered, id, {
    computed: false,
    changed: days.map(({ metric_id, perimeter_id, period }) => ({ metric: metric_id, perimeter: perimeter_id, period })),
  })
}

async function writePeriods(tx: Tx, values: readonly DayValue[], source: (typeof valueSources)[number]): Promise<void> {
  const author = source === 'AUTO' ? null : tx.who.memberId
  const rows = values.map(({ metric_id, perimeter_id, period, value, comment, whole }) => ({ metric_id, perimeter_id, period, value, comment, whole }))
  await tx.run(sql`with moved as (select moment() as at),
      g as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (metric_id bigint, perimeter_id bigint, period date, value numeric, comment text, whole boolean)),
      kept as (insert into metric_value_history (customer_id, metric_id, perimeter_id, period, value, comment, whole, source, version, author_id, valid_from, valid_to)
        select v.customer_id, v.metric_id, v.perimeter_id, v.period, v.value, v.comment, v.whole, v.source, v.version, v.author_id, v.valid_from, m.at
        from g join metric_value v on v.customer_id = ${tx.customerId} and v.metric_id = g.metric_id and v.perimeter_id = g.perimeter_id and v.period = g.period, moved m),
      unproven as (delete from metric_value_proof o using g where g.value is null and o.customer_id = ${tx.customerId} and o.metric_id = g.metric_id
        and o.perimeter_id = g.perimeter_id and o.period = g.period)
    insert into metric_value as v (customer_id, metric_id, perimeter_id, period, value, comment, whole, source, version, author_id, valid_from)
      select ${tx.customerId}, g.metric_id, g.perimeter_id, g.period, g.value, g.comment, g.whole, ${source}, 1, ${author}::bigint, m.at from g, moved m
    on conflict (customer_id, metric_id, perimeter_id, period) do update
      set value = excluded.value, comment = excluded.comment, whole = excluded.whole, source = excluded.source, version = v.version + 1, author_id = excluded.author_id, valid_from = excluded.valid_from`)
}
