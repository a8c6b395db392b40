import { sql } from 'kysely'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { features } from '#kit/contract/right.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { requesterOf, type Requester } from '#kit/server/sheets/requester.ts'
import { asStaff } from '#areas/tenancy/server/index.ts'
import { downloadCustomerArchive, listCustomerArchives, makeCustomerArchive, type CustomerArchive } from '#areas/tenancy/contract/customer-archive.ts'
import { listed } from '#areas/transfer/contract/calls.ts'
import { oneAtATime, percent } from './calls.ts'
import { waitsForDeletion } from './export-job.ts'

type Row = Omit<CustomerArchive, 'created_at' | 'expires_at'> & { readonly created_at: Date; readonly expires_at: Date | null }

/** Archives of organisations that wait for their deletion: nobody of theirs comes in to take one, so that the provider does. What they hold is read in the organisation itself. */
export function closedCalls(api: Api, storage: FileStorage): void {
  const { db } = api.ports

  api.addRaw(operationOf(listCustomerArchives, 'customer'), async ({ request, params: { id } }) => {
    const accountId = await asStaff(api, request, listCustomerArchives, async (tx, who) => (await known(tx, id)) && who.accountId)
    const rows = await db.transaction(id, (tx) =>
      tx.run(sql<Row>`select a.id, a.status, ${percent}, a.size, a.created_at, a.expires_at, (a.account_id = ${accountId} and a.status = 'MADE' and a.expires_at > present()) is true as download_right
        from customer_archive a where a.customer_id = ${id} order by a.created_at desc, a.id limit ${listed}`),
    )
    return {
      ok: true,
      objects: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at?.toISOString() ?? null })),
    }
  })

  api.addRaw(operationOf(makeCustomerArchive, 'customer'), async ({ request, named, params: { id } }) =>
    asStaff(api, request, makeCustomerArchive, (tx, who) =>
      once(tx, named(), async () => {
        await known(tx, id)
        const object = await asked(id, asPilot(tx, who))
        tx.audit({ entity: 'customer', object_id: id, action: 'export', details: JSON.stringify({ archive: object.id }) })
        tx.enqueue({ name: 'transfer.export_closed', data: { archive_id: object.id, of: id } })
        return { ok: true, message: api.translateFor(request, 'transfer.messages.begun'), object }
      }),
    ),
  )

  /** Written in the organisation itself; without a job, as when what follows fails, it is as if one had been begun and had failed. */
  const asked = (id: number, asker: Requester) =>
    db.transaction(id, async (tx) => {
      if (!(await waitsForDeletion(tx))) throw new AppError('CONFLICT', 'transfer.errors.not_waiting')
      await oneAtATime(tx)
      const made = await tx.first(
        sql<{
          id: string
        }>`insert into customer_archive (customer_id, account_id, request) values (${id}, ${asker.accountId}, ${JSON.stringify(asker)}::jsonb) returning id`,
      )
      if (!made) throw new Error('An archive was not written')
      return made
    })

  // A large one is fetched by the browser itself, which sends no header of ours.
  api.addRaw({ ...operationOf(downloadCustomerArchive, 'customer'), embedded: true }, async ({ request, reply, params: { id, archive } }) => {
    const embedded = { embedded: true } as const
    const accountId = await asStaff(api, request, downloadCustomerArchive, async (tx, who) => (await known(tx, id)) && who.accountId, embedded)
    const found = await db.transaction(id, async (tx) =>
      // Whoever is back has their own people to take it.
      (await waitsForDeletion(tx))
        ? tx.first(sql<{
            storage_key: string | null
            size: number | null
            name: string
            day: string
          }>`select a.storage_key, a.size, c.name, to_char(a.created_at, 'YYYY-MM-DD') as day
        from customer_archive a join customer c on c.id = a.customer_id where a.customer_id = ${id} and a.id = ${archive}::uuid and a.account_id = ${accountId} and a.status = 'MADE'
          and a.expires_at > present()`)
        : undefined,
    )
    const content = found?.storage_key ? await storage.open(found.storage_key) : null
    if (!found || !content) throw notFound()
    await asStaff(
      api,
      request,
      downloadCustomerArchive,
      async (tx) => tx.audit({ entity: 'customer', object_id: id, action: 'read', details: JSON.stringify({ archive }) }),
      embedded,
    )
    return sendFile(reply, { name: `${found.name} ${found.day}.zip`, mime: 'application/zip', size: found.size ?? 0 }).send(content)
  })
}

/** Who asked, as a pilot of it sees it. */
export const asPilot = (tx: Tx, who: Who): Requester => ({
  ...requesterOf(who),
  memberId: null,
  roles: ['global_pilote'],
  rights: [...tx.rightsOf(['global_pilote'], features)],
  groupIds: [],
  perimeterIds: [],
  tagIds: [],
})

/** Throws for what is no organisation. */
async function known(tx: Tx, id: number): Promise<true> {
  if (!(await tx.first(sql`select 1 from customer where id = ${id} and kind = 'ORGANISATION'`))) throw notFound()
  return true
}
