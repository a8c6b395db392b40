import { sql } from 'kysely'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import type { metricEntered } from '#areas/metrics/contract/events.ts'
import { within, type Periodicity, type PeriodStart } from '#areas/metrics/contract/period.ts'
import type { EventDef } from '#kit/contract/event.ts'
import { computeAll, computeParent, type Computed } from './compute.ts'
import { putControls } from './control.ts'
import { childValues, placesOf, readEntries, readWorked, usedMetrics, type Worked } from './read-facts.ts'

const jobName = 'indicator_values'
type Cell = readonly [perimeter: number, period: PeriodStart]

/** Notes what is to be worked out, and asks for it in the background: one job waits at a time, whatever the number of entries. */
export async function note(tx: Tx, due: readonly { readonly indicator: number; readonly cells: readonly Cell[] | null }[]): Promise<void> {
  if (due.length === 0) return
  await tx.run(sql`insert into indicator_due (customer_id, indicator_id, cells)
    select ${tx.customerId}, d.indicator, nullif(d.cells, 'null'::jsonb) from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d (indicator bigint, cells jsonb)`)
  tx.enqueue({ name: jobName, data: {}, key: 'values' })
}

type Entered = typeof metricEntered extends EventDef<infer P> ? P : never

/** What depends on values that were entered: the indicators whose formula names their metric, in the periods that they count in. */
export async function followEntries(tx: Tx, { payload: { changed } }: DomainEvent<Entered>): Promise<void> {
  const users = await tx.run(sql<{ indicator: number; metric: number; long: Periodicity; short: Periodicity }>`
    select i.id as indicator, m.id as metric, i.periodicity as long, m.periodicity as short from indicator__metrics l
      join indicator i on i.customer_id = l.customer_id and i.id = l.owner_id join metric m on m.customer_id = l.customer_id and m.id = l.target_id
    where l.customer_id = ${tx.customerId} and l.target_id = any(${[...new Set(changed.map(({ metric }) => metric))]}::bigint[]) order by i.id`)
  const byMetric = Map.groupBy(changed, ({ metric }) => metric)
  await note(
    tx,
    [...Map.groupBy(users, ({ indicator }) => indicator)].map(([indicator, uses]) => {
      const cells = uses.flatMap(({ metric, long, short }) =>
        (byMetric.get(metric) ?? []).map(({ perimeter, period }): Cell => [perimeter, within(long, short, period)]),
      )
      return { indicator, cells: [...new Map(cells.map((cell) => [cell.join(' '), cell])).values()] }
    }),
  )
}

/** Everything there is to work out, anew. */
export async function noteAll(tx: Tx): Promise<void> {
  const ids = await tx.run(sql<{ id: number }>`select id from indicator where customer_id = ${tx.customerId} and not archived order by id`)
  await note(
    tx,
    ids.map(({ id }) => ({ indicator: id, cells: null })),
  )
}

/** Works out what is due, one indicator in each transaction, so that it shows as it comes; cut off anywhere it goes on where it was. */
export const valuesJob: LongJob = {
  name: jobName,
  runLong: async ({ apart }) => {
    while (await apart(settleNext));
  },
}

/** At night periods end, perimeters have moved and metrics are brought together otherwise: everything is compared, and what is the same is not written. */
export const nightJob: LongJob = {
  name: 'indicator_night',
  schedule: '20 0 * * *',
  runLong: async ({ apart }) => {
    await apart(noteAll)
    while (await apart(settleNext));
    await apart((tx) => putControls(tx))
  },
}

/**
 * Works out the values of one indicator that are due; false once there are none. Its row is held from before its dues are read, so that of two servers one finds them and the
 * other the next; what was noted and what is written go in one transaction.
 */
export async function settleNext(tx: Tx): Promise<boolean> {
  const next = await tx.first(sql<{ id: number }>`select i.id from indicator i where i.customer_id = ${tx.customerId}
      and i.id = (select d.indicator_id from indicator_due d where d.customer_id = ${tx.customerId} order by d.id limit 1) for no key update of i`)
  if (!next) return false
  const due = await tx.run(
    sql<{ cells: Cell[] | null }>`delete from indicator_due where customer_id = ${tx.customerId} and indicator_id = ${next.id} returning cells`,
  )
  const [indicator] = await readWorked(tx, [next.id])
  if (!indicator || due.length === 0) return true
  const cells = due.some((one) => one.cells === null) ? null : due.flatMap((one) => one.cells ?? [])
  const written = indicator.formula === null ? await settleParent(tx, indicator, cells) : await settleFormula(tx, indicator, cells)
  if (written.length === 0) return true
  if (indicator.parent_id !== null) await note(tx, [{ indicator: indicator.parent_id, cells: written }])
  await putControls(tx, indicator.id)
  return true
}

async function settleFormula(tx: Tx, indicator: Worked, cells: readonly Cell[] | null): Promise<Cell[]> {
  const metrics = await usedMetrics(tx, indicator.id)
  const periods = cells && [...new Set(cells.map(([, period]) => period))].toSorted()
  const [places, entries] = await Promise.all([
    placesOf(
      tx,
      metrics.map(({ id }) => id),
      indicator.id,
      indicator,
    ),
    readEntries(tx, indicator, metrics, periods ?? undefined),
  ])
  const wanted = cells && affected(cells, new Map(places.map(({ id, parent }) => [id, parent])))
  const values = computeAll(
    { ...indicator, formula: indicator.formula ?? '' },
    metrics,
    places,
    entries,
    wanted ? (perimeter, period) => wanted.has(`${perimeter} ${period}`) : undefined,
  )
  return write(tx, indicator.id, values, wanted && [...wanted].map(cellOf))
}

async function settleParent(tx: Tx, indicator: Worked, cells: readonly Cell[] | null): Promise<Cell[]> {
  const periods = cells && [...new Set(cells.map(([, period]) => period))]
  const wanted = cells && new Set(cells.map((cell) => cell.join(' ')))
  const children = await childValues(tx, indicator.id, periods ?? undefined)
  const values = computeParent(indicator, wanted ? children.filter(({ perimeter, period }) => wanted.has(`${perimeter} ${period}`)) : children)
  return write(tx, indicator.id, values, wanted && [...wanted].map(cellOf))
}

const cellOf = (key: string): Cell => {
  const [perimeter = '', period = ''] = key.split(' ')
  return [Number(perimeter), period]
}

/** The cells that entries count in: their perimeter's and those of all above it. */
function affected(cells: readonly Cell[], parents: ReadonlyMap<number, number | null>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [perimeter, period] of cells)
    for (let at: number | null | undefined = perimeter; at !== null && at !== undefined && !found.has(`${at} ${period}`); at = parents.get(at))
      found.add(`${at} ${period}`)
  return found
}

interface Kept {
  readonly perimeter: number
  readonly periods: readonly string[]
  readonly given: readonly number[]
  readonly computed: readonly (number | null)[]
}

/** Values that are there, by cell, of some perimeters and periods or all; the row of the indicator is held meanwhile. */
async function keptValues(tx: Tx, id: number, cells: readonly Cell[] | null): Promise<ReadonlyMap<string, Pick<Computed, 'value' | 'computed'>>> {
  const [places, periods] = [0, 1].map((at) => [...new Set((cells ?? []).map((cell) => cell[at]))])
  const among = cells ? sql`and v.perimeter_id = any(${places}::bigint[]) and v.period = any(${periods}::date[])` : sql``
  const rows =
    await tx.run(sql<Kept>`select v.perimeter_id as perimeter, json_agg(v.period) as periods, json_agg(v.value) as given, json_agg(v.computed) as computed
    from indicator_value v where v.customer_id = ${tx.customerId} and v.indicator_id = ${id} ${among} group by v.perimeter_id`)
  return new Map(
    rows.flatMap(({ perimeter, periods: starts, given, computed }) =>
      starts.map((period, n) => [`${perimeter} ${period}`, { value: given[n] ?? 0, computed: computed[n] ?? null }] as const),
    ),
  )
}

/**
 * Writes what differs and takes away what is no more, among some cells or all of the indicator; answers which were touched. What differs is found here: the database would plan
 * the comparison by how many values it believes there to be, and be wrong after many came or went. Three statements at most.
 */
async function write(tx: Tx, id: number, values: readonly Computed[], cells: readonly Cell[] | null): Promise<Cell[]> {
  const stored = await keptValues(tx, id, cells)
  const known = new Set(values.map(({ perimeter, period }) => `${perimeter} ${period}`))
  const wanted = cells && new Set(cells.map((cell) => cell.join(' ')))
  const gone = [...stored.keys()].filter((key) => !known.has(key) && (wanted === null || wanted.has(key)))
  const changed = values.filter(({ perimeter, period, value, computed }) => {
    const was = stored.get(`${perimeter} ${period}`)
    return was?.value !== value || was.computed !== computed
  })
  if (gone.length > 0)
    await tx.run(
      sql`delete from indicator_value v where v.customer_id = ${tx.customerId} and v.indicator_id = ${id} and v.perimeter_id || ' ' || v.period = any(${gone}::text[])`,
    )
  if (changed.length > 0)
    await tx.run(sql`insert into indicator_value (customer_id, indicator_id, perimeter_id, period, value, computed)
      select ${tx.customerId}, ${id}, g.* from unnest(${changed.map((one) => one.perimeter)}::bigint[], ${changed.map((one) => one.period)}::date[],
        ${changed.map((one) => one.value)}::float8[], ${changed.map((one) => one.computed)}::float8[]) as g (perimeter, period, value, computed)
      on conflict (customer_id, indicator_id, perimeter_id, period) do update set value = excluded.value, computed = excluded.computed, at = moment()`)
  return [...gone.map(cellOf), ...changed.map(({ perimeter, period }): Cell => [perimeter, period])]
}
