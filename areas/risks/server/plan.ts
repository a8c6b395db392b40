import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resource.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { measureWorths } from '#areas/scores/server/index.ts'
import { mostPlanned, type riskPlanOf } from '#areas/risks/contract/calls.ts'
import { levelAt } from '#areas/risks/contract/levels.ts'
import { expectedFrom, type Sides } from './derive.ts'
import { scalesOf } from './scale-of.ts'

type Plan = z.infer<typeof riskPlanOf.answer>['object']
type Deed = Plan['risks'][number]['deeds'][number]

interface Planned extends Sides {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly current_impact: number
  readonly current_probability: number
  readonly actions: readonly number[]
}

/** What is done about the risks of a register, the gravest first: seven statements, however many risks. */
export async function planOf(tx: Tx, resources: Resources, id: number, query: Pick<ListQuery, 'filters' | 'global_search'>): Promise<Plan> {
  const t = rowRef('t')
  const { who } = tx
  const risks = resourceOf(resources, 'risk')
  checkQuery(risks, { sort: [], filters: query.filters })
  const judged = (await scalesOf(tx, [id])).get(id)
  if (!judged) throw notFound()
  const linked = (field: 'measures' | 'actions') =>
    sql`array(select l.target_id from ${sql.table(`risk__${field}`)} l where l.customer_id = t.customer_id and l.owner_id = t.id order by 1)`
  const rows =
    await tx.run(sql<Planned>`select t.id, t.identifier, ${localizedText(t, 'name', who.lang)} as name, t.init_impact, t.init_probability, t.min_impact, t.min_probability,
      t.target_impact, t.target_probability, t.manual_impact, t.manual_probability, t.current_impact, t.current_probability,
      ${linked('measures')} as measures, ${linked('actions')} as actions
    from risk t where t.register_id = ${id} and t.treatment <> 'CLOSED' and ${listConditions(risks, query, risks.rules.read(t, who), t, who, resources)}
    order by t.current_level desc, t.identifier limit ${mostPlanned}`)
  const [actions, measures, worths] = await Promise.all([
    actionsOf(tx, resources, [...new Set(rows.flatMap((row) => row.actions))]),
    comingOf(tx, resources, [...new Set(rows.flatMap((row) => row.measures))]),
    measureWorths(tx, [...new Set(rows.flatMap((row) => row.measures))]),
  ])
  const open = [...actions.values()].filter(({ status }) => status !== 'FINISHED')
  const levelOf = (impact: number, probability: number) => {
    const value = levelAt(judged.scale.matrix, { impact, probability })
    return judged.scale.levels.find((level) => level.value === value) ?? null
  }
  const sum = (of: 'cost' | 'workload') => Math.round(open.reduce((total, one) => total + (one[of] ?? 0), 0) * 100) / 100
  return {
    cost: sum('cost'),
    workload: sum('workload'),
    actions: open.length,
    risks: rows.flatMap((row) => {
      const deeds = [...row.actions.flatMap((one) => actions.get(one) ?? []), ...row.measures.flatMap((one) => measures.get(one) ?? [])]
      if (deeds.length === 0) return []
      const expected = expectedFrom(row, worths)
      return [
        {
          id: row.id,
          identifier: row.identifier,
          name: row.name,
          current: levelOf(row.current_impact, row.current_probability),
          current_impact: row.current_impact,
          current_probability: row.current_probability,
          expected: levelOf(expected.impact, expected.probability),
          expected_impact: expected.impact,
          expected_probability: expected.probability,
          deeds,
        },
      ]
    }),
  }
}

const noDeeds: ReadonlyMap<number, Deed> = new Map()
const byId = (rows: readonly Deed[]): ReadonlyMap<number, Deed> => new Map(rows.map((row) => [row.id, row]))

async function actionsOf(tx: Tx, resources: Resources, ids: readonly number[]): Promise<ReadonlyMap<number, Deed>> {
  const { def, rules } = resourceOf(resources, 'remediation')
  if (ids.length === 0 || !can(tx.who, def.rights.read)) return noDeeds
  const a = rowRef('a')
  return byId(
    await tx.run(sql<Deed>`select 'remediation' as entity, a.id, a.identifier, ${localizedText(a, 'name', tx.who.lang)} as name, a.status, a.target_date,
        coalesce(a.target_date < ${tx.today}::date, false) and a.status <> 'FINISHED' as late, a.cost::float8 as cost, a.workload::float8 as workload
      from remediation a where a.customer_id = ${tx.customerId} and a.id = any(${ids}::bigint[]) and a.status <> 'CANCELLED' and ${asSql(rules.read(a, tx.who))}`),
  )
}

/** Measures that are planned. */
async function comingOf(tx: Tx, resources: Resources, ids: readonly number[]): Promise<ReadonlyMap<number, Deed>> {
  const { def, rules } = resourceOf(resources, 'measure')
  if (ids.length === 0 || !can(tx.who, def.rights.read)) return noDeeds
  const m = rowRef('m')
  return byId(
    await tx.run(sql<Deed>`select 'measure' as entity, m.id, m.identifier, ${localizedText(m, 'name', tx.who.lang)} as name, m.decision as status,
        (select max(a.target_date) from remediation a where a.customer_id = m.customer_id and a.type = 'BUILD' and a.measure_id = m.id and a.status not in ('FINISHED', 'CANCELLED')) as target_date,
        false as late, m.yearly_cost::float8 as cost, m.build_days::float8 as workload
      from measure m where m.customer_id = ${tx.customerId} and m.id = any(${ids}::bigint[]) and m.status = 'NOT_IMPLEMENTED' and m.decision = 'PLANNED' and ${asSql(rules.read(m, tx.who))}`),
  )
}
