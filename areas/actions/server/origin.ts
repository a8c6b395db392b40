import { sql } from 'kysely'
import { storedOneOf, type NamedRow } from '#kit/contract/one-of.ts'
import type { Refuse } from '#kit/server/data/store/refusals.ts'
import type { WriteContext } from '#kit/server/data/resources/resource.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'

/** What an action that implements or improves a measure came from: that measure (ACT-04). The number stays beside the reference, as it always was told. */
export const fromMeasure = (measure: number | null) =>
  ({ source_id: measure, source_object: measure === null ? null : { entity: 'measure', id: measure } }) as const

const sources = { incident: 'INCIDENT', gap: 'GAP', exemption: 'EXEMPTION', evaluation: 'EVAL', risk: 'RISK', isp_project: 'PROJECT' } as const
export const sourceOf = ({ entity }: NamedRow) => (Object.hasOwn(sources, entity) ? sources[entity as keyof typeof sources] : null)

/** What an action came from is said when it is made, and stays; a measure is its source by what the action does to it, and in no other way. */
export function guardSource({ before, changes }: WriteContext<typeof remediation>, refuse: Refuse): void {
  const given = changes.source_object
  if (given === undefined) return
  const stored = storedOneOf('source_object', remediation.fields.source_object, before)
  if (before === undefined ? given?.entity === 'measure' : given?.entity !== stored?.entity || given?.id !== stored?.id)
    refuse('source_object', 'actions.errors.source_fixed')
}

/** What an action comes from is held before the action is numbered: it is linked to it in the same transaction (docs/decisions/0017). */
export async function holdSource({ tx, before, changes }: WriteContext<typeof remediation>): Promise<void> {
  const given = changes.source_object
  if (before !== undefined || !given || given.entity === 'measure') return
  await tx.run(sql`select 1 from ${sql.table(given.entity)} t where t.customer_id = ${tx.customerId} and t.id = ${given.id} for no key update of t`)
}
