import { sql } from 'kysely'
import type { Reference } from '#kit/contract/field.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Maker } from '#areas/measures/contract/effects.ts'
import { measureBeneficiaries, measureRules, measuresInPlace } from '#areas/measures/server/index.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import { readProofs } from '#areas/scores/server/facts/proofs.ts'

interface Operated {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly perimeter: { readonly id: number; readonly name: string }
  readonly manager: Reference | null
  readonly since: string | null
  readonly shared_on: string | null
  readonly accepted: boolean | null
}

/** Who has a measure in place, here or for this perimeter: what serves first, then offers, the best before the others. Whom a measure serves is told who operates it (MEA-07). */
export async function readOperators(
  tx: Tx,
  current: ScoreResult,
  { id, solution_id, perimeter_id }: { readonly id: number; readonly solution_id: number; readonly perimeter_id: number },
): Promise<Maker[]> {
  const [o, p] = [rowRef('o'), rowRef('p')]
  const { lang } = tx.who
  const rows = await tx.run(sql<Operated>`select o.id, o.identifier, ${localizedText(o, 'name', lang)} as name,
      jsonb_build_object('id', p.id, 'name', ${localizedText(p, 'name', lang)}) as perimeter,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = o.customer_id and m.id = o.manager_id) as manager,
      o.implemented_on::text as since, to_char(coalesce(b.accepted_at, b.valid_from), 'YYYY-MM-DD') as shared_on, b.accepted
    from ${measuresInPlace(tx.customerId)} o join perimeter p on p.customer_id = o.customer_id and p.id = o.perimeter_id
      left join ${measureBeneficiaries(tx.customerId)} b on b.measure_id = o.id and b.perimeter_id = ${perimeter_id} and o.id <> ${id}
    where o.solution_id = ${solution_id} and (o.id = ${id} or b.perimeter_id is not null)
      and ${asSql(measureRules.read(o, tx.who))}`)
  const working = rows.filter(({ perimeter }) => current.index.live.has(perimeter.id))
  const proofs = await readProofs(
    tx,
    working.map((row) => row.id),
  )
  return working
    .map(({ id: measure, identifier, name, perimeter, manager, since, shared_on, accepted }): Maker => {
      const value = current.measures.get(measure)
      return {
        measure: { id: measure, identifier, name: name ?? identifier },
        own: measure === id,
        accepted: accepted ?? true,
        perimeter,
        manager,
        since,
        shared_on,
        performance: value?.performance ?? 0,
        efficiency: value?.efficiency ?? 0,
        checks: value && value.sources.length > 0 ? value.factor * 100 : null,
        proofs: new Set(proofs.get(measure)?.map(({ key }) => key)).size,
      }
    })
    .toSorted((a, b) => Number(b.own) - Number(a.own) || Number(b.accepted) - Number(a.accepted) || b.performance - a.performance)
}
