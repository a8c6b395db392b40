import { modelsAgainst } from '#areas/catalog/server/index.ts'
import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { everyMeasure, measureWanted } from '#areas/measures/server/index.ts'

/** As many as a scenario names. */
const most = 100

interface Helped {
  readonly id: number
  readonly there: readonly number[]
  readonly more: readonly number[]
}

/**
 * Links what helps already: of the perimeter of the asset, or of the study, the measures that the scenario's threat says to help, in place or planned, that the caller may open and that are not linked yet.
 * Levels follow with the same write.
 */
export async function linkExistingMeasures(tx: Tx, resources: Resources, id: number): Promise<{ readonly scenarios: number; readonly measures: number }> {
  const [scenarios, measures] = [resourceOf(resources, 'risk_scenario'), resourceOf(resources, 'measure')]
  const grant = authorizeVerb(tx, scenarios, 'update')
  if (!can(tx.who, measures.def.rights.read)) return { scenarios: 0, measures: 0 }
  const m = rowRef('m')
  const rows = await tx.run(sql<Helped>`select * from (select s.id,
        array(select l.target_id from risk_scenario__measures l where l.customer_id = s.customer_id and l.owner_id = s.id order by 1) as there,
        array(select m.id from ${everyMeasure(sql`s.customer_id`)} m where m.perimeter_id in (a.perimeter_id, sa.perimeter_id) and ${measureWanted(m)}
          and m.solution_id in ${modelsAgainst(sql`s.customer_id`, sql`s.threat_id`)}
          and not exists (select 1 from risk_scenario__measures l where l.customer_id = s.customer_id and l.owner_id = s.id and l.target_id = m.id)
          and ${asSql(measures.rules.read(m, tx.who))} order by m.id) as more
      from risk_scenario s join risk_analysis a on a.customer_id = s.customer_id and a.id = s.analysis_id
        join supporting_asset sa on sa.customer_id = s.customer_id and sa.id = s.supporting_asset_id
      where s.customer_id = ${tx.customerId} and s.analysis_id = ${id} and s.retained) found where cardinality(more) > 0 order by id`)
  const wanted = rows.flatMap(({ id: scenario, there, more }) => {
    const added = more.slice(0, Math.max(0, most - there.length))
    return added.length === 0 ? [] : [{ id: scenario, added: added.length, changes: { measures: [...there, ...added] } }]
  })
  await updateRows(
    tx,
    grant,
    scenarios,
    resources,
    wanted.map(({ id: scenario, changes }) => ({ id: scenario, changes })),
    { action: 'propose' },
  )
  return { scenarios: wanted.length, measures: wanted.reduce((sum, { added }) => sum + added, 0) }
}
