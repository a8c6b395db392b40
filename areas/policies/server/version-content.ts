import { sql, type RawBuilder } from 'kysely'
import { versionedColumns } from '#kit/server/data/history.ts'
import { resourceOf, type Resources } from '#kit/server/data/resource.ts'
import { indexForSearch } from '#kit/server/data/search-document.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { control, controlGroup } from '#areas/policies/contract/control.ts'

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
const groupColumns = [...texts, 'weight', 'position'] as const
const controlColumns = [...texts, 'weight', 'level', 'implementation_groups', 'typical_evidence', 'source', 'position'] as const

const columnList = (columns: readonly string[], alias?: string): RawBuilder<unknown> => sql.join(columns.map((c) => sql.ref(alias ? `${alias}.${c}` : c)))

/** Reads all that a version owns, positions renumbered so that they are unique. */
export async function readContent(tx: Tx, versionId: number): Promise<VersionContent> {
  const mine = (table: string) => sql`${sql.ref(`${table}.customer_id`)} = ${tx.customerId} and ${sql.ref(`${table}.policy_version_id`)} = ${versionId}`
  type Stored<T> = T & { id: number; position: number }
  const [groups, controls] = await Promise.all([
    tx.run(
      sql<
        Stored<GroupContent> & { parent_id: number | null }
      >`select g.id, g.parent_id, ${columnList(groupColumns, 'g')} from control_group g where ${mine('g')} order by g.position, g.id`,
    ),
    tx.run(sql<Stored<ControlContent> & { control_group_id: number | null }>`select c.id, c.control_group_id, l.key, ${columnList(controlColumns, 'c')}
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

/** Fills an empty version: five statements whatever its size. Lineages of the same key are taken up again. */
export async function storeContent(tx: Tx, resources: Resources, policyId: number, versionId: number, content: VersionContent): Promise<StoredContent> {
  const { customerId, who } = tx
  const authored = sql`${customerId}, ${who.memberId}, ${who.memberId}, ${versionId}`
  const into = sql.raw('customer_id, created_by, updated_by, policy_version_id')
  const groupRows = await tx.run(sql<{ id: number; position: number }>`insert into control_group (${into}, ${columnList(groupColumns)})
    select ${authored}::bigint, ${columnList(groupColumns, 'w')} from jsonb_populate_recordset(null::control_group, ${JSON.stringify(content.groups)}::jsonb) w returning id, position`)
  const idAt = new Map(groupRows.map((row) => [row.position, row.id]))
  const groupIds = content.groups.map((group) => idAt.get(group.position) ?? 0)
  const children = content.groups.flatMap(({ parent }, place) => (parent === null ? [] : [{ id: groupIds[place], parent: groupIds[parent] }]))
  if (children.length > 0) {
    await tx.run(sql`update control_group g set parent_id = w.parent from unnest(${children.map((c) => c.id)}::bigint[], ${children.map((c) => c.parent)}::bigint[]) as w (id, parent)
      where g.customer_id = ${customerId} and g.id = w.id`)
  }

  const lineages = await lineagesOf(
    tx,
    policyId,
    content.controls.map((c) => c.key),
  )
  const rows = content.controls.map((row) => ({ ...row, control_group_id: row.group === null ? null : groupIds[row.group], lineage_id: lineages.get(row.key) }))
  const placed = [...controlColumns, 'control_group_id', 'lineage_id']
  const stored = await tx.run(sql<{ id: number; lineage_id: number; position: number }>`insert into control (${into}, ${columnList(placed)})
    select ${authored}::bigint, ${columnList(placed, 'w')} from jsonb_populate_recordset(null::control, ${JSON.stringify(rows)}::jsonb) w returning id, lineage_id, position`)
  const controlAt = new Map(stored.map((row) => [row.position, row]))
  const controls = content.controls.map(({ position }) => ({ id: controlAt.get(position)?.id ?? 0, lineage_id: controlAt.get(position)?.lineage_id ?? 0 }))

  await indexForSearch(tx, resourceOf(resources, 'control_group'), groupIds)
  await indexForSearch(
    tx,
    resourceOf(resources, 'control'),
    controls.map((c) => c.id),
  )
  tx.audit({ entity: 'policy_version', object_id: versionId, action: 'fill', details: JSON.stringify({ groups: groupIds.length, controls: controls.length }) })
  return { groupIds, controls }
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

/** Takes over the threats that requirements of the same key name in another version. */
export async function copyThreats(tx: Tx, fromVersion: number, toVersion: number): Promise<void> {
  await tx.run(sql`insert into control__threats (customer_id, owner_id, target_id)
    select t.customer_id, fresh.id, t.target_id from control__threats t
      join control old on old.customer_id = t.customer_id and old.id = t.owner_id
      join control_lineage l on l.customer_id = old.customer_id and l.id = old.lineage_id
      join control_lineage m on m.customer_id = l.customer_id and m.key = l.key
      join control fresh on fresh.customer_id = m.customer_id and fresh.lineage_id = m.id
    where t.customer_id = ${tx.customerId} and old.policy_version_id = ${fromVersion} and fresh.policy_version_id = ${toVersion} on conflict do nothing`)
}

/** Keeps in history what goes with a version that is removed, and forgets it in the search; the removal itself cascades. */
export async function archiveContent(tx: Tx, versionIds: readonly number[]): Promise<void> {
  const { customerId } = tx
  for (const def of [control, controlGroup]) {
    const columns = columnList(versionedColumns(def))
    await tx.run(sql`insert into ${sql.table(`${def.name}_history`)} (${columns}, valid_from, valid_to)
      select ${columns}, updated_at, moment() from ${sql.table(def.name)} where customer_id = ${customerId} and policy_version_id = any(${versionIds}::bigint[])`)
    await tx.run(sql`delete from search_document d using ${sql.table(def.name)} c
      where d.customer_id = ${customerId} and c.customer_id = ${customerId} and d.entity = ${def.name} and d.id = c.id and c.policy_version_id = any(${versionIds}::bigint[])`)
  }
  await tx.run(sql`insert into control__threats_history (customer_id, owner_id, target_id, valid_from, valid_to)
    select t.customer_id, t.owner_id, t.target_id, t.valid_from, moment() from control__threats t join control c on c.customer_id = t.customer_id and c.id = t.owner_id
    where t.customer_id = ${customerId} and c.policy_version_id = any(${versionIds}::bigint[])`)
}
