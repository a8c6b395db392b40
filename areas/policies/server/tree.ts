import { sql, type RawBuilder } from 'kysely'
import { asSql, byReaders } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ApplicabilityLine, TreeGroup, TreeRequirement, VersionTree } from '#areas/policies/contract/calls.ts'
import { solutionsOf } from './solutions.ts'

/** Whether an application has a requirement in scope: one without level or group always is (decisions, Policies). */
const inScope = (control: string, application: string): RawBuilder<boolean> => {
  const c = rowRef(control)
  const a = rowRef(application)
  return sql`(coalesce(${c('level')} <= ${a('level')}, true) and (${a('implementation_groups')} is null or ${c('implementation_groups')} = '[]'::jsonb
    or ${c('implementation_groups')} ?| array(select jsonb_array_elements_text(${a('implementation_groups')}))))`
}

/** A whole version in two statements; `perimeter` must be one that the reader reaches. */
export async function readVersionTree(tx: Tx, versionId: number, perimeter: number | undefined): Promise<VersionTree> {
  const { customerId, who } = tx
  const c = rowRef('c')
  const readable = asSql(byReaders(rowRef('n'), who))
  const here =
    perimeter === undefined
      ? sql`null::jsonb`
      : sql`(select jsonb_build_object('id', n.id, 'version', n.version, 'justification', n.justification) from control_not_applicable n
      where n.customer_id = c.customer_id and n.lineage_id = c.lineage_id and n.perimeter_id = ${perimeter} and ${readable})`
  const [groups, requirements] = await Promise.all([
    tx.run(sql<TreeGroup>`select g.id, g.version, g.parent_id, g.identifier, ${localizedText(rowRef('g'), 'name', who.lang)} as name, g.weight, g.position as "order"
      from control_group g where g.customer_id = ${customerId} and g.policy_version_id = ${versionId} order by g.position, g.id`),
    tx.run(sql<TreeRequirement>`select c.id, c.version, c.control_group_id as group_id, c.lineage_id, c.identifier, ${localizedText(c, 'name', who.lang)} as name, c.weight, c.level,
        c.implementation_groups, ${solutionsOf(c, who.lang)} as solutions, c.position as "order",
        (select count(*) from control_not_applicable n where n.customer_id = c.customer_id and n.lineage_id = c.lineage_id and ${readable}) as not_applicable, ${here} as not_applicable_here
      from control c where c.customer_id = ${customerId} and c.policy_version_id = ${versionId} order by c.position, c.id`),
  ])
  return { groups, requirements }
}

/** Every requirement of the version that a perimeter has adopted, with what was decided about it, in the order of the text. */
export async function readStatement(tx: Tx, applicationId: number): Promise<ApplicabilityLine[]> {
  const { customerId, who } = tx
  const c = rowRef('c')
  const rows = await tx.run(sql<Omit<ApplicabilityLine, 'decided_at'> & { decided_at: Date | null }>`select c.lineage_id,
      jsonb_build_object('id', c.id, 'name', ${localizedText(c, 'name', who.lang)}, 'identifier', c.identifier) as control, c.identifier, ${localizedText(c, 'name', who.lang)} as name,
      (select concat_ws(' ', g.identifier, ${localizedText(rowRef('g'), 'name', who.lang)}) from control_group g where g.customer_id = c.customer_id and g.id = c.control_group_id) as "group",
      case when n.id is not null then 'NOT_APPLICABLE' when ${inScope('c', 'a')} then 'APPLICABLE' else 'OUT_OF_LEVEL' end as applicability,
      case when c.level is not null then 'LEVEL' when c.implementation_groups <> '[]'::jsonb then 'GROUP' else 'ALWAYS' end as basis, c.level, c.implementation_groups,
      n.justification, n.updated_at as decided_at, n.id as exclusion_id, n.version as exclusion_version, n.updated_by as decided_by_id, ${solutionsOf(c, who.lang)} as solutions,
      (select m.name from member m where m.customer_id = n.customer_id and m.id = n.updated_by) as decided_by
    from policy_application a
      join control c on c.customer_id = a.customer_id and c.policy_version_id = a.policy_version_id
      left join control_not_applicable n on n.customer_id = a.customer_id and n.lineage_id = c.lineage_id and n.perimeter_id = a.perimeter_id
    where a.customer_id = ${customerId} and a.id = ${applicationId} order by c.position, c.id`)
  return rows.map((row) => ({ ...row, decided_at: row.decided_at?.toISOString() ?? null }))
}
