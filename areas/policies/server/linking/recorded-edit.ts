import { sql, type RawBuilder } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { solutionsLinked } from '#areas/policies/contract/events.ts'

/** A requirement as linking knows it. */
interface Named {
  readonly id: number
  readonly lineage_id: number
}

/** The requirements of a policy by these ids, all or none. */
export async function namedControls(tx: Tx, policyId: number, ids: readonly number[]): Promise<Named[]> {
  const named =
    await tx.run(sql<Named>`select c.id, c.lineage_id from control c join policy_version v on v.customer_id = c.customer_id and v.id = c.policy_version_id
    where c.customer_id = ${tx.customerId} and c.id = any(${[...new Set(ids)]}::bigint[]) and v.policy_id = ${policyId} order by c.position, c.id`)
  if (named.length < new Set(ids).size) throw invalidField('controls', 'kit.errors.missing_reference')
  return named
}

/** A link, and the moment since which it is as it is: whoever changes it gives it another. */
export type Stamped = readonly [lineage: number, solution: number, since: string]

/** What one linking did, as its undo needs it. */
export interface LinkingEdit {
  readonly policy: number
  readonly linked: readonly Stamped[]
  readonly confirmed: readonly Stamped[]
  /** Models that it made. */
  readonly models: readonly number[]
}
/** Among the edits that can be taken back. */
export const linkingEntity = 'control_solution'

export const nothingDone = { linked: [], confirmed: [], models: [] } as const
export const stamped = sql<{ readonly stamp: Stamped }>`jsonb_build_array(lineage_id, solution_id, valid_from) as stamp`

interface Report {
  readonly tx: Tx
  readonly policyId: number
  readonly action: string
  readonly controls: readonly Named[]
}

/**
 * Does something to the links of requirements, and tells of it: each requirement's history what it was and is, the policy's how many, the areas above that links are
 * others. Answers the ticket of its undo, or null where nothing was done.
 */
export async function recorded(
  report: Report,
  work: () => Promise<Omit<LinkingEdit, 'policy'>>,
): Promise<{ edit: string | null; done: Omit<LinkingEdit, 'policy'> }> {
  const { tx, policyId } = report
  const before = await described(report)
  const done = await work()
  const count = done.linked.length + done.confirmed.length
  if (count === 0) return { edit: null, done }
  await auditLinking(report, before, count)
  const row = await tx.first(sql<{ id: string }>`insert into bulk_edit (customer_id, member_id, entity, before)
    values (${tx.customerId}, ${tx.who.memberId}, ${linkingEntity}, ${JSON.stringify({ policy: policyId, ...done } satisfies LinkingEdit)}::jsonb) returning id`)
  return { edit: row?.id ?? null, done }
}

/** Tells history, audit and the areas above of links that changed. */
export async function auditLinking(report: Report, before: ReadonlyMap<number, string>, count: number): Promise<void> {
  const { tx, policyId, action, controls } = report
  const after = await described(report)
  const changed = controls.filter(({ lineage_id }) => before.get(lineage_id) !== after.get(lineage_id))
  for (const { id, lineage_id } of changed) {
    const rows = { solutions: { before: before.get(lineage_id) ?? null, after: after.get(lineage_id) ?? null } }
    // Version 0: the link is no column of the row, so its own version stays.
    tx.audit({ entity: 'control', object_id: id, action: 'solutions', version: 0, details: JSON.stringify({ rows }) })
  }
  tx.audit({ entity: 'policy', object_id: policyId, action, version: 0, details: JSON.stringify({ links: {}, count }) })
  await tx.emit(solutionsLinked, policyId, { lineage_ids: changed.map(({ lineage_id }) => lineage_id) })
}

/** The models of requirements in words, by lineage. */
export async function described({ tx, controls }: Pick<Report, 'tx' | 'controls'>): Promise<Map<number, string>> {
  const rows = await tx.run(sql<{ lineage_id: number; text: string }>`select cs.lineage_id,
      string_agg(s.identifier || ' ' || cs.share || ' %' || case when cs.to_confirm then ' ?' else '' end, ', ' order by s.identifier) as text
    from control_solution cs join solution s on s.customer_id = cs.customer_id and s.id = cs.solution_id
    where cs.customer_id = ${tx.customerId} and cs.lineage_id = any(${controls.map(({ lineage_id }) => lineage_id)}::bigint[]) group by cs.lineage_id`)
  return new Map(rows.map(({ lineage_id, text }) => [lineage_id, text]))
}

/** Some links as a table: what of them is as it was left. */
export const untouched = (tx: Tx, links: readonly Stamped[]): RawBuilder<unknown> => sql`cs.customer_id = ${tx.customerId} and exists (
    select 1 from unnest(${links.map(([lineage]) => lineage)}::bigint[], ${links.map(([, solution]) => solution)}::bigint[], ${links.map(([, , since]) => since)}::timestamptz[])
      as l (lineage_id, solution_id, since) where l.lineage_id = cs.lineage_id and l.solution_id = cs.solution_id and l.since = cs.valid_from)`
