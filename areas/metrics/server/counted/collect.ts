import { sql } from 'kysely'
import { countByPlace } from '#kit/server/data/lists/count-by-place.ts'
import type { Counted, Span } from '#kit/server/data/resources/counted.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { rounded } from '#areas/metrics/contract/course.ts'
import { movePeriod, periodEnd, periodOf, type Periodicity, type PeriodStart } from '#areas/metrics/contract/period.ts'
import type { ProductMetric } from '#areas/catalog/contract/product-metrics.ts'
import { changedBy, currentOf, keyOf } from '#areas/metrics/server/check-values.ts'
import type { NewValue } from '#areas/metrics/server/value.ts'
import { writeValues } from '#areas/metrics/server/write-values.ts'
import { publishedOwn } from '#areas/scores/server/index.ts'

interface Collected {
  readonly id: number
  readonly internal_metric: ProductMetric
  readonly periodicity: Periodicity
  readonly decimals: number
  readonly start_date: string
  readonly places: readonly number[]
}

/** What of a name counts, by perimeter; perimeters that are left out have nothing. */
type Values = ReadonlyMap<number, number | null>

/** The resource that counts a name, with how. */
export function counterOf(resources: Resources, name: string): { readonly resource: Resource; readonly counted: Counted } | undefined {
  for (const resource of resources.values()) {
    const counted = resource.counted && Object.hasOwn(resource.counted.declared, name) ? resource.counted.declared[name] : undefined
    if (counted) return { resource, counted }
  }
  return undefined
}

/**
 * Counts the product metrics that are collected: how things stand into the current period, until it is over; what happens into it and, once more, into the one before. Run twice it
 * writes nothing twice. One statement for each kind of rows and period.
 */
export async function collect(tx: Tx, resources: Resources): Promise<void> {
  const metrics = await tx.run(sql<Collected>`select m.id, m.internal_metric, m.periodicity, m.decimals, m.start_date::text as start_date,
      array(select l.target_id from metric__perimeters l join perimeter p on p.customer_id = l.customer_id and p.id = l.target_id and not p.archived
        where l.customer_id = m.customer_id and l.owner_id = m.id) as places
    from metric m where m.customer_id = ${tx.customerId} and m.internal_metric is not null and not m.archived order by m.id for no key update of m`)
  const counts = new Counts(tx, resources)
  const given: NewValue[] = []
  for (const metric of metrics) {
    for (const [period, span] of spansOf(tx, metric, counterOf(resources, metric.internal_metric)?.counted.happened === true)) {
      const values = await counts.of(metric.internal_metric, span)
      for (const perimeter_id of metric.places) {
        const value = values.get(perimeter_id)
        const counted = value === undefined || value === null ? counts.nothing(metric.internal_metric) : rounded(value, metric.decimals)
        given.push({ metric_id: metric.id, perimeter_id, period, value: counted, comment: null })
      }
    }
  }
  const current = await currentOf(tx, given)
  await writeValues(
    tx,
    given.flatMap((one) => changedBy(one, current.get(keyOf(one)))),
    'AUTO',
    'count',
  )
  await noteCounted(tx, metrics)
}

/** When each was counted, and where: the provider is told of all of them together. */
async function noteCounted(tx: Tx, metrics: readonly Collected[]): Promise<void> {
  const [names, places] = [metrics.map((one) => one.internal_metric), metrics.map((one) => one.places.length)]
  await tx.run(sql`with gone as (delete from metric_counted where customer_id = ${tx.customerId} and internal_metric <> all(${names}::text[]))
    insert into metric_counted (customer_id, internal_metric, places) select ${tx.customerId}, u.name, u.places from unnest(${names}::text[], ${places}::int[]) as u (name, places)
    order by u.name on conflict (customer_id, internal_metric) do update set places = excluded.places, counted_at = moment()`)
}

/** The periods into which a metric is counted, each with the days that it has so far. */
function spansOf(tx: Tx, { periodicity, start_date }: Collected, happened: boolean): [PeriodStart, Span][] {
  const current = periodOf(periodicity, tx.today)
  const before = movePeriod(periodicity, current, -1)
  const first = periodOf(periodicity, start_date)
  return [
    ...(happened && before >= first ? [[before, { from: before, to: periodEnd(periodicity, before) }] as [PeriodStart, Span]] : []),
    ...(current >= first ? [[current, { from: current, to: tx.today }] as [PeriodStart, Span]] : []),
  ]
}

/** Everything that one kind of rows counts for a span, once. */
class Counts {
  readonly #tx: Tx
  readonly #resources: Resources
  readonly #known = new Map<string, Promise<ReadonlyMap<string, Values>>>()

  constructor(tx: Tx, resources: Resources) {
    this.#tx = tx
    this.#resources = resources
  }

  /** Of what nothing is there: no rows are none, a share of none is no value. */
  nothing(name: ProductMetric): number | null {
    const counter = counterOf(this.#resources, name)
    return counter && !counter.counted.of ? 0 : null
  }

  async of(name: ProductMetric, span: Span): Promise<Values> {
    const counter = counterOf(this.#resources, name)
    const key = `${counter?.resource.def.name ?? ''} ${span.from} ${span.to}`
    const known = this.#known.get(key) ?? this.#count(counter?.resource, span)
    this.#known.set(key, known)
    return (await known).get(name) ?? new Map()
  }

  async #count(resource: Resource | undefined, span: Span): Promise<ReadonlyMap<string, Values>> {
    // Scores belong to no kind of rows.
    if (!resource?.counted) return new Map([['PERIMETER_SCORE', await publishedOwn(this.#tx, span.to)]])
    const named = Object.entries(resource.counted.declared)
    const rows = await countByPlace(
      this.#tx,
      resource,
      resource.counted,
      named.map(([, counted]) => counted),
      span,
    )
    return new Map(named.map(([name], at) => [name, new Map([...rows].map(([place, counts]) => [place, counts[at] ?? null]))]))
  }
}
