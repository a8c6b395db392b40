import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyMeasure, measureRules } from '#areas/measures/server/index.ts'
import { measureWorths } from '#areas/scores/server/index.ts'
import type { RiskExplanation } from '#areas/risks/contract/calls.ts'
import { placeFrom, wholeShare } from '#areas/risks/contract/levels.ts'
import { currentFrom, type Sides } from './compute-levels.ts'
import { scalesOf } from './scale-of.ts'
import { sharesIn } from './shares.ts'

interface Linked {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly readable: boolean
}

/** How the current level of a risk follows from its measures as they are now; of a measure that the reader may not open only what it is worth is told. Who reads the risk is the caller's to ask. */
export async function explain(tx: Tx, id: number): Promise<RiskExplanation> {
  const m = rowRef('m')
  const [row, linked] = await Promise.all([
    tx.first(sql<
      Omit<Sides, 'measures'> & { register_id: number; current_impact: number; current_probability: number }
    >`select register_id, init_impact, init_probability, min_impact,
        min_probability, target_impact, target_probability, manual_impact, manual_probability, current_impact, current_probability, ${sharesIn('risk', rowRef('r'))} as shares
      from risk r where r.customer_id = ${tx.customerId} and r.id = ${id}`),
    tx.run(sql<Linked>`select m.id, m.identifier, ${localizedText(m, 'name', tx.who.lang)} as name, ${asSql(measureRules.read(m, tx.who))} as readable
      from risk__measures l join ${everyMeasure(tx.customerId)} m on m.id = l.target_id
      where l.customer_id = ${tx.customerId} and l.owner_id = ${id} order by m.identifier`),
  ])
  const scale = row && (await scalesOf(tx, [row.register_id])).get(row.register_id)
  if (!row || !scale) throw notFound()
  const worths = await measureWorths(
    tx,
    linked.map((one) => one.id),
  )
  const others = linked.flatMap((one) => (worths.get(one.id)?.makers ?? []).filter(({ fact }) => fact.id !== one.id).map(({ fact }) => fact.perimeter_id))
  const places =
    others.length === 0
      ? []
      : await tx.run(
          sql<{
            id: number
            name: string
          }>`select p.id, ${localizedText(rowRef('p'), 'name', tx.who.lang)} as name from perimeter p where p.customer_id = ${tx.customerId} and p.id = any(${[...new Set(others)]}::bigint[])`,
        )
  const nameOf = new Map(places.map((place) => [place.id, place.name]))
  const found = currentFrom({ ...row, measures: linked.map((one) => one.id) }, worths)
  const side = (name: 'impact' | 'probability') => ({
    initial: row[`init_${name}`],
    minimum: row[`min_${name}`] ?? 1,
    exact: found.exact[name],
    computed: placeFrom(found.exact[name]),
    current: row[`current_${name}`],
  })
  return {
    scale: scale.scale,
    appetite: scale.appetite,
    measures: linked.map((one) => {
      const { status = 'TO_IMPLEMENT', decision = null, worth = null, makers = [] } = worths.get(one.id) ?? {}
      const single = makers.length === 1 ? makers[0] : undefined
      const by = makers.flatMap(({ fact }) => (fact.id === one.id ? [] : (nameOf.get(fact.perimeter_id) ?? [])))
      return {
        id: one.id,
        identifier: one.readable ? one.identifier : null,
        name: one.readable ? one.name : null,
        worth,
        share: row.shares[one.id] ?? wholeShare,
        efficiency: single?.efficiency ?? null,
        factor: single?.factor ?? null,
        status,
        decision,
        // Of one that may not be opened not even where it is: only what it is worth.
        by: one.readable && by.length > 0 ? [...new Set(by)].join(', ') : null,
      }
    }),
    effect: found.effect,
    impact: side('impact'),
    probability: side('probability'),
    by_hand: found.byHand,
    pending: found.impact !== row.current_impact || found.probability !== row.current_probability,
  }
}
