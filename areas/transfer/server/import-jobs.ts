import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { AppError, isPassing, type Message } from '#kit/contract/errors.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { sqlState } from '#kit/server/data/database/database-failure.ts'
import type { LeftOut } from '#kit/server/data/database/left-out.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ZipFile } from '#kit/server/files/zip-file.ts'
import type { FileStorage } from '#kit/server/files/storage.ts'
import { writeLocal } from '#kit/server/files/write-local.ts'
import type { JobContext, Keeping, LongJob } from '#kit/server/http/area.ts'
import { bringCustomer } from '#areas/tenancy/server/index.ts'
import { tieMembers } from '#areas/people/server/index.ts'
import type { AboutArchive } from '#areas/transfer/contract/calls.ts'
import { checkArchive, type Checked } from './check-archive.ts'
import { textOf } from './lines.ts'
import { importedKey, loadArchive, openChecked } from './load-archive.ts'
import { customerColumns, schemaOf, tablesOf } from './tables.ts'
import type { Manifest } from './format.ts'

interface Brought {
  readonly storage_key: string
  readonly sha256: string
  readonly made_id: number | null
  readonly made_name: string | null
}

type Apart = JobContext['apart']

const brought = (apart: Apart, id: number | undefined, status: string) =>
  apart((tx) =>
    tx.first(
      sql<Brought>`select storage_key, sha256, made_id, made_name from archive_import where customer_id = ${tx.customerId} and id = ${id} and status = ${status}`,
    ),
  )

/** Says how far it is, once a second at most. */
function teller(apart: Apart, id: number | undefined) {
  let told = 0
  return async (done: number, total: number) => {
    if (performance.now() - told < 1_000) return
    told = performance.now()
    await apart((tx) =>
      tx.run(sql`update archive_import set done = ${done}, total = ${total}, updated_at = present() where customer_id = ${tx.customerId} and id = ${id}`),
    )
  }
}

/** A local copy of what is kept, for as long as the work takes: it is read here and there. */
async function withLocal<T>(storage: FileStorage, key: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = await storage.temporary()
  try {
    const content = await storage.open(key)
    if (!content) throw new Error('An archive that was brought in is gone')
    await writeLocal(content, path)
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function look(apart: Apart, leftOut: LeftOut, path: string, tell: (done: number, total: number) => Promise<void>) {
  const here = await apart(async (tx) => ({ tables: await tablesOf(tx, leftOut), customerColumns: await customerColumns(tx), schema: await schemaOf(tx) }))
  return { ...here, checked: await checkArchive({ ...here, path, tell }) }
}

const settle = (apart: Apart, id: number | undefined, status: string, faults: readonly Message[] = [], about: AboutArchive | null = null) =>
  apart(async (tx) => {
    const told =
      await tx.first(sql`update archive_import set status = ${status}, faults = ${JSON.stringify(faults)}::jsonb, about = coalesce(${about && JSON.stringify(about)}::jsonb, about), updated_at = present(),
      version = version + 1 where customer_id = ${tx.customerId} and id = ${id} returning 1 as one`)
    // Forgotten meanwhile.
    if (!told) return
    tx.audit({
      entity: 'archive_import',
      object_id: id ?? null,
      action: status === 'IMPORTED' ? 'import' : 'check',
      details: JSON.stringify({ status, faults: faults.length }),
    })
  })

const aboutOf = ({ name, customer_id, made_at, version, tables, files, people, audit_entries }: Manifest, brings: Checked['brings']): AboutArchive => ({
  name,
  customer_id,
  made_at,
  version,
  rows: Object.values(tables).reduce((sum, count) => sum + count, 0),
  files: files.count,
  members: people,
  entries: audit_entries,
  brings,
})

/** Looks at an archive that was brought in, and changes nothing but what is said of it. */
export const checkJob = ({ storage }: Keeping, leftOut: LeftOut): LongJob => ({
  name: 'transfer.check',
  runLong: async ({ data, apart }) => {
    const { import_id: id } = data as { readonly import_id?: number }
    const found = await brought(apart, id, 'CHECKING')
    if (!found) return
    const { checked } = await withLocal(storage, found.storage_key, (path) => look(apart, leftOut, path, teller(apart, id)))
    await settle(apart, id, checked.faults.length > 0 ? 'REFUSED' : 'GOOD', checked.faults, checked.manifest && aboutOf(checked.manifest, checked.brings))
  },
})

/** Makes an organisation of an archive, whole or not at all. It is looked at once more: what was found good may not be what lies there now. */
export const importJob = ({ api, storage }: Keeping, leftOut: LeftOut): LongJob => ({
  name: 'transfer.import',
  runLong: async ({ data, apart }) => {
    const { import_id: id } = data as { readonly import_id?: number }
    const found = await brought(apart, id, 'IMPORTING')
    if (!found?.made_id || !found.made_name) return
    const [customerId, name] = [found.made_id, found.made_name]
    const { db } = (await api).ports
    const isMade = () =>
      db.transaction(customerId, async (tx) => (await tx.first(sql`select 1 from customer where id = ${customerId}`)) !== undefined, { background: true })
    // An attempt before this one made it, and was cut off before it could say so: what it kept is the organisation's.
    if (await isMade()) return settle(apart, id, 'IMPORTED')
    const kept: string[] = []
    try {
      await withLocal(storage, found.storage_key, async (path) => {
        const { tables, checked } = await look(apart, leftOut, path, async () => {})
        if (checked.faults.length > 0 || !checked.manifest || !checked.proof) throw new Refused(checked.faults)
        const { manifest, proof } = checked
        const tell = teller(apart, id)
        const total = aboutOf(manifest, null).rows + manifest.audit_entries + manifest.files.count
        let done = 0
        const zip = await openChecked(path)
        try {
          for (const member of zip.members.keys()) {
            if (!member.startsWith('files/')) continue
            await keepFile(storage, zip, member.slice(6), customerId, kept)
            await tell((done += 1), total)
          }
          const row = JSON.parse(await textOf(zip.read('customer.json'))) as Readonly<Record<string, unknown>>
          await takeIds(db, customerId, checked)
          await db.transaction(
            customerId,
            async (tx) => {
              tx.act(systemWho(customerId, 'transfer.import', String(id), manifest.lang, 'UTC'))
              if (!(await bringCustomer(tx, name, row))) return
              // Whoever forgets it waits for none of its attempts: one that began before that ends here.
              if (!(await brought(apart, id, 'IMPORTING'))) throw new Refused([])
              let rows = kept.length
              await loadArchive({ tx, zip, manifest, proof, tables, tell: (more) => tell((rows += more), total) })
              await tieMembers(tx)
              await tellFiles(tx)
              tx.audit({
                entity: 'customer',
                object_id: customerId,
                action: 'import',
                details: JSON.stringify({ from: manifest.customer_id, archive: found.sha256, entries: manifest.audit_entries, head: proof.head }),
              })
            },
            { background: true },
          )
        } finally {
          await zip.close()
        }
      })
    } catch (error) {
      // What only could not be done now is done by the next attempt, which finds the files there.
      if (error instanceof AppError && isPassing(error)) throw error
      // So it is where another attempt was faster.
      if (await isMade()) return settle(apart, id, 'IMPORTED')
      for (const key of kept) await storage.remove(key).catch(() => {})
      await settle(apart, id, 'FAILED', faultsOf(error))
      return
    }
    await settle(apart, id, 'IMPORTED')
  },
})

class Refused extends Error {
  readonly faults: readonly Message[]
  constructor(faults: readonly Message[]) {
    super('The archive is not what it was')
    this.faults = faults
  }
}

/** Why nothing was imported, in words; what the database refused by the names of what it refused. */
function faultsOf(error: unknown): readonly Message[] {
  if (error instanceof Refused) return error.faults
  const { table = '', constraint = '', column = '', name = '' } = error as { table?: string; constraint?: string; column?: string; name?: string }
  const place = [table, constraint || column].filter(Boolean).join(' ') || sqlState(error) || name
  return [{ key: 'transfer.faults.load', values: { place: place.slice(0, 200) } }]
}

async function keepFile(storage: FileStorage, zip: ZipFile, sha256: string, customerId: number, kept: string[]): Promise<void> {
  const path = await storage.temporary()
  try {
    await writeLocal(zip.read(`files/${sha256}`), path)
    const key = importedKey(customerId, sha256)
    await storage.keep(key, path, sha256)
    kept.push(key)
  } finally {
    await rm(path, { force: true })
  }
}

/** What is added later comes after the ids that came with the rows; committed before them, since nobody waits for numbers. */
async function takeIds(db: Awaited<Keeping['api']>['ports']['db'], customerId: number, { greatest }: Checked): Promise<void> {
  await db.transaction(
    customerId,
    async (tx) => {
      for (const [table, id] of greatest) await tx.run(sql`select ids_after(${table}, ${id})`)
    },
    { background: true },
  )
}

/** Files lie somewhere else now, which the log's digest of their objects covers: each is noted as it is here. */
async function tellFiles(tx: Tx): Promise<void> {
  const objects = await tx.run(sql<{ entity: string; object_id: number }>`select distinct entity, object_id from file
    where customer_id = ${tx.customerId} and entity is not null and object_id is not null order by entity, object_id`)
  for (const { entity, object_id } of objects) tx.audit({ entity, object_id, action: 'import', related: true })
}
