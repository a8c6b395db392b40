import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { AnsweredBy } from '#areas/catalog/contract/answered-requirements.ts'
import { policyRules } from './rules.ts'

/** The requirements that a model answers in the current versions of the policies that the reader may open, in the order of their text. */
export async function answeredBySolution(tx: Tx, solution: number): Promise<AnsweredBy[]> {
  const { lang } = tx.who
  const [p, c] = [rowRef('p'), rowRef('c')]
  return tx.run(sql<AnsweredBy>`select jsonb_build_object('id', p.id, 'identifier', p.identifier, 'name', ${localizedText(p, 'name', lang)}) as policy,
      jsonb_agg(jsonb_build_object('lineage_id', c.lineage_id, 'identifier', c.identifier, 'name', ${localizedText(c, 'name', lang)}, 'share', cs.share,
        'to_confirm', cs.to_confirm) order by c.position, c.id) as lines
    from control_solution cs join control c on c.customer_id = cs.customer_id and c.lineage_id = cs.lineage_id
      join policy p on p.customer_id = c.customer_id and p.current_version_id = c.policy_version_id and not p.archived
    where cs.customer_id = ${tx.customerId} and cs.solution_id = ${solution} and ${asSql(policyRules.read(p, tx.who))}
    group by p.customer_id, p.id order by ${localizedText(p, 'name', lang)}, p.id`)
}
