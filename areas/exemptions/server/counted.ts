import { sql } from 'kysely'
import { inPerimetersOf } from '#kit/server/data/resources/checks.ts'
import type { ResourceCounts } from '#kit/server/data/resources/counted.ts'
import { exemptionFigures } from '#areas/exemptions/contract/figures.ts'

export const exemptionCounts: ResourceCounts = {
  declared: { EXEMPTION_IN_FORCE: { count: exemptionFigures.in_force }, EXEMPTION_ENDING: { count: exemptionFigures.ending } },
  places: inPerimetersOf((row) => sql`exemption__perimeters l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}`, 'target_id'),
}
