import { sql } from 'kysely'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { notFound } from '#kit/contract/errors.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { MatrixKind } from '#areas/risks/contract/calls.ts'
import { scalesOf, type Judged } from './scale-of.ts'

interface Cell {
  readonly kind: MatrixKind
  readonly impact: number
  readonly probability: number
  readonly count: number
}
interface Totals {
  readonly total: number
  readonly above: number
  readonly to_approve: number
}

/** Where the risks of a register that are not closed stand, of those that their reader may open: two statements beside the one for the scale. */
export async function matrixOf(
  tx: Tx,
  resources: Resources,
  id: number,
  query: Pick<ListQuery, 'filters' | 'global_search'>,
): Promise<Pick<Judged, 'scale' | 'appetite'> & Totals & { readonly cells: Cell[] }> {
  const t = rowRef('t')
  const risks = resourceOf(resources, 'risk')
  checkQuery(risks, { sort: [], filters: query.filters })
  const judged = (await scalesOf(tx, [id])).get(id)
  if (!judged) throw notFound()
  const mine = sql`t.register_id = ${id} and t.treatment <> 'CLOSED' and ${listConditions(risks, query, risks.rules.read(t, tx.who), t, tx.who, resources)}`
  const [cells, totals] = await Promise.all([
    // Those that stand alike are counted once before they are told for each matrix.
    tx.run(sql<Cell>`select v.kind, v.impact, v.probability, sum(a.count)::int as count
        from (select t.init_impact, t.init_probability, t.current_impact, t.current_probability, t.target_impact, t.target_probability, count(*) as count
          from risk t where ${mine} group by 1, 2, 3, 4, 5, 6) a cross join lateral (values ('init', a.init_impact, a.init_probability),
          ('current', a.current_impact, a.current_probability), ('target', a.target_impact, a.target_probability)) v (kind, impact, probability)
        where v.impact is not null group by 1, 2, 3 order by 1, 2, 3`),
    tx.first(sql<Totals>`select count(*)::int as total, (count(*) filter (where t.current_level > ${judged.appetite}::int))::int as above,
        (count(*) filter (where t.status = 'TO_BE_APPROVED'))::int as to_approve from risk t where ${mine}`),
  ])
  return { scale: judged.scale, appetite: judged.appetite, ...(totals ?? { total: 0, above: 0, to_approve: 0 }), cells }
}
