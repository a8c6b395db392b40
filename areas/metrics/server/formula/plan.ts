import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { How } from '#areas/metrics/contract/course.ts'
import type { ValueAt } from '#areas/metrics/contract/events.ts'
import { compile, type Compiled } from '#areas/catalog/contract/formula/evaluate.ts'
import { parseFormula } from '#areas/catalog/contract/formula/parser.ts'
import { periodOf, periodsBetween, within, type PeriodStart } from '#areas/metrics/contract/period.ts'

/** A metric as others are worked out of it. */
export interface Source extends How {
  readonly id: number
  readonly identifier: string
}

/** A metric that is worked out, with what of it may have changed. */
export interface Computed extends Source {
  readonly decimals: number
  readonly compiled: Compiled
  /** By the terms of its formula, in their order. */
  readonly of: readonly Source[]
  readonly places: ReadonlySet<number>
  readonly periods: ReadonlySet<PeriodStart>
}

/** What is to be worked out anew, what comes first before what is made of it. */
export interface Plan {
  readonly computed: readonly Computed[]
  /** Of each place all below it, itself among them. */
  readonly below: ReadonlyMap<number, readonly number[]>
}

/** What may have changed: some values, and metrics of which anything may. */
export interface Touched {
  readonly cells?: readonly ValueAt[]
  readonly whole?: readonly number[]
}

interface Row extends Source {
  readonly formula: string | null
  readonly decimals: number
  readonly start_date: string
  readonly depends: boolean
}

/** As many periods of a metric as are worked out, the last ones. */
const mostPeriods = 1000

/** The metrics that depend on what changed, held until the end in the order of their ids, with the places and periods in question. Three statements; one where nothing depends on it. */
export async function planOf(tx: Tx, { cells = [], whole = [] }: Touched): Promise<Plan | undefined> {
  const changed = [...new Set(cells.map(({ metric }) => metric))]
  const held = await tx.run(sql<{ id: number }>`select m.id from metric m where m.customer_id = ${tx.customerId} and m.formula is not null and m.id in (
      with recursive above (id) as (
        (select w.id from unnest(${[...whole]}::bigint[]) as w (id) union select u.object_id from metric_use u
          where u.customer_id = ${tx.customerId} and u.entity = 'metric' and u.metric_id = any(${changed}::bigint[]))
        union select u.object_id from above a join metric_use u on u.customer_id = ${tx.customerId} and u.entity = 'metric' and u.metric_id = a.id)
      select a.id from above a) order by m.id for no key update of m`)
  if (held.length === 0) return undefined
  const ids = held.map(({ id }) => id)
  // Read once they are held: somebody may have changed a formula meanwhile.
  const rows =
    await tx.run(sql<Row>`select m.id, m.identifier, m.formula, m.periodicity, m.time_aggregation, m.perimeter_aggregation, m.decimals, m.start_date::text as start_date,
      m.id = any(${ids}::bigint[]) as depends
    from metric m where m.customer_id = ${tx.customerId} and (m.id = any(${ids}::bigint[]) or m.id in
      (select u.metric_id from metric_use u where u.customer_id = ${tx.customerId} and u.entity = 'metric' and u.object_id = any(${ids}::bigint[])))`)
  const lies = await tx.run(sql<{ owner: number; place: number; below: readonly number[] }>`select l.owner_id as owner, l.target_id as place,
      array(select c.descendant_id from perimeter_closure c where c.customer_id = l.customer_id and c.ancestor_id = l.target_id) as below
    from metric__perimeters l where l.customer_id = ${tx.customerId} and l.owner_id = any(${ids}::bigint[])`)
  const below = new Map(lies.map((one) => [one.place, one.below]))
  const places = Map.groupBy(lies, ({ owner }) => owner)
  return { computed: affected({ tx, rows, below, placesOf: (id) => (places.get(id) ?? []).map(({ place }) => place), cells, whole }), below }
}

interface Asked {
  readonly tx: Tx
  readonly rows: readonly Row[]
  readonly below: Plan['below']
  readonly placesOf: (id: number) => readonly number[]
  readonly cells: readonly ValueAt[]
  readonly whole: readonly number[]
}

/** In their order, each with the places at or above what changed, and the periods in which that counts. */
function affected({ tx, rows, below, placesOf, cells, whole }: Asked): Computed[] {
  const named = new Map(rows.map((row) => [row.identifier, row]))
  const changes = new Map<number, { readonly places: Set<number>; readonly periods: Set<PeriodStart> }>()
  for (const { metric, perimeter, period } of cells) {
    const there = changes.get(metric) ?? { places: new Set(), periods: new Set() }
    changes.set(metric, there)
    there.places.add(perimeter)
    there.periods.add(period)
  }
  const anything = new Set(whole)
  const computed: Computed[] = []
  for (const { row, compiled, of } of inOrder(rows, named)) {
    const [first, last] = [periodOf(row.periodicity, row.start_date), periodOf(row.periodicity, tx.today)]
    const [places, periods] = [new Set<number>(), new Set<PeriodStart>()]
    if (anything.has(row.id) || of.some(({ id }) => anything.has(id))) {
      anything.add(row.id)
      for (const place of placesOf(row.id)) places.add(place)
      for (const period of periodsBetween(row.periodicity, first, last, mostPeriods)) periods.add(period)
    } else {
      for (const source of of) {
        const change = changes.get(source.id)
        if (!change) continue
        for (const place of placesOf(row.id)) if ((below.get(place) ?? []).some((id) => change.places.has(id))) places.add(place)
        for (const period of change.periods) periods.add(within(row.periodicity, source.periodicity, period))
      }
      for (const period of periods) if (period < first || period > last) periods.delete(period)
      changes.set(row.id, { places, periods })
    }
    if (places.size > 0 && periods.size > 0) computed.push({ ...row, compiled, of, places, periods })
  }
  return computed
}

interface Ordered {
  readonly row: Row
  readonly compiled: Compiled
  readonly of: readonly Source[]
}

/** What is worked out, after everything that it is made of. */
function inOrder(rows: readonly Row[], named: ReadonlyMap<string, Row>): Ordered[] {
  const done = new Set<number>()
  const ordered: Ordered[] = []
  const visit = (row: Row): void => {
    if (!row.depends || done.has(row.id)) return
    done.add(row.id)
    const parsed = parseFormula(row.formula ?? '')
    if (!parsed.ok) return
    const compiled = compile(parsed.node)
    const of = compiled.terms.map(({ metric }) => named.get(metric))
    for (const source of of) if (source) visit(source)
    // A metric that is gone or renamed leaves no value: that is refused as long as it is used.
    if (of.every((source) => source !== undefined)) ordered.push({ row, compiled, of })
  }
  for (const row of rows) visit(row)
  return ordered
}
