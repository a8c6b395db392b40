import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { refusals, type Refuse } from '#kit/server/data/store/refusals.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Cell, GivenValues, valueSources } from '#areas/metrics/contract/calls.ts'
import { isHour } from '#areas/metrics/contract/hour.ts'
import { cellsOf } from './grid.ts'
import { hoursGiven } from './hours/given-hours.ts'
import { cellsOfHours } from './hours/read-hours.ts'
import { changedBy, check, currentOf, keyOf, periodGiven, placesGiven, placesIn, type GivenAt } from './check-values.ts'
import { metricOf, mustEnter, type Metric } from './read-metric.ts'
import type { NewValue } from './value.ts'
import { writeValues } from './write-values.ts'

type Given = Extract<GivenValues, { values: unknown }>['values'][number]

interface Entering {
  readonly source?: (typeof valueSources)[number]
  /** Where a field of the n-th value stands in what was sent. */
  readonly pathOf?: (n: number, field: string) => string
  /** Only values that there are. */
  readonly corrects?: boolean
}

/**
 * Writes values of one metric, each after what it was went to its history: all of them, or none and every wrong one named. One that its writer saw otherwise is stale. Five
 * statements, whatever the number.
 */
export async function enter(tx: Tx, grant: Grant, id: number, given: readonly Given[], { source = 'MANUAL', ...entering }: Entering = {}): Promise<Cell[]> {
  const { values, changed } = await judged(tx, grant, id, given, entering)
  await writeValues(tx, changed, source, source === 'IMPORT' ? 'import' : 'enter')
  return cellsAt(tx, values)
}

/** Writes what was judged of several metrics, together: what it costs does not depend on how many they are. Nothing is read back. */
export const enterJudged = (tx: Tx, changed: readonly NewValue[], source: (typeof valueSources)[number]): Promise<void> =>
  writeValues(tx, changed, source, 'enter')

/** Values of one metric as they are to be written, which is held from then on, and those among them that differ from what there is. Every wrong one is named. */
export async function judged(
  tx: Tx,
  grant: Grant,
  id: number,
  given: readonly Given[],
  { pathOf = (n, field) => `values.${n}.${field}`, corrects = false }: Omit<Entering, 'source'> = {},
): Promise<{ readonly values: readonly GivenAt[]; readonly changed: readonly NewValue[] }> {
  const metric = await metricOf(tx, grant, id, true)
  mustEnter(metric, grant)
  const values = given.map((one) => ({ ...one, metric_id: id, period: periodGiven(metric, one.period) }))
  const [places, current] = await Promise.all([placesIn(tx, [id]), currentOf(tx, values)])
  const { refuse, done } = refusals()
  const seen = new Set<string>()
  for (const [at, one] of values.entries()) {
    const refuseHere: Refuse = (field, ...said) => refuse(pathOf(at, field), ...said)
    check({ metric, grant, places: places.get(id), tx, refuse: refuseHere }, one, current.get(keyOf(one)))
    if (seen.has(keyOf(one))) refuse(pathOf(at, 'period'), 'metrics.errors.twice')
    if (corrects && one.version === undefined && !current.has(keyOf(one))) refuse(pathOf(at, 'value'), 'metrics.errors.nothing_to_correct')
    seen.add(keyOf(one))
  }
  done()
  const stale = values.filter((one) => one.version !== undefined && one.version !== (current.get(keyOf(one))?.version ?? 0))
  if (stale.length > 0) throw new AppError('STALE', 'metrics.errors.stale', { object: await cellsAt(tx, stale) })
  return { values, changed: values.flatMap((one) => changedBy(one, current.get(keyOf(one)))) }
}

/** Values as they stand now. */
export const cellsOfValues = (tx: Tx, metric: Metric, given: readonly Pick<Given, 'perimeter_id' | 'period' | 'value'>[]): Promise<Cell[]> =>
  cellsAt(
    tx,
    given.map((one) => ({ ...one, metric_id: metric.id, period: periodGiven(metric, one.period) })),
  )

/** All of them hours, or none. */
const cellsAt = (tx: Tx, values: readonly GivenAt[]): Promise<Cell[]> =>
  values.some(({ period }) => isHour(period))
    ? cellsOfHours(tx, sql`(h.metric_id, h.perimeter_id, h.day, h.hour) in (select g.metric_id, g.perimeter_id, g.day, g.hour from ${hoursGiven(values)})`)
    : cellsOf(tx, sql`(v.metric_id, v.perimeter_id, v.period) in (select g.metric_id, g.perimeter_id, g.period from ${placesGiven(values)})`)
