import { furtherMeasures, measuresBuilt, openActionsOf } from '#areas/actions/server/index.ts'
import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { OpenAction } from '#areas/scores/server/index.ts'

export interface CostedAction extends OpenAction {
  readonly yearly_cost: number | null
  readonly build_days: number | null
}

/** The open actions that implement or improve something, with whether the reader may finish them; what one implements that another implements too stays open without both. */
export async function openActions(tx: Tx, resources: Resources): Promise<CostedAction[]> {
  const row = rowRef('r')
  const writable = can(tx.who, 'remediation.write') ? asSql(resourceOf(resources, 'remediation').rules.update(row, tx.who)) : sql`false`
  return tx.run(sql<CostedAction>`select r.id, r.cost::float8 as yearly_cost, r.workload::float8 as build_days, ${writable} as writable,
      ${measuresBuilt(row, rowRef('l'))} as measures
    from ${openActionsOf(tx.customerId)} r left join ${furtherMeasures(tx.customerId)} l on l.action_id = r.id
    where r.type <> 'SIMPLE' order by r.id`)
}
