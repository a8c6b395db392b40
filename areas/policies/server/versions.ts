import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import { copiedFor, copyNames, freeIdentifiers, keepOrigins } from '#kit/server/data/store/copies.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { ImplementationGroup } from '#areas/policies/contract/policy-version.ts'
import { copySolutions } from './solutions.ts'
import { readContent, storeContent } from './version-content.ts'

/** New policies come one at a time: there may be so many and no more, and a copy takes the next free identifier. */
export const policyTurn = (): string => 'policy'

/** What a version says of itself. */
export interface VersionValues {
  readonly status?: 'DRAFT' | 'PUBLISHED'
  readonly notes?: string | null
  readonly min_score?: number | null
  readonly max_score?: number | null
  readonly implementation_groups?: readonly ImplementationGroup[]
  readonly source?: object | null
}

/** Adds the next version to a policy, empty; answers its id. Throws CONFLICT when a second draft is opened. */
export async function insertVersion(tx: Tx, resources: Resources, policyId: number, values: VersionValues): Promise<number> {
  const { customerId, who } = tx
  const status = values.status ?? 'DRAFT'
  // The policy's row serialises its versions: two cannot take the same number.
  await lockPolicy(tx, policyId)
  const open =
    status === 'DRAFT' && (await tx.first(sql`select 1 from policy_version where customer_id = ${customerId} and policy_id = ${policyId} and status = 'DRAFT'`))
  if (open) throw new AppError('CONFLICT', 'policies.errors.draft_exists')
  const last = await tx.first(
    sql<{ number: number | null }>`select max(number) as number from policy_version where customer_id = ${customerId} and policy_id = ${policyId}`,
  )
  const versions = resourceOf(resources, 'policy_version')
  const { implementation_groups = [], ...fields } = values
  if (status === 'DRAFT' && fields.source) fields.source = withoutPublication(fields.source)
  const row = await createRow(tx, authorize(who, 'session'), versions, resources, {
    ...fields,
    implementation_groups,
    status,
    policy: policyId,
    number: (last?.number ?? 0) + 1,
    published_at: status === 'PUBLISHED' ? tx.now.toISOString() : null,
  })
  return row.id
}

/** What an organisation drafts is its own, whatever it began with. */
function withoutPublication(source: object): object {
  return Object.fromEntries(Object.entries(source).filter(([key]) => key !== 'version_label' && key !== 'publication_date'))
}

/** What happens to a policy's versions begins with its own row. */
const lockPolicy = (tx: Tx, id: number) => tx.run(sql`select 1 from policy where customer_id = ${tx.customerId} and id = ${id} for no key update`)

/** Makes a published version the one in force; the one before is superseded, perimeters stay where they are until they adopt it. */
export async function makeCurrent(tx: Tx, resources: Resources, policyId: number, versionId: number): Promise<void> {
  const versions = resourceOf(resources, 'policy_version')
  const policies = resourceOf(resources, 'policy')
  const before = await tx.run(
    sql<{
      id: number
    }>`select id from policy_version where customer_id = ${tx.customerId} and policy_id = ${policyId} and status = 'PUBLISHED' and id <> ${versionId} order by id`,
  )
  for (const { id } of before)
    await updateRow(tx, authorizeVerb(tx, versions, 'update'), versions, resources, id, { status: 'SUPERSEDED' }, { action: 'supersede' })
  await updateRow(tx, authorizeVerb(tx, policies, 'update'), policies, resources, policyId, { current_version: versionId }, { action: 'publish' })
}

/** Publishes a draft that holds at least one requirement (POL-07). */
export async function publish(tx: Tx, resources: Resources, versionId: number): Promise<void> {
  const versions = resourceOf(resources, 'policy_version')
  const grant = authorizeVerb(tx, versions, 'update')
  const of = await tx.first(sql<{ policy_id: number }>`select policy_id from policy_version where customer_id = ${tx.customerId} and id = ${versionId}`)
  await lockPolicy(tx, of?.policy_id ?? 0)
  const version = await lockRow(tx, grant, versions, resources, versionId, 'update')
  const filled = await tx.first(sql`select 1 from control where customer_id = ${tx.customerId} and policy_version_id = ${versionId} limit 1`)
  if (version.status !== 'DRAFT' || !filled) throw new AppError('CONFLICT', 'policies.errors.publication')
  await updateRow(tx, grant, versions, resources, versionId, { status: 'PUBLISHED', published_at: tx.now.toISOString() }, { action: 'publish' })
  await makeCurrent(tx, resources, version.policy_id as number, versionId)
}

/** Opens a draft that holds what the current version holds; the lineages are the same, so nothing an organisation decided is lost. */
export async function openDraft(tx: Tx, resources: Resources, policyId: number): Promise<number> {
  const policies = resourceOf(resources, 'policy')
  const policy = await lockRow(tx, authorizeVerb(tx, policies, 'update'), policies, resources, policyId, 'update')
  return copyVersion(tx, resources, policy.current_version_id as number | null, policyId)
}

async function copyVersion(tx: Tx, resources: Resources, from: number | null, policyId: number): Promise<number> {
  const source =
    from === null
      ? undefined
      : await tx.first(
          sql<VersionValues>`select min_score, max_score, implementation_groups, source from policy_version where customer_id = ${tx.customerId} and id = ${from}`,
        )
  const draft = await insertVersion(
    tx,
    resources,
    policyId,
    source
      ? {
          min_score: source.min_score ?? null,
          max_score: source.max_score ?? null,
          implementation_groups: source.implementation_groups ?? [],
          source: source.source,
        }
      : {},
  )
  if (from !== null) {
    await storeContent(tx, resources, policyId, draft, await readContent(tx, from))
  }
  return draft
}

/** Copies a policy with its current (else its draft) version, the solutions that answer it and its keys, so that mappings hold for the copy too. */
export async function forkWhole(tx: Tx, resources: Resources, id: number): Promise<Stored> {
  const policies = resourceOf(resources, 'policy')
  const grant = authorizeVerb(tx, policies, 'create')
  await takeTurn(tx, policyTurn())
  const source = await getRow(tx, grant, policies, resources, id)
  const from = await tx.first(sql<{ id: number }>`select coalesce(p.current_version_id, (select v.id from policy_version v
      where v.customer_id = p.customer_id and v.policy_id = p.id order by v.number desc limit 1)) as id from policy p where p.customer_id = ${tx.customerId} and p.id = ${id}`)
  const [identifier] = await freeIdentifiers(tx, policies, [String(source.identifier)])
  const copied = ['name_en', 'name_fr', 'description_en', 'description_fr', 'kind', 'provider', 'translations'].map((key) => [key, source[key]] as const)
  const copy = await createRow(
    tx,
    grant,
    policies,
    resources,
    { ...Object.fromEntries(copied), ...(await copyNames(tx, policies, source)), identifier, catalog_type: await copiedFor(tx) },
    'fork',
  )
  await keepOrigins(tx, policies, [{ id: copy.id, of: { customer_id: tx.customerId, id, version: source.version } }])
  await copyVersion(tx, resources, from?.id ?? null, copy.id)
  await copySolutions(tx, id, copy.id)
  return copy
}
