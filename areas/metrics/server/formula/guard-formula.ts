import { sql } from 'kysely'
import type { Refuse } from '#kit/server/data/refusals.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { checkFormula, lookUp, type KnownMetric } from '#areas/catalog/contract/formula/check.ts'
import { metricsIn } from '#areas/catalog/contract/formula/evaluate.ts'
import { parseFormula } from '#areas/catalog/contract/formula/parser.ts'
import type { Periodicity } from '#areas/metrics/contract/period.ts'

/** Told in full of the first fault; its place is that of the first character, counted from one. */
export interface Formula {
  readonly id: number | undefined
  readonly text: string
  readonly periodicity: Periodicity
}

/** The metrics that a text names, as far as there are such. */
export async function namedIn(
  tx: Tx,
  text: string,
): Promise<readonly { readonly id: number; readonly identifier: string; readonly periodicity: Periodicity }[]> {
  const parsed = parseFormula(text)
  if (!parsed.ok) return []
  return lookUp(metricsIn(parsed.node).keys(), (names) =>
    tx.run(sql<{ id: number; identifier: string; periodicity: Periodicity }>`select id, identifier, periodicity from metric
      where customer_id = ${tx.customerId} and identifier = any(${names}::text[]) and not archived order by id`),
  )
}

/** Refuses a formula that cannot be read or names what it may not: nothing, what is slower, itself, or what is worked out of it. */
export async function guardFormula(tx: Tx, { id, text, periodicity }: Formula, refuse: Refuse): Promise<void> {
  const named = await namedIn(tx, text)
  const above =
    id === undefined || named.length === 0
      ? []
      : await tx.run(sql<{ id: number }>`with recursive above (id) as (select ${id}::bigint union
          select u.object_id from above a join metric_use u on u.customer_id = ${tx.customerId} and u.entity = 'metric' and u.metric_id = a.id) select id from above`)
  const circle = new Set(above.map((one) => one.id))
  const known = new Map<string, KnownMetric>(named.map((one) => [one.identifier, { ...one, ...(circle.has(one.id) && { refused: 'catalog.formula.circle' }) }]))
  const checked = checkFormula(text, periodicity, known)
  if (checked.ok) return
  const [fault] = checked.faults
  if (!fault) return
  refuse('formula', fault.key, fault.values && { ...fault.values })
  refuse('formula', 'catalog.formula.place', { place: fault.at + 1 })
}
