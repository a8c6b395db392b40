import { sql } from 'kysely'
import { AppError, notFound, type Message } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { keepFile as keepContent } from '#kit/server/files/file-row.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { contentOf, withUpload } from '#kit/server/files/upload.ts'
import { requesterOf } from '#kit/server/sheets/requester.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { customerIsThere } from '#areas/tenancy/server/index.ts'
import {
  archiveBytes,
  bringArchive,
  deleteArchive,
  deleteImport,
  downloadArchive,
  listArchives,
  listed,
  listImports,
  makeArchive,
  runImport,
  stoppedHours,
  type Archive,
  type Brought,
} from '#areas/transfer/contract/calls.ts'

/** Whether nothing moves any more: whoever works on it says so all the while. */
const stopped = sql`(status in ('CHECKING', 'IMPORTING') and updated_at < present() - make_interval(hours => ${stoppedHours}))`

/** How far something is, from its parts. */
export const percent = sql`case when total > 0 then least(100, done * 100 / total) else 0 end::int as percent`

export function exportCalls(api: Api, storage: FileStorage): void {
  handle(api, 'archive', listArchives, async ({ tx, who }) => {
    const rows = await tx.run(sql<
      Omit<Archive, 'created_at' | 'finished_at' | 'expires_at'> & { created_at: Date; finished_at: Date | null; expires_at: Date | null }
    >`select a.id, a.status, a.stage, ${percent}, a.rows, a.files, a.size, a.sha256, a.created_at,
        a.finished_at, a.expires_at, (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = a.customer_id and m.id = a.member_id) as by,
        (a.member_id = ${who.memberId} and a.status = 'MADE' and a.expires_at > present()) is true as download_right
      from customer_archive a where a.customer_id = ${tx.customerId} order by a.created_at desc, a.id limit ${listed}`)
    return {
      objects: rows.map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        finished_at: row.finished_at?.toISOString() ?? null,
        expires_at: row.expires_at?.toISOString() ?? null,
      })),
    }
  })

  handle(api, 'archive', makeArchive, async ({ tx, who, translate }) => {
    await oneAtATime(tx)
    const made = await tx.first(sql<{ id: string }>`insert into customer_archive (customer_id, member_id, request)
      values (${tx.customerId}, ${who.memberId}, ${JSON.stringify(requesterOf(who))}::jsonb) returning id`)
    if (!made) throw new Error('An archive was not written')
    tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'export', details: JSON.stringify({ archive: made.id }) })
    tx.enqueue({ name: 'transfer.export', data: { archive_id: made.id } })
    return { message: translate('transfer.messages.begun'), object: made }
  })

  // A large one is fetched by the browser itself, which sends no header of ours.
  api.addRaw({ ...operationOf(downloadArchive, 'archive'), embedded: true }, async ({ reply, params, inSession }) => {
    const found = await inSession(async (tx) => {
      authorize(tx.who, 'archive.write')
      const row = await tx.first(sql<{
        storage_key: string | null
        size: number | null
        name: string
        day: string | null
      }>`select a.storage_key, a.size, c.name, to_char(a.created_at, 'YYYY-MM-DD') as day
        from customer_archive a join customer c on c.id = a.customer_id where a.customer_id = ${tx.customerId} and a.id = ${params.id}::uuid and a.member_id = ${tx.who.memberId} and a.status = 'MADE'
          and a.expires_at > present()`)
      if (row) tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'read', details: JSON.stringify({ archive: params.id }) })
      return row
    })
    const content = found?.storage_key ? await storage.open(found.storage_key) : null
    if (!found || !content) throw notFound()
    return sendFile(reply, { name: `${found.name} ${found.day ?? ''}.zip`, mime: 'application/zip', size: found.size ?? 0 }).send(content)
  })

  api.addRaw(operationOf(deleteArchive, 'archive'), async ({ params, inSession, request }) => {
    const gone = await inSession(async (tx) => {
      authorize(tx.who, 'archive.write')
      const row = await tx.first(
        sql<{
          storage_key: string | null
        }>`delete from customer_archive where customer_id = ${tx.customerId} and id = ${params.id}::uuid returning storage_key`,
      )
      if (!row) throw notFound()
      tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'remove', details: JSON.stringify({ archive: params.id }) })
      return row
    })
    if (gone.storage_key) await storage.remove(gone.storage_key)
    return { ok: true, message: api.translateFor(request, 'kit.messages.deleted') }
  })
}

/** Two that ask at once make one. */
export async function oneAtATime(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('vigie archive', ${tx.customerId}::bigint))`)
  const running = await tx.first(
    sql`select 1 from customer_archive where customer_id = ${tx.customerId} and status in ('PENDING', 'RUNNING') and created_at > present() - interval '6 hours'`,
  )
  if (running) throw new AppError('CONFLICT', 'transfer.errors.running')
}

export function importCalls(api: Api, storage: FileStorage): void {
  handle(api, 'archive_import', listImports, async ({ tx, who }) => {
    const rows = await tx.run(sql<
      Omit<Brought, 'faults' | 'created_at'> & { faults: readonly Message[]; created_at: Date }
    >`select id, file_name, size, status, ${percent}, about, faults, version, created_at, ${stopped} as stopped,
        case when made_id is not null then jsonb_build_object('id', made_id, 'name', made_name) end as made
      from archive_import where customer_id = ${tx.customerId} order by id desc limit ${listed}`)
    const { translate } = api.ports
    return { objects: rows.map((row) => ({ ...row, faults: row.faults.map((fault) => translate(fault, who.lang)), created_at: row.created_at.toISOString() })) }
  })

  api.addRaw(operationOf(bringArchive, 'archive_import'), async ({ request, named, inSession }) => {
    const { customerId, memberId } = await inSession(async ({ who }) => {
      authorize(who, 'archive.import')
      return who
    })
    return withUpload(request, storage, archiveBytes, (upload) =>
      keepContent(storage, customerId, upload, (key) =>
        inSession((tx) =>
          once(tx, named(contentOf(upload)), async () => {
            const made = await tx.first(sql<{ id: number }>`insert into archive_import (customer_id, file_name, size, sha256, storage_key, created_by)
              values (${tx.customerId}, ${upload.name}, ${upload.size}, ${upload.sha256}, ${key}, ${memberId}) returning id`)
            if (!made) throw new Error('An archive was not written')
            tx.audit({
              entity: 'archive_import',
              object_id: made.id,
              action: 'create',
              details: JSON.stringify({ name: upload.name, size: upload.size, sha256: upload.sha256 }),
            })
            tx.enqueue({ name: 'transfer.check', data: { import_id: made.id } })
            return { ok: true, message: api.translateFor(request, 'transfer.messages.brought'), object: made }
          }),
        ),
      ),
    )
  })

  handle(api, 'archive_import', runImport, async ({ tx, params, body, translate }) => {
    const row = await locked(tx, params.id)
    if (row.version !== body.version) throw new AppError('STALE', 'kit.errors.stale')
    if (row.status !== 'GOOD') throw new AppError('CONFLICT', 'transfer.errors.not_ready')
    await tx.run(sql`update archive_import set status = 'IMPORTING', done = 0, total = 0, made_id = next_customer_id(), made_name = ${body.name}, version = version + 1, updated_at = present()
      where customer_id = ${tx.customerId} and id = ${params.id}`)
    tx.audit({ entity: 'archive_import', object_id: params.id, action: 'update', details: JSON.stringify({ name: body.name }) })
    tx.enqueue({ name: 'transfer.import', data: { import_id: params.id }, key: String(params.id) })
    return { message: translate('transfer.messages.importing') }
  })

  api.addRaw(operationOf(deleteImport, 'archive_import'), async ({ params, request, inSession }) => {
    const gone = await inSession(async (tx) => {
      authorize(tx.who, 'archive.import')
      const row = await locked(tx, params.id)
      if ((row.status === 'IMPORTING' || row.status === 'CHECKING') && !row.stopped) throw new AppError('CONFLICT', 'transfer.errors.at_work')
      await tx.run(sql`delete from archive_import where customer_id = ${tx.customerId} and id = ${params.id}`)
      tx.audit({ entity: 'archive_import', object_id: params.id, action: 'remove' })
      return row
    })
    await storage.remove(gone.storage_key)
    await removeUnmade(gone.made_id)
    return { ok: true, message: api.translateFor(request, 'kit.messages.deleted') }
  })

  /** Files that attempts kept for an organisation which was never made: those of one that was are its own. An attempt that is making it at this moment is waited for. */
  async function removeUnmade(id: number | null): Promise<void> {
    if (id === null) return
    const made = await api.ports.db.transaction(id, (tx) => customerIsThere(tx))
    if (!made) await storage.removeAll(id)
  }
}

interface Locked {
  readonly status: string
  readonly version: number
  readonly storage_key: string
  readonly made_id: number | null
  readonly stopped: boolean
}

async function locked(tx: Tx, id: number): Promise<Locked> {
  const row = await tx.first(
    sql<Locked>`select status, version, storage_key, made_id, ${stopped} as stopped from archive_import where customer_id = ${tx.customerId} and id = ${id} for no key update`,
  )
  if (!row) throw notFound()
  return row
}
