import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { courseOf, rounded, type Measured } from '#areas/metrics/contract/course.ts'
import type { ValueAt } from '#areas/metrics/contract/events.ts'
import type { Term } from '#areas/catalog/contract/formula/evaluate.ts'
import { movePeriod, periodEnd, type PeriodStart } from '#areas/metrics/contract/period.ts'
import type { NewValue } from '#areas/metrics/server/value.ts'
import { writeValues } from '#areas/metrics/server/write-values.ts'
import { planOf, type Computed, type Plan, type Source, type Touched } from './plan.ts'

/** Beyond these a sum of values is no number any more. */
const mostValue = 1e15

/**
 * Works out what depends on what changed, in its transaction, and writes what is another value than before: nothing else. A place has what its own metrics say there and below. The
 * metrics are held meanwhile, so that of two that change what one is made of the second sees what the first wrote. Six statements, whatever depends on it.
 */
export async function recompute(tx: Tx, touched: Touched): Promise<readonly ValueAt[]> {
  const plan = await planOf(tx, touched)
  if (!plan || plan.computed.length === 0) return []
  const stored = await keptOf(tx, plan)
  const changed = plan.computed.flatMap((metric) => workedOut(metric, plan, stored))
  await writeValues(tx, changed, 'AUTO', 'compute')
  return changed.map(({ metric_id, perimeter_id, period }) => ({ metric: metric_id, perimeter: perimeter_id, period }))
}

/** Values of metrics by perimeter, in the order of time, whatever is there. */
type Kept = Map<number, Map<number, Map<PeriodStart, number | null>>>

interface Row {
  readonly metric: number
  readonly perimeter: number
  readonly period: PeriodStart
  readonly value: number | null
}

/** The values that are made anew and those that they are made of, of the perimeters and periods in question. */
async function keptOf(tx: Tx, { computed, below }: Plan): Promise<Kept> {
  const ranges = new Map<number, { from: string; to: string }>()
  const widen = (id: number, from: string, to: string) => {
    const there = ranges.get(id)
    ranges.set(id, there ? { from: from < there.from ? from : there.from, to: to > there.to ? to : there.to } : { from, to })
  }
  const perimeters = new Set<number>()
  for (const { id, of, places, periods, periodicity } of computed) {
    const sorted = [...periods].toSorted()
    // A week counts where most of its days lie, which may be beyond either end.
    const [from, to] = [movePeriod('WEEKLY', sorted[0] ?? '', -1), periodEnd(periodicity, sorted.at(-1) ?? '')]
    for (const one of [id, ...of.map((source) => source.id)]) widen(one, from, to)
    for (const place of places) for (const perimeter of below.get(place) ?? [place]) perimeters.add(perimeter)
  }
  const asked = [...ranges].map(([id, range]) => ({ id, ...range }))
  const rows = await tx.run(sql<Row>`select v.metric_id as metric, v.perimeter_id as perimeter, v.period::text as period, v.value::float8 as value
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as g (id bigint, "from" date, "to" date)
      join metric_value v on v.customer_id = ${tx.customerId} and v.metric_id = g.id and v.period between g."from" and g."to"
      join metric__perimeters l on l.customer_id = v.customer_id and l.owner_id = v.metric_id and l.target_id = v.perimeter_id
    where v.perimeter_id = any(${[...perimeters]}::bigint[]) order by v.period`)
  const stored: Kept = new Map()
  for (const row of rows) put(stored, row)
  return stored
}

function put(stored: Kept, { metric, perimeter, period, value }: Row): void {
  const places = stored.get(metric) ?? new Map<number, Map<PeriodStart, number | null>>()
  stored.set(metric, places)
  const periods = places.get(perimeter) ?? new Map<PeriodStart, number | null>()
  places.set(perimeter, periods)
  periods.set(period, value)
}

/** What is another value than before; it is kept for what is made of it. */
function workedOut({ id, compiled, of, places, periods, periodicity, decimals }: Computed, { below }: Plan, stored: Kept): NewValue[] {
  return [...places].flatMap((perimeter) => {
    const courses = compiled.terms.map((term, at) => {
      const source = of[at]
      return source ? courseOf(howOf(source, term), periodicity, valuesOf(stored, source, below.get(perimeter) ?? [perimeter])) : undefined
    })
    return [...periods].flatMap((period): NewValue[] => {
      const exact = compiled.evaluate(courses.map((course) => course?.get(period)?.value ?? null))
      const value = exact === null || Math.abs(exact) > mostValue ? null : rounded(exact, decimals)
      if (value === (stored.get(id)?.get(perimeter)?.get(period) ?? null)) return []
      put(stored, { metric: id, perimeter, period, value })
      return [{ metric_id: id, perimeter_id: perimeter, period, value, comment: null }]
    })
  })
}

/** As a metric is brought together, or as the formula says; over perimeters nothing is the latest. */
const howOf = (source: Source, { how }: Term) => ({
  periodicity: source.periodicity,
  time_aggregation: how ?? source.time_aggregation,
  perimeter_aggregation: how === null || how === 'LATEST' ? source.perimeter_aggregation : how,
})

const valuesOf = (stored: Kept, { id }: Source, perimeters: readonly number[]): Measured[] =>
  perimeters
    .flatMap((perimeter) => [...(stored.get(id)?.get(perimeter) ?? [])].flatMap(([period, value]) => (value === null ? [] : [{ perimeter, period, value }])))
    .toSorted((a, b) => (a.period < b.period ? -1 : 1))

/** Works out every metric that has a formula; what is right already is not written. */
export async function recomputeAll(tx: Tx): Promise<void> {
  const all = await tx.run(sql<{ id: number }>`select id from metric where customer_id = ${tx.customerId} and formula is not null and not archived`)
  await recompute(tx, { whole: all.map(({ id }) => id) })
}
