import { sql } from 'kysely'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { providerCustomer } from '#areas/tenancy/server/index.ts'
import { listed } from '#areas/transfer/contract/calls.ts'
import { downloadLeavingArchive, makeLeavingArchive, readLeaving, type LeavingArchive } from '#areas/transfer/contract/leaving-calls.ts'
import { oneAtATime, percent } from './calls.ts'
import { asPilot } from './closed-calls.ts'

type Row = Omit<LeavingArchive, 'created_at' | 'expires_at'> & { readonly created_at: Date; readonly expires_at: Date | null }

/** What global pilots of an organisation still do while it waits for its deletion: take what it has. Nothing runs in it, so that the archive is a job of the provider's, in whose log it stands. */
export function leavingCalls(api: Api, storage: FileStorage): void {
  const { db } = api.ports

  handle(api, 'leaving', readLeaving, async ({ tx, who }) => {
    leaves(tx)
    const customer = await tx.first(
      sql<{ asked_at: Date | null; deletes_at: Date | null }>`select deletion_asked_at as asked_at, deletes_at from customer where id = ${tx.customerId}`,
    )
    if (!customer?.asked_at || !customer.deletes_at) throw notFound()
    const archives = await tx.run(sql<Row>`select a.id, a.status, ${percent}, a.size, a.created_at, a.expires_at,
        (select m.name from member m where m.customer_id = a.customer_id and m.id = a.member_id) as by,
        (a.member_id = ${who.memberId} and a.status = 'MADE' and a.expires_at > present()) is true as download_right
      from customer_archive a where a.customer_id = ${tx.customerId} order by a.created_at desc, a.id limit ${listed}`)
    return {
      object: {
        asked_at: customer.asked_at.toISOString(),
        deletes_at: customer.deletes_at.toISOString(),
        archives: archives.map((one) => ({ ...one, created_at: one.created_at.toISOString(), expires_at: one.expires_at?.toISOString() ?? null })),
      },
    }
  })

  api.addRaw(operationOf(makeLeavingArchive, 'leaving'), async ({ request, named, inSession }) => {
    /** What this call began: nothing where the answer of an earlier one is given again. */
    const begun: { id: string; customerId: number }[] = []
    const answer = await inSession((tx) => {
      begun.length = 0
      return once(tx, named(), async () => {
        authorize(tx.who, 'archive.write')
        leaves(tx)
        await oneAtATime(tx)
        const { memberId } = tx.who
        const made = await tx.first(sql<{ id: string }>`insert into customer_archive (customer_id, member_id, request)
          values (${tx.customerId}, ${memberId}, ${JSON.stringify({ ...asPilot(tx, tx.who), memberId })}::jsonb) returning id`)
        if (!made) throw new Error('An archive was not written')
        tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'export', details: JSON.stringify({ archive: made.id }) })
        begun.push({ id: made.id, customerId: tx.customerId })
        return { ok: true, message: api.translateFor(request, 'transfer.messages.begun'), object: made }
      })
    })
    // Once it is there for good: a job that came before it would find nothing to do, and what is tried again would be told twice.
    for (const { id, customerId } of begun)
      await told(request.id, customerId, 'export', id, (provider) =>
        provider.enqueue({ name: 'transfer.export_closed', data: { archive_id: id, of: customerId } }),
      )
    return answer
  })

  // A large one is fetched by the browser itself, which sends no header of ours.
  api.addRaw({ ...operationOf(downloadLeavingArchive, 'leaving'), embedded: true }, async ({ request, reply, params, inSession }) => {
    const found = await inSession(async (tx) => {
      authorize(tx.who, 'archive.write')
      leaves(tx)
      const row = await tx.first(sql<{ storage_key: string | null; size: number | null; name: string; day: string }>`
        select a.storage_key, a.size, c.name, to_char(a.created_at, 'YYYY-MM-DD') as day from customer_archive a join customer c on c.id = a.customer_id
        where a.customer_id = ${tx.customerId} and a.id = ${params.id}::uuid and a.member_id = ${tx.who.memberId} and a.status = 'MADE' and a.expires_at > present()`)
      if (!row) throw notFound()
      tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'read', details: JSON.stringify({ archive: params.id }) })
      return { ...row, customerId: tx.customerId }
    })
    await told(request.id, found.customerId, 'read', String(params.id))
    const content = found.storage_key ? await storage.open(found.storage_key) : null
    if (!content) throw notFound()
    return sendFile(reply, { name: `${found.name} ${found.day}.zip`, mime: 'application/zip', size: found.size ?? 0 }).send(content)
  })

  /** The organisation's own log goes with it: that its people took what it had stays in the provider's. It follows what it tells of: should it fail, an archive was begun that nobody writes, and that is given up as a failed one is. */
  const told = (requestId: string, id: number, action: string, archive: string, besides?: (tx: Tx) => void) =>
    db.transaction(providerCustomer, async (tx) => {
      tx.act(systemWho(providerCustomer, 'leaving', requestId))
      tx.audit({ entity: 'customer', object_id: id, action, details: JSON.stringify({ archive }) })
      besides?.(tx)
    })
}

/** Throws for whoever works in an organisation that is open: they have a page of archives. */
function leaves({ who }: Tx): void {
  if (!who.session?.leaving) throw new AppError('CONFLICT', 'transfer.errors.not_leaving')
}
