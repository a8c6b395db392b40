import { sql } from 'kysely'
import type { Grant } from '#kit/server/access/authorize.ts'
import type { Refuse } from '#kit/server/data/store/refusals.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { wrongValue } from '#areas/metrics/contract/fault.ts'
import type { GridPeriod } from '#areas/metrics/contract/calls.ts'
import { isHour } from '#areas/metrics/contract/hour.ts'
import { periodOf } from '#areas/metrics/contract/period.ts'
import { periodStateOf } from '#areas/metrics/contract/period-state.ts'
import { currentHours, standingOfHour } from './hours/read-hours.ts'
import { mayEnter, type Metric } from './read-metric.ts'
import type { NewValue, Standing } from './value.ts'

/** A value as it is given, by the period that its day lies in. */
export interface GivenAt {
  readonly metric_id: number
  readonly perimeter_id: number
  readonly period: string
  readonly value: number | null
  readonly comment?: string | null | undefined
}

type Place = Pick<GivenAt, 'metric_id' | 'perimeter_id' | 'period'>

/** One place of one metric in one period. */
export const keyOf = ({ metric_id, perimeter_id, period }: Place) => `${metric_id} ${perimeter_id} ${period}`

/** Where metrics are measured. */
export async function placesIn(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await tx.run(sql<{ metric: number; places: readonly number[] }>`select owner_id as metric, array_agg(target_id) as places from metric__perimeters
    where customer_id = ${tx.customerId} and owner_id = any(${[...ids]}::bigint[]) group by owner_id`)
  return new Map(rows.map(({ metric, places }) => [metric, new Set(places)]))
}

/** Places as rows `g`. */
export const placesGiven = (values: readonly Place[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(values.map(({ metric_id, perimeter_id, period }) => ({ metric_id, perimeter_id, period })))}::jsonb) as g (metric_id bigint, perimeter_id bigint, period date)`

/** What stands in the places of values. */
export async function currentOf(tx: Tx, values: readonly Place[]): Promise<ReadonlyMap<string, Standing>> {
  const [hours, days] = [values.filter(({ period }) => isHour(period)), values.filter(({ period }) => !isHour(period))]
  const [byHour, byPeriod] = await Promise.all([hours.length > 0 ? currentHours(tx, hours) : [], days.length > 0 ? currentPeriods(tx, days) : []])
  return new Map([...byHour, ...byPeriod].map((row) => [keyOf(row), row]))
}

const currentPeriods = (tx: Tx, values: readonly Place[]): Promise<Standing[]> =>
  tx.run(sql<Standing>`select v.metric_id, v.perimeter_id, v.period::text as period, v.value::float8 as value, v.comment, v.version
    from ${placesGiven(values)} join metric_value v on v.customer_id = ${tx.customerId} and v.metric_id = g.metric_id and v.perimeter_id = g.perimeter_id and v.period = g.period`)

export interface Checking {
  readonly metric: Metric
  readonly grant: Grant
  readonly places: ReadonlySet<number> | undefined
  readonly tx: Tx
  readonly refuse: Refuse
}

/** What changes something, as it is to be written: a comment stays unless another is given, what is emptied loses it. */
export function changedBy(one: GivenAt, before: Standing | undefined): NewValue[] {
  const comment = one.value === null ? null : one.comment === undefined ? (before?.comment ?? null) : one.comment || null
  if (before ? before.value === one.value && before.comment === comment : one.value === null) return []
  return [{ metric_id: one.metric_id, perimeter_id: one.perimeter_id, period: one.period, value: one.value, comment }]
}

/** How a period of a metric stands to now; undefined where the metric has no such period. */
export const stateOf = (tx: Tx, metric: Metric, period: string): GridPeriod['state'] | undefined =>
  metric.periodicity !== 'HOURLY' ? periodStateOf(metric, period, tx.today).state : isHour(period) ? standingOfHour(tx, metric, period)?.state : undefined

/** The period that is meant by a day, or by an hour of what is measured by the hour. */
export const periodGiven = ({ periodicity }: Pick<Metric, 'periodicity'>, period: string): string =>
  periodicity === 'HOURLY' && isHour(period) ? period : periodOf(periodicity, period.slice(0, 10))

/** Everything that is wrong with one value. Of a perimeter out of reach no more is said than of one that the metric does not name. */
export function check({ metric, grant, places, tx, refuse }: Checking, { perimeter_id, period, value, comment }: GivenAt, before: Standing | undefined): void {
  if (!places?.has(perimeter_id) || !mayEnter(metric, grant, perimeter_id)) refuse('perimeter_id', 'metrics.errors.not_here')
  const state = stateOf(tx, metric, period)
  if (state === undefined) refuse('period', isHour(period) ? 'metrics.errors.no_such_hour' : 'metrics.errors.hour_needed')
  if (state === 'FUTURE') refuse('period', 'metrics.errors.future')
  if (state === 'BEFORE') refuse('period', 'metrics.errors.before_start')
  if (state === 'CLOSED') refuse('period', 'metrics.errors.closed')
  if (value === null) {
    if (comment) refuse('comment', 'metrics.errors.value_first')
    return
  }
  const wrong = value === before?.value ? undefined : wrongValue(metric, value)
  if (wrong) refuse('value', wrong.key, wrong.values && { ...wrong.values })
}
