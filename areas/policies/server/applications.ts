import { sql } from 'kysely'
import { AppError, invalidField, notFound } from '#kit/contract/errors.ts'
import { bulkUpdate } from '#kit/server/data/store/bulk.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import {
  defineResource,
  resourceOf,
  type Changes,
  type ChangesOf,
  type Resources,
  type Stored,
  type StoredOf,
  type WriteContext,
} from '#kit/server/data/resources/resource.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { controlNotApplicable, policyApplication } from '#areas/policies/contract/policy-application.ts'
import type { ImplementationGroup } from '#areas/policies/contract/policy-version.ts'
import { coverageTurn } from './coverage-turn.ts'
import { adoptable } from './difference.ts'
import { measuresInPlace } from './measure-facts.ts'
import { guardPolicyQuota } from './quota.ts'
import { applicationRules, notApplicableRules } from './rules.ts'

const keepFixed = (before: Stored | undefined, changes: Changes, columns: Readonly<Record<string, string>>) => {
  for (const [field, column] of Object.entries(columns)) {
    if (before && changes[field] !== undefined && changes[field] !== before[column]) throw invalidField(field, 'policies.errors.fixed')
  }
}

/** The references of a version's implementation groups. */
async function groupsOf(tx: Tx, version: number): Promise<string[]> {
  const offered = await tx.first(sql<{ refs: string[] }>`select array(select g->>'ref_id' from jsonb_array_elements(v.implementation_groups) g) as refs
    from policy_version v where v.customer_id = ${tx.customerId} and v.id = ${version}`)
  return offered?.refs ?? []
}

/** The implementation groups that a version proposes: those it marks, else all. */
async function defaultGroups(tx: Tx, versionId: number): Promise<string[] | null> {
  const row = await tx.first(
    sql<{
      groups: ImplementationGroup[]
    }>`select implementation_groups as groups from policy_version where customer_id = ${tx.customerId} and id = ${versionId}`,
  )
  const selected = (row?.groups ?? []).filter((group) => group.default_selected).map((group) => group.ref_id)
  return selected.length > 0 ? selected : null
}

/** A policy is applied in its current version, to an active internal perimeter, once (POL-14). */
async function guardApplication({ tx, verb, before, changes }: WriteContext<typeof policyApplication>): Promise<void> {
  keepFixed(before, changes, { policy: 'policy_id', perimeter: 'perimeter_id' })
  if (Array.isArray(changes.implementation_groups) && changes.implementation_groups.length === 0) changes.implementation_groups = null
  if (verb === 'update') await guardGroups(tx, changes, before)
  if (verb !== 'create') return
  await guardPolicyQuota(tx, 'associate')
  await refuseTwice(tx, changes.policy, [changes.perimeter], 'perimeter')
  const place = await tx.first(
    sql<{ type: string; archived: boolean }>`select type, archived from perimeter where customer_id = ${tx.customerId} and id = ${changes.perimeter}`,
  )
  if (place && (place.type !== 'INTERNAL' || place.archived)) throw invalidField('perimeter', 'policies.errors.internal_only')
  const known = await tx.first(
    sql<{ current: number | null }>`select current_version_id as current from policy where customer_id = ${tx.customerId} and id = ${changes.policy} for share`,
  )
  if (known && known.current === null) throw new AppError('CONFLICT', 'policies.errors.not_published')
  if (!known?.current) return
  changes.policy_version = known.current
  await guardGroups(tx, changes)
  if (changes.implementation_groups === undefined) changes.implementation_groups = await defaultGroups(tx, known.current)
}

/** Groups are chosen of those that the version has; what was chosen while they were there may stay. */
async function guardGroups(
  tx: Tx,
  { policy_version: moved, implementation_groups: chosen }: ChangesOf<typeof policyApplication>,
  before?: StoredOf<typeof policyApplication>,
): Promise<void> {
  const previous = before?.implementation_groups ?? []
  const fresh = (chosen ?? []).filter((group) => !previous.includes(group))
  if (fresh.length === 0) return
  const offered = await groupsOf(tx, moved ?? before?.policy_version_id ?? 0)
  if (fresh.some((group) => !offered.includes(group))) throw invalidField('implementation_groups', 'kit.errors.missing_reference')
}

/** A perimeter is not added twice (POL-14, FRM-41). */
async function refuseTwice(tx: Tx, policy: unknown, perimeters: readonly unknown[], field: string): Promise<void> {
  const there = await tx.first(
    sql`select 1 from policy_application where customer_id = ${tx.customerId} and policy_id = ${policy} and perimeter_id = any(${perimeters}::bigint[]) limit 1`,
  )
  if (!there && new Set(perimeters).size === perimeters.length) return
  throw new AppError('CONFLICT', 'organisation.errors.perimeter_listed', { fields: { [field]: [{ key: 'organisation.errors.perimeter_listed' }] } })
}

export const policyApplications = defineResource({
  def: policyApplication,
  rules: applicationRules,
  derived: {
    label: (
      row,
      lang,
    ) => sql`(select ${localizedText(rowRef('lp'), 'name', lang)} || ' – ' || ${localizedText(rowRef('lq'), 'name', lang)} from policy lp, perimeter lq
      where lp.customer_id = ${row('customer_id')} and lp.id = ${row('policy_id')} and lq.customer_id = ${row('customer_id')} and lq.id = ${row('perimeter_id')})`,
    groups: (
      row,
      lang,
    ) => sql`(select string_agg(coalesce(g.value ->> ${`name_${lang}`}, g.value ->> 'name_en', g.value ->> 'name_fr', g.value ->> 'ref_id'), ', ' order by g.ordinality)
      from policy_version v, jsonb_array_elements(v.implementation_groups) with ordinality g
      where v.customer_id = ${row('customer_id')} and v.id = ${row('policy_version_id')} and ${row('implementation_groups')} ? (g.value ->> 'ref_id'))`,
    measures: (
      row,
    ) => sql`(select count(distinct m.solution_id)::int from ${measuresInPlace((measure) => sql`${measure('perimeter_id')} = ${row('perimeter_id')}`)} m
      where m.solution_id in (select s.solution_id from control c join control_solution s on s.customer_id = c.customer_id and s.lineage_id = c.lineage_id
        where c.customer_id = ${row('customer_id')} and c.policy_version_id = ${row('policy_version_id')}))`,
  },
  beforeWrite: guardApplication,
  turn: coverageTurn,
})

async function guardNotApplicable({ tx, before, changes, verb }: WriteContext<typeof controlNotApplicable>): Promise<void> {
  keepFixed(before, changes, { perimeter: 'perimeter_id', lineage_id: 'lineage_id' })
  if (verb !== 'create') return
  const known = await tx.first(sql`select 1 from control_lineage where customer_id = ${tx.customerId} and id = ${changes.lineage_id}`)
  if (!known) throw invalidField('lineage_id', 'kit.errors.missing_reference')
}

export const notApplicables = defineResource({
  def: controlNotApplicable,
  rules: notApplicableRules,
  derived: {
    requirement: (row, lang) => sql`(select concat_ws(' ', nc.identifier, ${localizedText(rowRef('nc'), 'name', lang)}) from control nc
      where nc.customer_id = ${row('customer_id')} and nc.lineage_id = ${row('lineage_id')} order by nc.policy_version_id desc limit 1)`,
    decided_at: (row) => sql`${row('updated_at')}`,
  },
  beforeWrite: guardNotApplicable,
})

/** Applies a policy to each perimeter, all or none; answers the ids of what was made. */
export async function applyTo(tx: Tx, resources: Resources, policyId: number, perimeters: readonly number[], scope: Changes): Promise<number[]> {
  const resource = resourceOf(resources, 'policy_application')
  const grant = authorizeVerb(tx, resource, 'create')
  await refuseTwice(tx, policyId, perimeters, 'perimeters')
  const made: number[] = []
  for (const perimeter of perimeters.toSorted((a, b) => a - b)) {
    const { id } = await createRow(tx, grant, resource, resources, { ...scope, policy: policyId, perimeter })
    made.push(id)
  }
  return made
}

/** Gives applications of one policy the same scope; answers the ticket of their undo. Throws NOT_FOUND for those of another policy. */
export async function changeScope(
  tx: Tx,
  resources: Resources,
  policyId: number,
  targets: readonly { readonly id: number; readonly version?: number | undefined }[],
  scope: Changes,
): Promise<string> {
  const resource = resourceOf(resources, 'policy_application')
  const grant = authorizeVerb(tx, resource, 'update')
  const ids = targets.map(({ id }) => id)
  const own = await tx.run(
    sql`select 1 from policy_application where customer_id = ${tx.customerId} and policy_id = ${policyId} and id = any(${ids}::bigint[])`,
  )
  if (own.length !== ids.length) throw notFound()
  const { undo } = await bulkUpdate(
    tx,
    grant,
    resource,
    resources,
    targets.map(({ id, version }) => (version === undefined ? { id } : { id, version })),
    scope,
  )
  return undo
}

/** Moves a perimeter to another version; groups that the new version does not have are left out, its own defaults fill an empty choice. */
export async function adopt(tx: Tx, resources: Resources, id: number, wanted: number, version: number | undefined): Promise<void> {
  const resource = resourceOf(resources, 'policy_application')
  const grant = authorizeVerb(tx, resource, 'update')
  await takeTurn(tx, coverageTurn())
  const before = await lockRow(tx, grant, resource, resources, id, 'update', version)
  const target = await adoptable(tx, before.policy_id as number, wanted)
  const offered = await groupsOf(tx, target)
  const chosen = before.implementation_groups as string[] | null
  const retained = chosen?.filter((ref) => offered.includes(ref)) ?? null
  const groups = retained?.length === 0 ? await defaultGroups(tx, target) : retained
  await updateRow(tx, grant, resource, resources, id, { policy_version: target, implementation_groups: groups }, { action: 'adopt' })
}
