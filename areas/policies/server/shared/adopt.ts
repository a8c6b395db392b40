import { sql } from 'kysely'
import { adoptMappings, adoptSolutions, adoptThreats } from '#areas/catalog/server/index.ts'
import { AppError } from '#kit/contract/errors.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { copiedFor, freeIdentifiers, keepOrigins, type Original } from '#kit/server/data/store/copies.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Changes, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { coverageTurn } from '#areas/policies/server/coverage-turn.ts'
import { addLinks } from '#areas/policies/server/solutions.ts'
import { storeContent, type ControlContent, type GroupContent } from '#areas/policies/server/version-content.ts'
import { insertVersion, makeCurrent, policyTurn, type VersionValues } from '#areas/policies/server/versions.ts'

type SharedPolicy = Original & Changes & VersionValues & { readonly identifier: string }

const copiedFields = ['name_en', 'name_fr', 'description_en', 'description_fr', 'kind', 'provider', 'translations'] as const

const sharedPolicy = (tx: Tx, id: number) => tx.first(sql<SharedPolicy>`select * from shared.policy where id = ${id}`)

/**
 * Copies a policy that others share into the customer's own: published, so that it can be applied, with copies of the models that answer it, linked, and of its
 * threats, and with the mapping sets that lead to policies which it has. The keys of its requirements stay, so that mappings and a later edition find them. Undefined where nothing is shared under the id.
 */
export async function adoptPolicy(tx: Tx, resources: Resources, id: number): Promise<Stored | undefined> {
  if (!can(tx.who, 'shared_catalog.read')) return undefined
  const source = await sharedPolicy(tx, id)
  if (!source) return undefined
  const policies = resourceOf(resources, 'policy')
  const grant = authorizeVerb(tx, policies, 'create')
  await takeTurn(tx, policyTurn())
  await takeTurn(tx, coverageTurn())
  const parts = await readParts(tx, id)
  const models = await adoptSolutions(tx, resources, parts.solutions)
  await adoptMappings(tx, resources, keysOf(parts))
  const [identifier] = await freeIdentifiers(tx, policies, [source.identifier])
  const texts = Object.fromEntries(copiedFields.map((name) => [name, source[name]]))
  const copy = await createRow(tx, grant, policies, resources, { ...texts, identifier, catalog_type: await copiedFor(tx) }, 'fork')
  const { id: version } = await fill(tx, resources, copy.id, source, { parts, models, status: 'PUBLISHED' })
  await makeCurrent(tx, resources, copy.id, version)
  await keepOrigins(tx, policies, [{ id: copy.id, of: source }])
  return copy
}

/** The draft that a renewal opened, and how many links of the original it left out since the organisation ended them. */
export interface Renewed {
  readonly id: number
  readonly left_ended: number
}

/**
 * Opens a draft of a copied policy with what the original says now; what was decided, linked and no longer linked hangs on keys that stay. Throws CONFLICT
 * when nothing is shared any more.
 */
export async function renewAdopted(tx: Tx, resources: Resources, id: number): Promise<Renewed> {
  const policies = resourceOf(resources, 'policy')
  await takeTurn(tx, policyTurn())
  await takeTurn(tx, coverageTurn())
  authorize(tx.who, 'shared_catalog.read')
  const grant = authorizeVerb(tx, policies, 'update')
  const origin = await tx.first(
    sql<{
      id: number
    }>`select p.origin_id as id from policy p where p.customer_id = ${tx.customerId} and p.id = ${id} and p.origin_customer_id <> ${tx.customerId} and p.origin_id is not null`,
  )
  const source = origin && (await sharedPolicy(tx, origin.id))
  if (!source) throw new AppError('CONFLICT', 'policies.errors.not_shared')
  const parts = await readParts(tx, source.id)
  const models = await adoptSolutions(tx, resources, parts.solutions)
  await adoptMappings(tx, resources, keysOf(parts))
  await lockRow(tx, grant, policies, resources, id, 'update')
  const draft = await fill(tx, resources, id, source, { parts, models, status: 'DRAFT' })
  await keepOrigins(tx, policies, [{ id, of: source }])
  return draft
}

interface Filling {
  readonly parts: Awaited<ReturnType<typeof readParts>>
  /** The customer's own models, by the id of the shared one. */
  readonly models: ReadonlyMap<number, number>
  readonly status: 'DRAFT' | 'PUBLISHED'
}

async function fill(tx: Tx, resources: Resources, policyId: number, source: SharedPolicy, { parts, models, status }: Filling): Promise<Renewed> {
  const { min_score = null, max_score = null, implementation_groups = [], source: more } = source
  const threats = await adoptThreats(tx, resources, [...new Set(parts.threats.map(({ threat_id }) => threat_id))])
  const version = await insertVersion(tx, resources, policyId, { status, min_score, max_score, implementation_groups, source: more })
  const stored = await storeContent(tx, resources, policyId, version, contentOf(parts, threats))
  const lineages = new Map(parts.controls.map(({ key }, n) => [key, stored.controls[n]?.lineage_id]))
  const links = parts.links.flatMap(({ key, solution_id, share }) => {
    const [lineage, solution] = [lineages.get(key), models.get(solution_id)]
    return lineage === undefined || solution === undefined ? [] : [{ lineage_id: lineage, solution_id: solution, share, to_confirm: false }]
  })
  const ended = await endedHere(tx, links)
  const activeLinks = links.filter((link) => !ended.has(keyOf(link)))
  if (activeLinks.length > 0) await addLinks(tx, policyId, activeLinks, 'fork')
  return { id: version, left_ended: links.length - activeLinks.length }
}

interface Ends {
  readonly lineage_id: number
  readonly solution_id: number
}
const keyOf = ({ lineage_id, solution_id }: Ends) => `${lineage_id} ${solution_id}`

/** Of some links, those that the organisation had once and ended: they stay ended whatever the original says. */
async function endedHere(tx: Tx, links: readonly Ends[]): Promise<ReadonlySet<string>> {
  const rows = await tx.run(sql<Ends>`select l.lineage_id, l.solution_id
    from unnest(${links.map((link) => link.lineage_id)}::bigint[], ${links.map((link) => link.solution_id)}::bigint[]) as l (lineage_id, solution_id)
    where exists (select 1 from control_solution_history h where h.customer_id = ${tx.customerId} and h.lineage_id = l.lineage_id and h.solution_id = l.solution_id)
      and not exists (select 1 from control_solution s where s.customer_id = ${tx.customerId} and s.lineage_id = l.lineage_id and s.solution_id = l.solution_id)`)
  return new Set(rows.map(keyOf))
}

type SharedGroup = Omit<GroupContent, 'parent'> & { readonly id: number; readonly parent_id: number | null }
type SharedControl = Omit<ControlContent, 'group' | 'threats'> & { readonly id: number; readonly control_group_id: number | null }

async function readParts(tx: Tx, policyId: number) {
  const [groups, controls, links, threats] = await Promise.all([
    tx.run(sql<SharedGroup>`select * from shared.control_group where policy_id = ${policyId} order by position, id`),
    tx.run(sql<SharedControl>`select * from shared.control where policy_id = ${policyId} order by position, id`),
    tx.run(sql<{ key: string; solution_id: number; share: number }>`select key, solution_id, share from shared.control_solution where policy_id = ${policyId}`),
    tx.run(sql<{ control_id: number; threat_id: number }>`select control_id, threat_id from shared.control_threat where policy_id = ${policyId}`),
  ])
  return { groups, controls, links, threats, solutions: [...new Set(links.map(({ solution_id }) => solution_id))] }
}

const keysOf = ({ controls }: Filling['parts']) => controls.map(({ key }) => key)

/** As a version is stored: parents by their place, positions unique over both lists. */
function contentOf({ groups, controls, threats }: Filling['parts'], own: ReadonlyMap<number, number>) {
  const ranks = new Map<object, number>([...groups, ...controls].toSorted((a, b) => a.position - b.position).map((row, rank) => [row, rank]))
  const places = new Map(groups.map(({ id }, place) => [id, place]))
  const placeOf = (id: number | null) => (id === null ? null : (places.get(id) ?? null))
  const named = Map.groupBy(threats, ({ control_id }) => control_id)
  return {
    groups: groups.map((row) => ({ ...row, parent: placeOf(row.parent_id), position: ranks.get(row) ?? 0 })),
    controls: controls.map((row) => ({
      ...row,
      group: placeOf(row.control_group_id),
      position: ranks.get(row) ?? 0,
      threats: (named.get(row.id) ?? []).flatMap(({ threat_id }) => own.get(threat_id) ?? []),
    })),
  }
}
