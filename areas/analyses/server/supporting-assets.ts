import { sql, type RawBuilder } from 'kysely'
import { dependenciesOfAssets, valuesOfAssets } from '#areas/assets/server/index.ts'

/**
 * Which of some business values each asset carries, itself or by what depends on it: `id` of the asset, `value` of the value. A value comes to an asset once, so that loops end.
 */
export const carriedBy = (values: RawBuilder<unknown>) => sql`with recursive carried (id, value) as (
    select l.owner_id, l.target_id from ${valuesOfAssets(sql`current_customer()`)} l where l.target_id in (${values})
    union
    select d.target_id, c.value from carried c join ${dependenciesOfAssets(sql`current_customer()`)} d on d.owner_id = c.id)`

/** The business values that an analysis names. */
export const valuesOf = (analysis: RawBuilder<unknown>) =>
  sql`select v.target_id from risk_analysis__business_values v where v.customer_id = current_customer() and v.owner_id = ${analysis}`
