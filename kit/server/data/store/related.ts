import type { Who } from '#kit/server/access/who.ts'
import { assertRoom } from '#kit/server/data/links/attached-files.ts'
import type { LinkDetails } from '#kit/server/data/links/link-details.ts'
import { writeLinks, type RelatedWrite } from '#kit/server/data/links/links.ts'
import { writeFiles, writeOwnedRows } from './owned-rows.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Writes the links, owned rows and files of some rows; answers by row what the audit is told, of those where something changed. */
export async function writeRelated(
  tx: Tx,
  resource: Resource,
  resources: Resources,
  writes: readonly RelatedWrite[],
  writer: Who | null,
): Promise<ReadonlyMap<number, { readonly details: string }>> {
  const links = await writeLinks(tx, resource, resources, writes, writer)
  const owned = await writeOwnedRows(tx, resource, writes)
  const files = await writeFiles(tx, resource, writes)
  const auditDetails = new Map<number, { details: string }>()
  for (const { id } of writes) {
    const path = files.get(id)?.came ?? owned.get(id)?.came
    if (path !== undefined) await assertRoom(tx, { entity: resource.def.name, id, path })
    const rows = { ...owned.get(id)?.rows, ...files.get(id)?.rows }
    const own = links.get(id)
    const details: LinkDetails = { ...(own && { links: own }), ...(Object.keys(rows).length > 0 && { rows }) }
    if (Object.keys(details).length > 0) auditDetails.set(id, { details: JSON.stringify(details) })
  }
  return auditDetails
}
