import { sql } from 'kysely'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Refuse } from '#kit/server/data/store/refusals.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { checkFormula, lookUp, type KnownMetric } from '#areas/catalog/contract/formula/check.ts'
import { metricsIn } from '#areas/catalog/contract/formula/evaluate.ts'
import { parseFormula } from '#areas/catalog/contract/formula/parser.ts'
import type { Periodicity } from '#areas/metrics/contract/period.ts'
import { metricRules } from '#areas/metrics/server/rules.ts'

const m = rowRef('m')

/** Told in full of the first fault; its place is that of the first character, counted from one. */
export interface Formula {
  readonly id: number | undefined
  readonly text: string
  readonly periodicity: Periodicity
}

/** The metrics that a text names, as far as whoever writes it may read them: what is out of reach is as if it were not there. */
export async function namedIn(
  tx: Tx,
  grant: Grant,
  text: string,
): Promise<readonly { readonly id: number; readonly identifier: string; readonly periodicity: Periodicity }[]> {
  const parsed = parseFormula(text)
  if (!parsed.ok) return []
  return lookUp(metricsIn(parsed.node).keys(), (names) =>
    tx.run(sql<{ id: number; identifier: string; periodicity: Periodicity }>`select m.id, m.identifier, m.periodicity from metric m
      where m.customer_id = ${tx.customerId} and m.identifier = any(${names}::text[]) and not m.archived and ${asSql(metricRules.read(m, grant.who))} order by m.id`),
  )
}

/** Refuses a formula that cannot be read or names what it may not: nothing, what is slower, itself, or what is worked out of it. */
export async function guardFormula(tx: Tx, grant: Grant, { id, text, periodicity }: Formula, refuse: Refuse): Promise<void> {
  const named = await namedIn(tx, grant, text)
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
