import { sql, type RawBuilder } from 'kysely'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { actionsShown, type OpenedAction } from '#areas/campaigns/contract/result-calls.ts'
import { actionOpen, everyAction } from '#areas/actions/server/index.ts'
import { inBranch } from './lines.ts'

const [r, p] = [rowRef('r'), rowRef('p')]

/** Actions that came of the answers of a campaign, of those that the reader may see: `e`, `r`. */
function opened(tx: Tx, { who }: Grant, resources: Resources, campaign: number, perimeter: number | undefined): RawBuilder<unknown> {
  const { rules } = resourceOf(resources, 'remediation')
  const readable: RawBuilder<unknown> = who.rights.has('remediation.read') ? asSql(rules.read(r, who)) : sql`false`
  return sql`evaluation e join ${everyAction(tx.customerId)} r on r.source_object_evaluation_id = e.id and e.customer_id = ${tx.customerId}
    and e.campaign_id = ${campaign} and coalesce(${readable}, false) and ${inBranch(tx, sql`e.perimeter_id`, perimeter)}`
}

type Asked = readonly [tx: Tx, grant: Grant, resources: Resources, campaign: number, perimeter: number | undefined]

/** How many there are, and are open. */
export async function actionsOf(...asked: Asked): Promise<{ all: number; open: number }> {
  const found = await asked[0].first(sql<{
    all: number
    open: number
  }>`select count(*)::int as all, count(*) filter (where ${actionOpen(r)})::int as open
    from ${opened(...asked)}`)
  return found ?? { all: 0, open: 0 }
}

/** The same, one by one: open ones first, the next to be done at the top. */
export const listActions = (...asked: Asked): Promise<OpenedAction[]> => {
  const [tx, { who }] = asked
  return tx.run(sql<OpenedAction>`select r.id, r.identifier, ${localizedText(r, 'name', who.lang)} as name, r.status, r.target_date::text as target_date,
      coalesce(${actionOpen(r)} and r.target_date < ${tx.today}::date, false) as late,
      jsonb_build_object('id', p.id, 'name', ${localizedText(p, 'name', who.lang)}, 'identifier', p.identifier) as perimeter,
      (select coalesce(c.identifier, q.key) from evaluation_answer_action l join evaluation_answer a on a.customer_id = l.customer_id and a.id = l.answer_id
          left join control c on c.customer_id = a.customer_id and c.id = a.control_id left join questionnaire_element q on q.customer_id = a.customer_id and q.id = a.element_id
        where l.customer_id = r.customer_id and l.remediation_id = r.id and a.evaluation_id = e.id order by a.item limit 1) as item,
      m.name as manager
    from ${opened(...asked)} join perimeter p on p.customer_id = e.customer_id and p.id = e.perimeter_id left join member m on m.customer_id = r.customer_id and m.id = r.manager_id
    order by ${actionOpen(r)} desc, r.target_date nulls last, r.id limit ${actionsShown}`)
}
