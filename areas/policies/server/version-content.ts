import { sql, type RawBuilder } from 'kysely'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { archiveRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

interface Texts {
  readonly identifier: string | null
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly description_en: string | null
  readonly description_fr: string | null
  readonly annotation: string | null
  readonly urn: string | null
  readonly translations: unknown
}

/** A group as it is stored in a version; `parent` is its parent's place in the same list. */
export interface GroupContent extends Texts {
  readonly parent: number | null
  readonly weight: number | null
  readonly position: number
}

/** A requirement as it is stored in a version; `group` is a place in the list of groups, `key` names its lineage within the policy. */
export interface ControlContent extends Texts {
  readonly group: number | null
  readonly key: string
  readonly weight: number
  readonly level: number | null
  readonly implementation_groups: readonly string[]
  readonly typical_evidence: string | null
  readonly source: unknown
  readonly position: number
  readonly threats: readonly number[]
}

/** What a version owns. Positions are unique across both lists: they rank siblings of both kinds together. */
export interface VersionContent {
  readonly groups: readonly GroupContent[]
  readonly controls: readonly ControlContent[]
}

export interface StoredContent {
  readonly groupIds: readonly number[]
  /** In the order in which the requirements were given. */
  readonly controls: readonly { readonly id: number; readonly lineage_id: number }[]
}

const texts = ['identifier', 'name_en', 'name_fr', 'description_en', 'description_fr', 'annotation', 'urn', 'translations'] as const
const groupColumns = [...texts, 'weight'] as const
const controlColumns = [...texts, 'weight', 'level', 'implementation_groups', 'typical_evidence', 'source'] as const

const columnList = (columns: readonly string[], alias?: string): RawBuilder<unknown> => sql.join(columns.map((c) => sql.ref(alias ? `${alias}.${c}` : c)))

/** Reads all that a version owns, positions renumbered so that they are unique. */
export async function readContent(tx: Tx, versionId: number): Promise<VersionContent> {
  const mine = (table: string) => sql`${sql.ref(`${table}.customer_id`)} = ${tx.customerId} and ${sql.ref(`${table}.policy_version_id`)} = ${versionId}`
  type Stored<T> = T & { id: number; position: number }
  const threats = sql`array(select t.target_id from control__threats t where t.customer_id = c.customer_id and t.owner_id = c.id order by t.target_id)`
  const [groups, controls] = await Promise.all([
    tx.run(
      sql<
        Stored<Omit<GroupContent, 'parent'>> & { parent_id: number | null }
      >`select g.id, g.parent_id, g.position, ${columnList(groupColumns, 'g')} from control_group g where ${mine('g')} order by g.position, g.id`,
    ),
    tx.run(sql<
      Stored<Omit<ControlContent, 'group'>> & { control_group_id: number | null }
    >`select c.id, c.control_group_id, c.position, l.key, ${threats} as threats, ${columnList(controlColumns, 'c')}
      from control c join control_lineage l on l.customer_id = c.customer_id and l.id = c.lineage_id where ${mine('c')} order by c.position, c.id`),
  ])
  const ranks = new Map<object, number>([...groups, ...controls].toSorted((a, b) => a.position - b.position).map((row, rank) => [row, rank]))
  const places = new Map(groups.map((group, place) => [group.id, place]))
  const placeOf = (id: number | null) => (id === null ? null : (places.get(id) ?? null))
  return {
    groups: groups.map((row) => ({ ...row, parent: placeOf(row.parent_id), position: ranks.get(row) ?? 0 })),
    controls: controls.map((row) => ({ ...row, group: placeOf(row.control_group_id), position: ranks.get(row) ?? 0 })),
  }
}

/** What the rows of a version are made by; people change them one by one. */
export const filling = 'fill'

/** Fills an empty version: so many statements for each depth of groups, whatever its size. Lineages of the same key are taken up again. */
export async function storeContent(tx: Tx, resources: Resources, policyId: number, versionId: number, content: VersionContent): Promise<StoredContent> {
  const [groups, controls] = [resourceOf(resources, 'control_group'), resourceOf(resources, 'control')]
  const grant = authorizeVerb(tx, controls, 'create')
  const groupIds: number[] = []
  for (const level of levelsOf(content.groups)) {
    const wanted = level.map((place) => ({ place, group: content.groups[place] })).filter((one) => one.group !== undefined) as Placed[]
    const stored = await createRows(
      tx,
      grant,
      groups,
      resources,
      wanted.map(({ group }) => ({
        ...pick(group, groupColumns),
        policy_version: versionId,
        parent: group.parent === null ? null : groupIds[group.parent],
      })),
      { action: filling, positions: wanted.map(({ group }) => group.position) },
    )
    for (const [n, { place }] of wanted.entries()) groupIds[place] = stored[n]?.id ?? 0
  }
  const lineages = await lineagesOf(
    tx,
    policyId,
    content.controls.map((c) => c.key),
  )
  const stored = await createRows(
    tx,
    grant,
    controls,
    resources,
    content.controls.map((row) => ({
      ...pick(row, controlColumns),
      policy_version: versionId,
      control_group: row.group === null ? null : groupIds[row.group],
      lineage_id: lineages.get(row.key),
      ...(row.threats.length > 0 && { threats: row.threats }),
    })),
    { action: filling, positions: content.controls.map((row) => row.position) },
  )
  tx.audit({
    entity: 'policy_version',
    object_id: versionId,
    action: filling,
    details: JSON.stringify({ groups: groupIds.length, controls: stored.length }),
  })
  return { groupIds, controls: stored.map((row) => ({ id: row.id, lineage_id: row.lineage_id as number })) }
}

interface Placed {
  readonly place: number
  readonly group: GroupContent
}

const pick = (row: object, names: readonly string[]) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))

/** The places of groups by their depth, those above first. */
function levelsOf(groups: readonly GroupContent[]): number[][] {
  const levels: number[][] = []
  const depths = new Map<number, number>()
  const depthOf = (place: number): number => {
    const known = depths.get(place)
    if (known !== undefined) return known
    const parent = groups[place]?.parent ?? null
    const depth = parent === null ? 0 : depthOf(parent) + 1
    depths.set(place, depth)
    return depth
  }
  for (const place of groups.keys()) (levels[depthOf(place)] ??= []).push(place)
  return levels
}

/** The lineages of some keys of a policy, made where they are missing. */
async function lineagesOf(tx: Tx, policyId: number, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  await tx.run(sql`insert into control_lineage (customer_id, policy_id, key) select ${tx.customerId}, ${policyId}, key from unnest(${keys}::text[]) as key
    on conflict (customer_id, policy_id, key) do nothing`)
  const rows = await tx.run(
    sql<{
      id: number
      key: string
    }>`select id, key from control_lineage where customer_id = ${tx.customerId} and policy_id = ${policyId} and key = any(${keys}::text[])`,
  )
  return new Map(rows.map((row) => [row.key, row.id]))
}

/** Keeps in history what goes with versions that are removed; the removal itself cascades. */
export async function archiveContent(tx: Tx, resources: Resources, versionIds: readonly number[]): Promise<void> {
  for (const name of ['control', 'control_group'] as const) {
    const resource = resourceOf(resources, name)
    const rows = await tx.run(
      sql<{ id: number }>`select id from ${sql.table(name)} where customer_id = ${tx.customerId} and policy_version_id = any(${versionIds}::bigint[])`,
    )
    await archiveRows(
      tx,
      authorizeVerb(tx, resource, 'delete'),
      resource,
      resources,
      rows.map((row) => row.id),
    )
  }
}
