import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { adoptedCopy } from '#areas/catalog/server/index.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { defineRegister } from '#kit/server/data/resources/register.ts'
import { archiveRows } from '#kit/server/data/store/remove-rows.ts'
import {
  defineResource,
  resourceOf,
  type AnyWrite,
  type ChangesOf,
  type WriteContext,
  type Stored,
  type WrittenContext,
} from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { guardTypedIdentifier } from '#kit/server/data/resources/typed-identifier.ts'
import { control, controlGroup } from '#areas/policies/contract/control.ts'
import { policy } from '#areas/policies/contract/policy.ts'
import { policyVersion } from '#areas/policies/contract/policy-version.ts'
import { controlRowChecks, policyRowChecks } from './checks.ts'
import { publisherVersion } from './publisher-version.ts'
import { guardPolicyQuota, policyQuota } from './quota.ts'
import { quotaTurn } from '#areas/tenancy/server/index.ts'
import { requirementColumns, requirementFilters } from './requirement-columns.ts'
import { applicationRules, contentRules, policyRules, versionRules } from './rules.ts'
import { solutionsOf } from './solutions.ts'
import { archiveContent, filling } from './version-content.ts'
import { insertVersion, policyTurn } from './versions.ts'

/** The longest identifier that people give a policy, a group or a requirement (FRM-32). */
const typedIdentifierLength = 10

const inUse = () => new AppError('IN_USE', 'policies.errors.in_use')

/** What people do by hand; copies, imports and publications keep to rules of their own. */
const byHand = new Set(['create', 'update', 'bulk_update', 'bulk_undo'])

async function guardPolicy(context: WriteContext<typeof policy>): Promise<void> {
  const { tx, resources, verb, before, changes, action } = context
  guardTypedIdentifier(context, typedIdentifierLength)
  if (verb === 'create' || (before?.archived === true && changes.archived === false)) await guardPolicyQuota(tx, 'create')
  if (!before) return
  // In use it is put away and taken back, and nothing else: what is to change of it is a new version (POL-09).
  const was: Stored = before
  const touched = Object.entries(changes).some(([key, value]) => key !== 'archived' && (value ?? null) !== (was[key] ?? null))
  if (verb === 'update' && !(byHand.has(action) && touched)) return
  const applied = await tx.first(sql`select 1 from policy_application where customer_id = ${tx.customerId} and policy_id = ${before.id} limit 1`)
  if (applied) throw inUse()
  if (verb !== 'delete') return
  const versions = await tx.run(sql<{ id: number }>`select id from policy_version where customer_id = ${tx.customerId} and policy_id = ${before.id}`)
  const ids = versions.map((v) => v.id)
  await archiveContent(tx, resources, ids)
  await archiveRows(tx, authorizeVerb(tx, resourceOf(resources, 'policy'), 'delete'), resourceOf(resources, 'policy_version'), resources, ids)
  await endSolutions(tx, before.id)
}

/** A policy that a person creates begins with an empty draft; a copy and an import bring their version along. */
async function beginWithDraft({ tx, resources, action, after }: WrittenContext<typeof policy>): Promise<void> {
  if (action === 'create' && after) await insertVersion(tx, resources, after.id, {})
}

/** The links of a policy's requirements go with it; history keeps them. */
async function endSolutions(tx: Tx, policyId: number): Promise<void> {
  await tx.run(sql`insert into control_solution_history (customer_id, lineage_id, solution_id, share, to_confirm, linked_by, valid_from, valid_to)
    select cs.customer_id, cs.lineage_id, cs.solution_id, cs.share, cs.to_confirm, cs.linked_by, cs.valid_from, moment()
    from control_solution cs join control_lineage l on l.customer_id = cs.customer_id and l.id = cs.lineage_id where cs.customer_id = ${tx.customerId} and l.policy_id = ${policyId}`)
}

async function guardVersion({ tx, resources, verb, before, changes }: WriteContext<typeof policyVersion>): Promise<void> {
  if (!before || before.status === 'DRAFT') {
    if (verb === 'delete' && before) await archiveContent(tx, resources, [before.id])
    return
  }
  if (verb === 'delete' || 'notes' in changes) throw inUse()
}

/** Groups and requirements change in a draft only (POL-04, POL-09), stay in their version and below a group of it. */
async function guardContent(context: AnyWrite): Promise<void> {
  const { tx, verb, before, changes } = context
  const versionId = (before?.policy_version_id ?? changes.policy_version) as number | undefined
  const version = await tx.first(
    sql<{
      status: string
      policy_id: number
    }>`select status, policy_id from policy_version where customer_id = ${tx.customerId} and id = ${versionId ?? 0} for share`,
  )
  if (!version) return
  if (version.status !== 'DRAFT') throw inUse()
  guardTypedIdentifier(context, typedIdentifierLength)
  if (verb === 'update' && changes.policy_version !== undefined && changes.policy_version !== versionId)
    throw invalidField('policy_version', 'policies.errors.fixed')
  for (const field of ['parent', 'control_group']) {
    const parent = changes[field]
    if (typeof parent !== 'number') continue
    const place = await tx.first(sql<{ cycle: boolean }>`with recursive above as (
        select id, parent_id from control_group where customer_id = ${tx.customerId} and id = ${parent} and policy_version_id = ${versionId ?? 0}
        union select g.id, g.parent_id from control_group g join above a on g.customer_id = ${tx.customerId} and g.id = a.parent_id)
      select bool_or(id = ${field === 'parent' ? (before?.id ?? 0) : 0}) as cycle from above having count(*) > 0`)
    if (!place) throw invalidField(field, 'kit.errors.missing_reference')
    if (place.cycle) throw invalidField(field, 'policies.errors.cycle')
  }
}

/** Nothing says what it is. */
const nameless = ({ identifier, name_en, name_fr }: Pick<ChangesOf<typeof control>, 'identifier' | 'name_en' | 'name_fr'>) =>
  [identifier, name_en, name_fr].every((value) => (value ?? null) === null)

const guardGroup = async (context: WriteContext<typeof controlGroup>) => {
  await guardContent(context)
  const { tx, verb, before, changes } = context
  if (verb === 'create') {
    changes.urn ??= `urn:vigie:group:${randomUUID()}`
    if (nameless(changes)) throw invalidField('name', 'kit.errors.name_needed')
  }
  if (verb !== 'delete' || !before) return
  const inside = await tx.first(sql`select 1 from control_group where customer_id = ${tx.customerId} and parent_id = ${before.id}
    union all select 1 from control where customer_id = ${tx.customerId} and control_group_id = ${before.id} limit 1`)
  if (inside) throw new AppError('IN_USE', 'policies.errors.group_not_empty')
}

const guardControl = async (context: WriteContext<typeof control>) => {
  await guardContent(context)
  const { tx, verb, changes } = context
  if (verb !== 'create') return
  if (nameless(changes)) throw invalidField('name', 'kit.errors.name_needed')
  const lineage = await tx.first(sql<{ id: number }>`insert into control_lineage (customer_id, policy_id, key)
    select v.customer_id, v.policy_id, ${`urn:vigie:requirement:${randomUUID()}`} from policy_version v where v.customer_id = ${tx.customerId} and v.id = ${changes.policy_version} returning id`)
  if (lineage) changes.lineage_id = lineage.id
}

export const policies = defineRegister({
  def: policy,
  rules: policyRules,
  derived: {
    publication: (row) => sql`case when ${row('archived')} then 'ARCHIVED' when ${row('current_version_id')} is null then 'DRAFT' else 'PUBLISHED' end`,
    // Where a copy came from is no part of its versions: it is looked up where it stands.
    fork_of: (row, lang) => sql`(select jsonb_build_object('id', o.id, 'name', ${localizedText(rowRef('o'), 'name', lang)}, 'identifier', o.identifier)
      from public.policy self join policy o on o.customer_id = self.customer_id and o.id = self.origin_id
      where self.customer_id = ${row('customer_id')} and self.id = ${row('id')} and self.origin_customer_id = self.customer_id)`,
    adopted: adoptedCopy('policy'),
    in_quota: (row) => sql`(not ${row('archived')})`,
    requirements: (
      row,
    ) => sql`(select count(*) from control c where c.customer_id = ${row('customer_id')} and c.policy_version_id = coalesce(${row('current_version_id')},
      (select v.id from policy_version v where v.customer_id = ${row('customer_id')} and v.policy_id = ${row('id')} and v.status = 'DRAFT')))`,
    perimeters: (row, _, who) => sql`(select count(*) from policy_application a where a.customer_id = ${row('customer_id')} and a.policy_id = ${row('id')}
      and ${asSql(who ? applicationRules.read(rowRef('a'), who) : true)})`,
  },
  checks: policyRowChecks,
  beforeWrite: guardPolicy,
  afterWrite: beginWithDraft,
  // One that is taken back from the archive counts again.
  turn: (verb, changes) => (verb === 'create' ? policyTurn() : changes.archived === false ? quotaTurn(policyQuota) : null),
})

export const policyVersions = defineResource({
  def: policyVersion,
  rules: versionRules,
  derived: {
    label: (row) => sql`coalesce(${publisherVersion(row)}, 'v' || ${row('number')})`,
    publisher_version: publisherVersion,
    publisher_date: (row) => sql`(${row('source')} ->> 'publication_date')::date`,
    requirements: (row) => sql`(select count(*) from control c where c.customer_id = ${row('customer_id')} and c.policy_version_id = ${row('id')})`,
  },
  beforeWrite: guardVersion,
})

/** What fills a version is whole already, and written at once; what people write is looked at row by row. */
const unlessFilled =
  <C extends { readonly action: string }>(guard: (context: C) => Promise<void>) =>
  async (contexts: readonly C[]) => {
    for (const context of contexts) if (context.action !== filling) await guard(context)
  }

export const controlGroups = defineResource({ def: controlGroup, rules: contentRules, beforeWrites: unlessFilled(guardGroup) })
export const controls = defineResource({
  def: control,
  rules: contentRules,
  derived: { solutions: solutionsOf, ...requirementColumns },
  asks: requirementFilters,
  checks: controlRowChecks,
  beforeWrites: unlessFilled(guardControl),
})
