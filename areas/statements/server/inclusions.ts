import { everyLineage, everyRequirement } from '#areas/policies/server/index.ts'
import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import { allOf, byPilots, byReaders, byRole, createdBySelf, everyRow, withinReach } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { defineResource, type WriteContext } from '#kit/server/data/resources/resource.ts'
import { controlInclusion } from '#areas/statements/contract/control-inclusion.ts'

async function guardInclusion({ tx, before, changes, verb }: WriteContext<typeof controlInclusion>): Promise<void> {
  for (const [field, was] of [
    ['perimeter', before?.perimeter_id],
    ['lineage_id', before?.lineage_id],
  ] as const)
    if (before && changes[field] !== undefined && changes[field] !== was) throw invalidField(field, 'policies.errors.fixed')
  if (verb !== 'create') return
  const known = await tx.first(sql`select 1 from ${everyLineage(tx.customerId)} l where l.id = ${changes.lineage_id}`)
  if (!known) throw invalidField('lineage_id', 'kit.errors.missing_reference')
}

export const inclusions = defineResource({
  def: controlInclusion,
  rules: {
    read: byReaders,
    create: byPilots,
    update: byPilots,
    // What somebody else wrote is the global pilots' to take away (SEC-18).
    delete: byRole({ global_pilote: everyRow, local_pilote: allOf(withinReach(), createdBySelf) }),
  },
  derived: {
    requirement: (
      row,
      lang,
    ) => sql`(select concat_ws(' ', nc.identifier, ${localizedText(rowRef('nc'), 'name', lang)}) from ${everyRequirement(row('customer_id'))} nc
      where nc.lineage_id = ${row('lineage_id')} order by nc.policy_version_id desc limit 1)`,
    decided_at: (row) => sql`${row('updated_at')}`,
  },
  beforeWrite: guardInclusion,
})
