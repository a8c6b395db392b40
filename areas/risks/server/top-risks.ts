import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { riskTopOf, TopOrder } from '#areas/risks/contract/calls.ts'
import { openActionsOf } from '#areas/actions/server/index.ts'
import { scalesOf } from './scale-of.ts'

type Top = z.infer<typeof riskTopOf.answer>['object']

/** How many a committee looks at. */
const most = 10

interface Row extends Omit<Top['risks'][number], 'current' | 'target' | 'distance'> {
  readonly current_level: number
  readonly target_level: number | null
}

/** The mean of a PERT distribution over three columns, as `pertMean` has it. */
const mean = (what: 'frequency' | 'loss') => sql`(e.${sql.ref(`${what}_low`)} + 4 * e.${sql.ref(`${what}_likely`)} + e.${sql.ref(`${what}_high`)}) / 6`

/** The gravest open risks of a register, or the dearest, of those that their reader finds there: two statements. */
export async function topOf(tx: Tx, resources: Resources, id: number, query: Pick<ListQuery, 'filters' | 'global_search'>, by: TopOrder): Promise<Top> {
  const t = rowRef('t')
  const risks = resourceOf(resources, 'risk')
  checkQuery(risks, { sort: [], filters: query.filters })
  const judged = (await scalesOf(tx, [id])).get(id)
  if (!judged) throw notFound()
  const order = by === 'loss' ? sql`loss desc nulls last, t.current_level desc` : sql`t.current_level desc, loss desc nulls last`
  const rows =
    await tx.run(sql<Row>`select t.id, t.identifier, ${localizedText(t, 'name', tx.who.lang)} as name, t.current_level, t.target_level, t.current_impact, t.current_probability,
      t.target_impact, t.target_probability, t.treatment, t.status, t.review_date, money.loss::float8 as loss,
      (select m.name from member m where m.customer_id = t.customer_id and m.id = t.manager_id) as manager,
      (select count(*)::int from risk__actions l join ${openActionsOf(sql`t.customer_id`)} a on a.id = l.target_id
        where l.customer_id = t.customer_id and l.owner_id = t.id) as actions
    from risk t left join (select distinct on (e.owner_id) e.owner_id, ${mean('frequency')} * ${mean('loss')} as loss from risk__estimates e
      where e.customer_id = ${tx.customerId} and e.moment = 'NOW' order by e.owner_id) money on money.owner_id = t.id
    where t.customer_id = ${tx.customerId} and t.register_id = ${id} and t.treatment <> 'CLOSED' and ${listConditions(risks, query, risks.rules.read(t, tx.who), t, tx.who, resources)}
    order by ${order}, t.priority desc, t.identifier limit ${most}`)
  const { levels } = judged.scale
  const levelOf = (value: number | null) => levels.find((level) => level.value === value) ?? null
  const rank = (value: number) => levels.filter((level) => level.value <= value).length
  return {
    appetite: judged.appetite,
    risks: rows.map(({ current_level: current, target_level: target, ...row }) => ({
      ...row,
      current: levelOf(current),
      target: levelOf(target),
      distance: judged.appetite === null ? null : rank(current) - rank(judged.appetite),
    })),
  }
}
