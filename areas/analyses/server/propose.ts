import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { carriedBy, valuesOf } from './supporting-assets.ts'

/** Ids of what could be added to an analysis, as far as the caller finds it: assets that carry its values, threats that concern its assets. One statement. */
export async function proposalOf(tx: Tx, resources: Resources, id: number): Promise<{ readonly supporting_assets: number[]; readonly threats: number[] }> {
  const [asset, threat] = [rowRef('sa'), rowRef('th')]
  const readable = (entity: string, row: typeof asset) => asSql(resourceOf(resources, entity).rules.read(row, tx.who))
  const found = await tx.first(sql<{ assets: number[]; threats: number[] }>`${carriedBy(valuesOf(sql`${id}::bigint`))}
    select
      coalesce((select array_agg(sa.id order by sa.id) from supporting_asset sa where sa.customer_id = ${tx.customerId} and sa.id in (select c.id from carried c)
        and ${readable('supporting_asset', asset)}
        and not exists (select 1 from risk_analysis__supporting_assets l where l.customer_id = sa.customer_id and l.owner_id = ${id} and l.target_id = sa.id)), '{}') as assets,
      coalesce((select array_agg(th.id order by th.id) from threat th where th.customer_id = ${tx.customerId} and not th.archived and ${readable('threat', threat)}
        and (cardinality(th.asset_types) = 0 and exists (select 1 from risk_analysis__supporting_assets l where l.customer_id = th.customer_id and l.owner_id = ${id})
          or exists (select 1 from risk_analysis__supporting_assets l join supporting_asset sa on sa.customer_id = l.customer_id and sa.id = l.target_id
            where l.customer_id = th.customer_id and l.owner_id = ${id} and sa.type = any(th.asset_types)))
        and not exists (select 1 from risk_analysis__threats l where l.customer_id = th.customer_id and l.owner_id = ${id} and l.target_id = th.id)), '{}') as threats`)
  return { supporting_assets: found?.assets ?? [], threats: found?.threats ?? [] }
}
