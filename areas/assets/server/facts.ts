import { sql, type RawBuilder } from 'kysely'

/** Which business value, as `target_id`, a supporting asset serves itself, as `owner_id`, to stand behind `from`. */
export const valuesOfAssets = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_link.* from supporting_asset__business_values in_link where in_link.customer_id = ${customer})`

/** Which supporting asset, as `target_id`, another one, as `owner_id`, depends on, to stand behind `from`. */
export const dependenciesOfAssets = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_link.* from supporting_asset__dependencies in_link where in_link.customer_id = ${customer})`
