import type { z } from 'zod'
import type { Grant } from '#kit/server/access/authorize.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { checkMetricValue } from '#areas/metrics/contract/calls.ts'
import { readNumber, wrongValue } from '#areas/metrics/contract/fault.ts'
import { check, currentOf, keyOf, periodGiven, placesIn } from './check-values.ts'
import { metricOf, mustEnter } from './read-metric.ts'

type Asked = z.output<NonNullable<(typeof checkMetricValue)['body']>>

/** Refuses what would be refused if it were entered; an empty text empties a value. */
export async function checkValue(tx: Tx, grant: Grant, { id, value: text, perimeter_id, additional_value: day }: Asked): Promise<void> {
  const metric = await metricOf(tx, grant, id)
  const { refuse, done } = refusals()
  const number = text.trim() === '' ? null : readNumber(text)
  const wrong = number === undefined ? { key: 'metrics.errors.not_a_number' } : number === null ? undefined : wrongValue(metric, number)
  if (perimeter_id === undefined || day === undefined) {
    if (wrong) refuse('value', wrong.key, wrong.values && { ...wrong.values })
    return done()
  }
  mustEnter(metric, grant)
  const given = { metric_id: id, perimeter_id, period: periodGiven(metric, day), value: number ?? null }
  const [places, current] = await Promise.all([placesIn(tx, [id]), currentOf(tx, [given])])
  if (number === undefined) refuse('value', 'metrics.errors.not_a_number')
  check(
    { metric, grant, places: places.get(id), tx, refuse: (field, ...said) => refuse(field === 'period' ? 'additional_value' : field, ...said) },
    given,
    current.get(keyOf(given)),
  )
  done()
}
