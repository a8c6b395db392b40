import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { businessValue } from '#areas/assets/contract/business-value.ts'
import { supportingAsset } from '#areas/assets/contract/supporting-asset.ts'
import { highestNeed, inheritedNeeds } from './inherited-sql.ts'
import { businessValueRules, supportingAssetRules } from './rules.ts'

const held = rowRef('held')

export const businessValues = defineResource({
  def: businessValue,
  rules: businessValueRules,
  derived: {
    need: (row) => highestNeed((criterion) => sql`${row(criterion)}`),
    // As far as the reader finds them: the rows that it opens.
    assets: (row, _, who) =>
      sql`(select count(*)::int from supporting_asset__business_values l join supporting_asset held on held.customer_id = l.customer_id and held.id = l.owner_id
        where l.customer_id = ${row('customer_id')} and l.target_id = ${row('id')} and coalesce(${asSql(who ? supportingAssetRules.read(held, who) : true)}, false))`,
  },
})

export const supportingAssets = defineResource({
  def: supportingAsset,
  rules: supportingAssetRules,
  derived: inheritedNeeds,
  // Longer loops may be as they are in the world: they are shown.
  beforeWrites: (contexts) => {
    if (contexts.some(({ before, changes }) => before && changes.dependencies?.includes(before.id)))
      throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { dependencies: [{ key: 'assets.errors.depends_on_itself' }] } })
  },
})
