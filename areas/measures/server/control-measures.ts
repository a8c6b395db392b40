import { sql } from 'kysely'
import { authorize, type Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { MeasureOfControl } from '#areas/policies/contract/control-measures.ts'
import { everyLink, everyRequirement, requirementAppliedAt } from '#areas/policies/server/index.ts'
import { measureDerived } from './derived.ts'

const atMost = 500

/** The measures that answer a requirement in the perimeters where a version that holds it is in force, as far as the reader may open them; by perimeter. */
export async function measuresAnswering(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  control: number,
  perimeter: number | undefined,
): Promise<{ objects: MeasureOfControl[]; total: number }> {
  await getRow(tx, authorize(tx.who, 'policy.read'), resourceOf(resources, 'control'), resources, control)
  const { lang } = tx.who
  const [t, p, s] = [rowRef('t'), rowRef('p'), rowRef('s')]
  const rows = await tx.run(sql<MeasureOfControl & { found: number }>`select t.id, t.identifier, ${localizedText(t, 'name', lang)} as name,
      jsonb_build_object('id', p.id, 'name', ${localizedText(p, 'name', lang)}) as perimeter,
      jsonb_build_object('id', s.id, 'identifier', s.identifier, 'name', ${localizedText(s, 'name', lang)}, 'share', cs.share) as solution,
      ${measureDerived.situation?.(t, lang, tx.who)} as situation, ${measureDerived.implemented_by?.(t, lang, tx.who)} as implemented_by,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = t.customer_id and m.id = t.manager_id) as manager,
      count(*) over ()::int as found
    from ${everyRequirement(tx.customerId)} asked join ${everyLink(tx.customerId)} cs on cs.lineage_id = asked.lineage_id
      join measure t on t.customer_id = cs.customer_id and t.solution_id = cs.solution_id
      join solution s on s.customer_id = t.customer_id and s.id = t.solution_id
      join perimeter p on p.customer_id = t.customer_id and p.id = t.perimeter_id and not p.archived
    where asked.customer_id = ${tx.customerId} and asked.id = ${control} and ${asSql(resourceOf(resources, 'measure').rules.read(t, grant.who))}
      and ${perimeter === undefined ? sql`true` : sql`t.perimeter_id = ${perimeter}`}
      and ${requirementAppliedAt(t('customer_id'), sql`asked.lineage_id`, t('perimeter_id'))}
    order by ${localizedText(p, 'name', lang)}, p.id, s.identifier limit ${atMost}`)
  const objects = rows.map(({ id, identifier, name, perimeter: place, solution, situation, implemented_by, manager }) => ({
    id,
    identifier,
    name,
    perimeter: place,
    solution,
    situation,
    implemented_by,
    manager,
  }))
  return { objects, total: rows[0]?.found ?? 0 }
}
