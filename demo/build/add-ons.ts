import { sql } from 'kysely'
import type { Site } from './site.ts'

/** Whoever looks around finds every part of the product: the provider has opened the add-ons that the story works with. */
export function openAddOns(site: Site, day: number): Promise<void> {
  return site.at(day, null, async ({ tx }) => {
    const row = await tx.first(sql<{ version: number }>`update customer set properties = properties || '{"risk_analysis_enable": true}',
      version = version + 1, updated_at = moment() where id = ${tx.customerId} returning version`)
    if (!row) throw new Error(`${site.content.name} may not have add-ons`)
    tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'update', version: row.version })
  })
}
