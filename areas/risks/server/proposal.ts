import { modelsAgainst, modelsOfRisk } from '#areas/catalog/server/index.ts'
import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyMeasure, measureInPlace, measureWanted } from '#areas/measures/server/index.ts'

export interface Proposed {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly status: string
}

/** Measures of the perimeter of a risk that its typical risk or its threat says to help, that are not linked yet and not discarded, and that the reader may open. One statement. */
export async function proposedMeasures(tx: Tx, resources: Resources, id: number): Promise<Proposed[]> {
  const { def, rules } = resourceOf(resources, 'measure')
  if (!can(tx.who, def.rights.read)) return []
  const m = rowRef('m')
  return tx.run(sql<Proposed>`select m.id, m.identifier, ${localizedText(m, 'name', tx.who.lang)} as name, m.status from risk r
      join ${everyMeasure(tx.customerId)} m on m.perimeter_id = r.perimeter_id and ${measureWanted(m)}
    where r.customer_id = ${tx.customerId} and r.id = ${id}
      and (m.solution_id in ${modelsOfRisk(tx.customerId, sql`r.model_id`)}
        or m.solution_id in ${modelsAgainst(tx.customerId, sql`r.threat_id`)})
      and not exists (select 1 from risk__measures l where l.customer_id = r.customer_id and l.owner_id = r.id and l.target_id = m.id)
      and ${asSql(rules.read(m, tx.who))} order by ${measureInPlace(m)} desc, m.identifier limit 20`)
}
