import { gunzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invalidField, notFound } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { contentOf } from '#kit/server/files/upload.ts'
import { readUpload } from '#kit/server/files/read-upload.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { startReport, startReports } from '#kit/server/sheets/report.ts'
import { renderMessage, type StoredMessage } from '#kit/server/sheets/stored-message.ts'
import * as calls from '#areas/library/contract/shelf.ts'
import { isArchive } from './unpack.ts'
import { isLibraryName } from './folder.ts'
import { planLoading } from './plan.ts'
import { searchQuery } from './search-words.ts'
import { seen, shelfFile, shelfRows, type ShelfRow } from './shelf-rows.ts'
import { shelfStatuses } from './shelf-status.ts'

/** The shelf, for whoever may import. */
export function shelfCalls(api: Api): void {
  const { translate } = api.ports

  handle(api, 'library', calls.listShelf, async ({ tx }) => {
    const rows = await shelfRows(tx)
    const refused = await tx.run(
      sql<{
        id: number
        own: boolean
        path: string
        fault: StoredMessage
        total: number
      }>`select s.id, s.own, s.path, s.fault, count(*) over () as total from shelf s where ${seen(tx)} and s.fault is not null order by s.path limit 100`,
    )
    return {
      objects: rows.map(({ id, own, entry }) => ({ id, own, ...entry })),
      refused_total: refused[0]?.total ?? 0,
      refused: refused.map(({ id, own, path, fault }) => ({ id, own, path, reason: renderMessage(translate, fault, tx.who.lang) })),
    }
  })

  handle(api, 'library', calls.shelfStatus, ({ tx }) => shelfStatuses(tx, translate))

  handle(api, 'library', calls.searchShelf, async ({ tx, query: { q } }) => {
    const asked = searchQuery(q)
    if (asked === null) return { ids: [] }
    const found = await tx.run(sql<{ id: number }>`select s.id from shelf s where ${seen(tx)} and s.words @@ ${asked}::tsquery order by s.id`)
    return { ids: found.map(({ id }) => id) }
  })

  handle(api, 'library', calls.previewShelf, async ({ tx, params }) => {
    const { outline } = await shelfFile<{ outline: Buffer }>(tx, params.id, ['outline'])
    const { plan } = await planLoading(tx, await shelfRows(tx), [params.id])
    return { object: { ...plan, ...(JSON.parse(gunzipSync(outline).toString()) as calls.Outline) } }
  })

  handle(api, 'library', calls.planAddition, async ({ tx, body }) => ({ object: (await planLoading(tx, await shelfRows(tx), body.ids)).plan }))

  handle(api, 'library', calls.addFromShelf, async ({ tx, body: { ids, with_dependencies } }) => {
    const shelf = await shelfRows(tx)
    const there = new Set(shelf.map(({ id }) => id))
    if (!ids.every((id) => there.has(id))) throw invalidField('ids', 'kit.errors.missing_reference')
    const { rows } = await planLoading(tx, shelf, ids, with_dependencies)
    return { object: { id: await beginAddition(tx, rows, new Set(ids)) } }
  })

  handle(api, 'library', calls.compareShelf, async ({ tx, params }) => {
    const { path } = await shelfFile<{ path: string }>(tx, params.id, ['path'])
    const report_id = await startReport(tx, { kind: 'library', fileName: fileNameOf(path), fileId: null, dryRun: true })
    tx.enqueue({ name: 'library.compare', data: { report_id, file_id: params.id } })
    return { object: { report_id } }
  })

  handle(api, 'library', calls.readFolder, async ({ tx }) => {
    tx.enqueue({ name: 'library.shelf', data: {}, key: 'folder' })
    return {}
  })

  handle(api, 'library', calls.removeFromShelf, async ({ tx, params: { id } }) => {
    const gone = await tx.first(
      sql<{ path: string; sha256: string }>`delete from shelf_file where customer_id = ${tx.customerId} and id = ${id} returning path, sha256`,
    )
    if (!gone) throw notFound()
    tx.audit({ entity: 'shelf_file', object_id: id, action: 'delete', details: JSON.stringify(gone) })
    return { object: { id } }
  })

  uploadCall(api)
}

/** Its name alone, as reports show it. */
const fileNameOf = (path: string): string => path.split('/').at(-1)?.slice(0, 200) || 'file'

/** One report for each library, in the order of loading; the job fills them. */
async function beginAddition(tx: Tx, rows: readonly ShelfRow[], chosen: ReadonlySet<number>): Promise<number> {
  const made = await tx.first(
    sql<{ id: number }>`insert into library_addition (customer_id, created_by) values (${tx.customerId}, ${tx.who.memberId}) returning id`,
  )
  const id = made?.id ?? 0
  const names = rows.map(({ entry }) => (entry.name_en ?? entry.name_fr ?? entry.reference ?? '—').slice(0, 200))
  const reports = await startReports(tx, 'library', names)
  await tx.run(sql`insert into library_addition_item (customer_id, addition_id, position, report_id, file_id, urn, locale, chosen)
    select ${tx.customerId}::bigint, ${id}::bigint, i.position, i.report_id, i.file_id, i.urn, i.locale, i.chosen
    from unnest(${reports}::bigint[], ${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.urn)}::text[],
      ${rows.map((row) => row.locale)}::text[], ${rows.map((row) => chosen.has(row.id))}::boolean[]) with ordinality as i (report_id, file_id, urn, locale, chosen, position)`)
  tx.enqueue({ name: 'library.bring', data: { addition_id: id } })
  return id
}

/** Takes files in and answers before they are read; the shelf's standing tells the rest. */
function uploadCall(api: Api): void {
  api.addRaw(operationOf(calls.uploadToShelf, 'library'), async ({ request, named }) => {
    // Before a byte is received.
    await api.inSession(request, async (tx) => authorize(tx.who, 'library.import'))
    const { name, bytes } = await readUpload(request, calls.maxShelfUploadBytes)
    if (!isArchive(bytes) && !isLibraryName(name)) throw invalidField('file', 'kit.errors.file_type')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const content = contentOf({ name, sha256 })
    return api.inSession(request, (tx) =>
      once(tx, named(content), async () => {
        authorize(tx.who, 'library.import')
        const upload = await tx.first(sql<{ id: number }>`insert into shelf_upload (customer_id, file_name, content, created_by)
          values (${tx.customerId}, ${name}, ${bytes}, ${tx.who.memberId}) returning id`)
        const id = upload?.id ?? 0
        tx.audit({ entity: 'shelf_upload', object_id: id, action: 'create', details: JSON.stringify({ name, size: bytes.length, sha256 }) })
        tx.enqueue({ name: 'library.shelf_upload', data: { upload_id: id } })
        return { ok: true, object: { id } }
      }),
    )
  })
}
