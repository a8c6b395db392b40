import { everyMeasure } from '#areas/measures/server/index.ts'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { movePeriod, periodEnd, periodicities, periodOf, type Periodicity } from '#areas/metrics/contract/period.ts'
import { controlsOfIndicators, indicatorControl, putControl } from '#areas/scores/server/index.ts'

/** How a PERFORMANCE indicator stands for one of its measures on a day (scores, rule 2). */
export interface IndicatorStanding {
  readonly measure: number
  readonly indicator: number
  /** Whose value it is: the measure's operator, where the indicator has values there; else the highest of its perimeters. */
  readonly perimeter: number
  readonly periodicity: Periodicity
  /** In percent, 1 to 100. */
  readonly target: number
  /** The last period that is over on the day, by its first day. */
  readonly expected: string
  /** The period that the value is of: the same, or an earlier one whose value is carried forward. */
  readonly period: string | null
  /** Null: it never had one by that day. */
  readonly value: number | null
  readonly stale: boolean
}

export interface Standing {
  readonly indicators?: readonly number[]
  readonly measures?: readonly number[]
  /** `YYYY-MM-DD`; a period that ends on the day is over. */
  readonly on: string
}

/** The indicators of measures as control data, on a day: values as they are known now. Archived ones and ACTIVITY count nowhere. One statement. */
export async function indicatorStandings(tx: Tx, { indicators, measures, on }: Standing): Promise<IndicatorStanding[]> {
  const rhythms = periodicities.map((periodicity) => {
    const current = periodOf(periodicity, on)
    return { periodicity, expected: periodEnd(periodicity, current) === on ? current : movePeriod(periodicity, current, -1) }
  })
  const rows = await tx.run(sql<Omit<IndicatorStanding, 'stale'>>`
    select l.target_id as measure, i.id as indicator, w.perimeter_id as perimeter, i.periodicity, i.target_value::float8 as target, r.expected::text as expected, v.period::text as period, v.value
    from indicator i join jsonb_to_recordset(${JSON.stringify(rhythms)}::jsonb) as r (periodicity text, expected date) on r.periodicity = i.periodicity
      join indicator__measures l on l.customer_id = i.customer_id and l.owner_id = i.id join ${everyMeasure(tx.customerId)} m on m.id = l.target_id
      join lateral (select x.perimeter_id from indicator_value x left join perimeter p on p.customer_id = x.customer_id and p.id = x.perimeter_id
        where x.customer_id = i.customer_id and x.indicator_id = i.id and x.period <= r.expected
        order by x.perimeter_id = m.perimeter_id desc, (select count(*) from indicator_value y join perimeter q on q.customer_id = y.customer_id and q.id = y.perimeter_id
          where y.customer_id = x.customer_id and y.indicator_id = x.indicator_id and y.period = x.period and q.id = p.parent_id), x.perimeter_id limit 1) w on true
      left join lateral (select x.period, x.value from indicator_value x where x.customer_id = i.customer_id and x.indicator_id = i.id and x.perimeter_id = w.perimeter_id
        and x.period <= r.expected order by x.period desc limit 1) v on true
    where i.customer_id = ${tx.customerId} and i.type = 'PERFORMANCE' and not i.archived
      ${indicators ? sql`and i.id = any(${indicators}::bigint[])` : sql``} ${measures ? sql`and l.target_id = any(${measures}::bigint[])` : sql``}
    order by l.target_id, i.id`)
  return rows.map((row) => ({ ...row, stale: row.period !== row.expected }))
}

interface Reading {
  readonly measure_id: number
  readonly source_id: number
  readonly achieved: number
  readonly due: number
  readonly stale: boolean
  readonly proven: boolean
  readonly place: number | null
  readonly from: string | null
}

/** Says to the scores how an indicator, or every one, stands today for its measures, where that is not what was said last. */
export async function putControls(tx: Tx, indicator?: number): Promise<void> {
  const chosen = indicator === undefined ? {} : { indicators: [indicator] }
  const standings = await indicatorStandings(tx, { ...chosen, on: tx.today })
  const reported =
    await tx.run(sql<Reading>`select distinct on (measure_id, source_id) measure_id, source_id, achieved::float8 as achieved, due::float8 as due, stale, proven,
      of_perimeter_id as place, of_from::text as "from" from ${controlsOfIndicators(tx.customerId)} c
    where day <= ${tx.today} ${indicator === undefined ? sql`` : sql`and source_id = ${indicator}`}
    order by measure_id, source_id, day desc`)
  const before = new Map(reported.map((one) => [`${one.measure_id} ${one.source_id}`, one]))
  for (const one of standings) {
    const key = `${one.measure} ${one.indicator}`
    const periods = [
      { ends_on: periodEnd(one.periodicity, one.expected), value: one.stale ? null : one.value, target: one.target },
      ...(one.stale && one.period !== null ? [{ ends_on: periodEnd(one.periodicity, one.period), value: one.value, target: one.target }] : []),
    ]
    const fact = indicatorControl({ measure_id: one.measure, source_id: one.indicator }, periods, tx.today)
    const was = before.get(key)
    before.delete(key)
    const of = one.period === null ? null : { perimeter_id: one.perimeter, from: one.period, to: periodEnd(one.periodicity, one.period) }
    const [achieved, due] = [fact.numerator ?? 0, fact.numerator === null ? 0 : (fact.denominator ?? 0)]
    const same = was && Math.abs(was.achieved - achieved) < 0.0001 && was.due === due && was.stale === fact.stale && was.proven === fact.proven
    if (same && was.place === (of?.perimeter_id ?? null) && was.from === (of?.from ?? null)) continue
    await putControl(tx, fact, tx.today, of)
  }
  // Measures that are no longer its own.
  for (const one of before.values())
    if (one.due > 0 || one.proven)
      await putControl(tx, {
        measure_id: one.measure_id,
        kind: 'INDICATOR',
        source_id: one.source_id,
        numerator: null,
        denominator: null,
        late: 0,
        stale: false,
        proven: false,
      })
}
