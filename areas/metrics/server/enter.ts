import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { refusals, type Refuse } from '#kit/server/data/refusals.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Cell, enterValues, valueSources } from '#areas/metrics/contract/calls.ts'
import { metricEntered } from '#areas/metrics/contract/events.ts'
import { wrongValue } from '#areas/metrics/contract/fault.ts'
import { periodOf } from '#areas/metrics/contract/period.ts'
import { standingOf } from '#areas/metrics/contract/standing.ts'
import { cellsOf } from './grid.ts'
import { mayEnter, metricOf, mustEnter, type Metric } from './read-metric.ts'

type Given = z.output<NonNullable<(typeof enterValues)['body']>>['values'][number]

interface Standing {
  readonly perimeter_id: number
  readonly period: string
  readonly value: number | null
  readonly comment: string | null
  readonly version: number
}

const keyOf = ({ perimeter_id, period }: { readonly perimeter_id: number; readonly period: string }) => `${perimeter_id} ${period}`

/**
 * Writes values of one metric, each after what it was went to its history: all of them, or none and every wrong one named. One that its writer saw otherwise is stale. Five
 * statements, whatever the number.
 */
export async function enter(tx: Tx, grant: Grant, id: number, given: readonly Given[], source: (typeof valueSources)[number] = 'MANUAL'): Promise<Cell[]> {
  const metric = await metricOf(tx, grant, id, true)
  mustEnter(metric, grant)
  const values = given.map((one) => ({ ...one, period: periodOf(metric.periodicity, one.period) }))
  const [places, current] = await Promise.all([placesIn(tx, id), currentOf(tx, id, values)])
  const { refuse, done } = refusals()
  const seen = new Set<string>()
  for (const [at, one] of values.entries()) {
    check({ metric, grant, places, today: tx.today, at, refuse }, one, current.get(keyOf(one)))
    if (seen.has(keyOf(one))) refuse(`values.${at}.period`, 'metrics.errors.twice')
    seen.add(keyOf(one))
  }
  done()
  const stale = values.filter((one) => one.version !== undefined && one.version !== (current.get(keyOf(one))?.version ?? 0))
  if (stale.length > 0) throw new AppError('STALE', 'metrics.errors.stale', { object: await cellsAt(tx, id, stale) })
  const changed = values.flatMap((one) => {
    const before = current.get(keyOf(one))
    const comment = one.value === null ? null : one.comment === undefined ? (before?.comment ?? null) : one.comment || null
    return before?.value === one.value && before.comment === comment ? [] : (before ?? one.value !== null) ? [{ ...one, comment }] : []
  })
  if (changed.length > 0) {
    await write(tx, id, changed, source)
    await tx.emit(metricEntered, id, { computed: false, changed: changed.map(({ perimeter_id, period }) => ({ metric: id, perimeter: perimeter_id, period })) })
  }
  return cellsAt(tx, id, values)
}

const placesIn = async (tx: Tx, id: number): Promise<ReadonlySet<number>> =>
  new Set(
    (await tx.run(sql<{ id: number }>`select target_id as id from metric__perimeters where customer_id = ${tx.customerId} and owner_id = ${id}`)).map(
      (one) => one.id,
    ),
  )

const given = (values: readonly { readonly perimeter_id: number; readonly period: string }[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(values.map(({ perimeter_id, period }) => ({ perimeter_id, period })))}::jsonb) as g (perimeter_id bigint, period date)`

async function currentOf(tx: Tx, id: number, values: readonly Given[]): Promise<ReadonlyMap<string, Standing>> {
  const rows = await tx.run(sql<Standing>`select v.perimeter_id, v.period::text as period, v.value::float8 as value, v.comment, v.version
    from ${given(values)} join metric_value v on v.customer_id = ${tx.customerId} and v.metric_id = ${id} and v.perimeter_id = g.perimeter_id and v.period = g.period`)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

interface Checking {
  readonly metric: Metric
  readonly grant: Grant
  readonly places: ReadonlySet<number>
  readonly today: string
  readonly at: number
  readonly refuse: Refuse
}

/** Everything that is wrong with one value. Of a perimeter out of reach no more is said than of one that the metric does not name. */
function check({ metric, grant, places, today, at, refuse }: Checking, { perimeter_id, period, value, comment }: Given, before: Standing | undefined): void {
  if (!places.has(perimeter_id) || !mayEnter(metric, grant, perimeter_id)) refuse(`values.${at}.perimeter_id`, 'metrics.errors.not_here')
  const { state } = standingOf(metric, period, today)
  if (state === 'FUTURE') refuse(`values.${at}.period`, 'metrics.errors.future')
  if (state === 'BEFORE') refuse(`values.${at}.period`, 'metrics.errors.before_start')
  if (state === 'CLOSED') refuse(`values.${at}.period`, 'metrics.errors.closed')
  if (value === null) {
    if (comment) refuse(`values.${at}.comment`, 'metrics.errors.value_first')
    return
  }
  const wrong = value === before?.value ? undefined : wrongValue(metric, value)
  if (wrong) refuse(`values.${at}.value`, wrong.key, wrong.values && { ...wrong.values })
}

async function write(tx: Tx, id: number, values: readonly Given[], source: string): Promise<void> {
  const rows = values.map(({ perimeter_id, period, value, comment }) => ({ perimeter_id, period, value, comment }))
  await tx.run(sql`with moved as (select moment() as at),
      g as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (perimeter_id bigint, period date, value numeric, comment text)),
      kept as (insert into metric_value_history (customer_id, metric_id, perimeter_id, period, value, comment, source, version, author_id, valid_from, valid_to)
        select v.customer_id, v.metric_id, v.perimeter_id, v.period, v.value, v.comment, v.source, v.version, v.author_id, v.valid_from, m.at
        from g join metric_value v on v.customer_id = ${tx.customerId} and v.metric_id = ${id} and v.perimeter_id = g.perimeter_id and v.period = g.period, moved m)
    insert into metric_value as v (customer_id, metric_id, perimeter_id, period, value, comment, source, version, author_id, valid_from)
      select ${tx.customerId}, ${id}, g.perimeter_id, g.period, g.value, g.comment, ${source}, 1, ${tx.who.memberId}, m.at from g, moved m
    on conflict (customer_id, metric_id, perimeter_id, period) do update
      set value = excluded.value, comment = excluded.comment, source = excluded.source, version = v.version + 1, author_id = excluded.author_id, valid_from = excluded.valid_from`)
  tx.audit({ entity: 'metric', object_id: id, action: 'enter', details: JSON.stringify({ values: rows }) })
}

const cellsAt = (tx: Tx, id: number, values: readonly Given[]): Promise<Cell[]> =>
  cellsOf(tx, sql`v.metric_id = ${id} and (v.perimeter_id, v.period) in (select g.perimeter_id, g.period from ${given(values)})`)
