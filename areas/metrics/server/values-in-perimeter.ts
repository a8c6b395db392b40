import type { Grant } from '#kit/server/access/authorize.ts'
import { refusals, type Refuse } from '#kit/server/data/store/refusals.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { MetricAt } from '#areas/metrics/contract/calls.ts'
import { hourKey } from '#areas/metrics/contract/hour.ts'
import { periodOf } from '#areas/metrics/contract/period.ts'
import { changedBy, check, currentOf, keyOf, placesIn, stateOf } from './check-values.ts'
import { mayEnter, metricsOf, type Metric } from './read-metric.ts'
import { writeValues } from './write-values.ts'

/** One perimeter, and a day of the period. */
export interface At {
  readonly perimeter_id: number
  readonly day: string
  /** Of what comes round by the hour, its number since midnight. */
  readonly hour?: number | null | undefined
}

const periodAt = (metric: Pick<Metric, 'periodicity'> | undefined, { day, hour }: At): string =>
  metric?.periodicity === 'HOURLY' && typeof hour === 'number' ? hourKey(day, hour) : periodOf(metric?.periodicity ?? 'DAILY', day)

/** A value of one of several metrics, all in one place. */
export interface ValueOf {
  readonly metric_id: number
  readonly value: number
  readonly comment?: string | null | undefined
  /** That its writer saw; 0: there was none. */
  readonly version?: number | undefined
}

/** Some metrics as they stand in a place, those alone that may be read. Three statements. */
export async function readAt(tx: Tx, grant: Grant, ids: readonly number[], at: At): Promise<MetricAt[]> {
  const { perimeter_id } = at
  const metrics = await metricsOf(tx, grant, ids)
  const cells = metrics.map((metric) => ({ metric, metric_id: metric.id, perimeter_id, period: periodAt(metric, at) }))
  const [places, current] = await Promise.all([placesIn(tx, ids), currentOf(tx, cells)])
  return cells
    .filter(({ metric }) => metric.reads_all || grant.who.perimeterIds.includes(perimeter_id))
    .map(({ metric, ...cell }) => {
      const { value = null, comment = null, version = 0 } = current.get(keyOf(cell)) ?? {}
      const { id, identifier, name, unit, decimals, minimum, maximum } = metric
      const state = stateOf(tx, metric, cell.period)
      const open = (state === 'OPEN' || state === 'CURRENT') && places.get(id)?.has(perimeter_id) === true
      return {
        id,
        identifier,
        name,
        unit,
        decimals,
        minimum,
        maximum,
        period: cell.period,
        value,
        comment,
        version,
        may_enter: open && mayEnter(metric, grant, perimeter_id),
      }
    })
}

/**
 * Writes values of several metrics in one place, after what they were went to their history: all of them, or none and every wrong one named by `values.<n>.value`.
 * Five statements, whatever the number.
 */
export async function enterAt(tx: Tx, grant: Grant, place: At, given: readonly ValueOf[]): Promise<void> {
  const { perimeter_id } = place
  const ids = [...new Set(given.map(({ metric_id }) => metric_id))].toSorted((one, other) => one - other)
  const metrics = new Map((await metricsOf(tx, grant, ids, true)).map((metric) => [metric.id, metric]))
  const values = given.map((one) => ({ ...one, perimeter_id, period: periodAt(metrics.get(one.metric_id), place) }))
  const [places, current] = await Promise.all([placesIn(tx, ids), currentOf(tx, values)])
  const { refuse, done } = refusals()
  const seen = new Set<number>()
  for (const [at, one] of values.entries()) {
    const metric = metrics.get(one.metric_id)
    const refuseHere: Refuse = (field, ...said) => refuse(`values.${at}.${field === 'comment' ? 'comment' : 'value'}`, ...said)
    const before = current.get(keyOf(one))
    if (!metric) refuseHere('value', 'metrics.errors.no_metric')
    else if (metric.is_auto) refuseHere('value', 'metrics.errors.automatic')
    else if (!mayEnter(metric, grant, perimeter_id)) refuseHere('value', 'metrics.errors.no_value_right')
    else check({ metric, grant, places: places.get(metric.id), tx, refuse: refuseHere }, one, before)
    if (one.version !== undefined && one.version !== (before?.version ?? 0)) refuseHere('value', 'metrics.errors.stale')
    if (seen.has(one.metric_id)) refuseHere('value', 'metrics.errors.twice')
    seen.add(one.metric_id)
  }
  done()
  await writeValues(
    tx,
    values.flatMap((one) => changedBy(one, current.get(keyOf(one)))),
    'MANUAL',
    'enter',
  )
}
