import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { measuresServing } from '#areas/measures/server/index.ts'
import { measureValue, type MeasureValue } from '#areas/scores/server/compute/efficiency.ts'
import { deductionFacts, measureFacts, ratingFacts } from '#areas/scores/server/facts/load-facts.ts'

/** What a measure does for where it stands. */
export interface MeasureWorth {
  readonly status: 'TO_IMPLEMENT' | 'NOT_IMPLEMENTED' | 'IMPLEMENTED'
  readonly decision: 'PLANNED' | 'DISCARDED' | null
  /** 0–100; null where neither it nor a measure that serves its perimeter is in place. */
  readonly worth: number | null
  /** The same with what is planned in place and every defect mended; null where nothing is planned. */
  readonly expected: number | null
  /** What it rests on: itself where it is in place, else those that serve its perimeter. */
  readonly makers: readonly MeasureValue[]
}

/**
 * What measures are worth today, by the rules of the scores: itself where it is in place, else the mean of those of the same model that serve its perimeter (scores, rules 1–4). Three
 * statements, however many measures.
 */
export async function measureWorths(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, MeasureWorth>> {
  if (ids.length === 0) return new Map()
  const facts = await measureFacts(tx, sql`m.id in (select unnest(${ids}::bigint[]) union all ${measuresServing(tx.customerId, ids)})`)
  const implemented = facts.filter(({ status }) => status === 'IMPLEMENTED')
  const among = implemented.map(({ id }) => id)
  const [deductions, ratings] = await Promise.all([deductionFacts(tx, tx.today, among), ratingFacts(tx, tx.today, among)])
  const [lowered, rated] = [Map.groupBy(deductions, (one) => one.measure_id), Map.groupBy(ratings, (one) => one.measure_id)]
  const values = new Map(implemented.map((fact) => [fact.id, measureValue(fact, lowered.get(fact.id) ?? [], rated.get(fact.id) ?? [])]))
  const serving = Map.groupBy(
    implemented.flatMap((fact) => fact.beneficiary_ids.map((perimeter) => ({ key: `${perimeter} ${fact.solution_id}`, id: fact.id }))),
    ({ key }) => key,
  )
  const wanted = new Set(ids)
  return new Map(
    facts.flatMap(({ id, status, decision, perimeter_id, solution_id, base_efficiency }) => {
      if (!wanted.has(id)) return []
      const from = status === 'IMPLEMENTED' ? [id] : (serving.get(`${perimeter_id} ${solution_id}`) ?? []).map((one) => one.id)
      const makers = from.flatMap((one) => values.get(one) ?? [])
      const worth = mean(makers.map(({ performance }) => performance))
      const mended = mean(makers.map(({ fact, factor }) => fact.base_efficiency * factor))
      const expected = mended ?? (decision === 'PLANNED' ? base_efficiency : null)
      return [[id, { status, decision, worth, expected, makers }] as const]
    }),
  )
}

const mean = (values: readonly number[]) => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length)
