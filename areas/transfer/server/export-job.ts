import { AppError, isPassing } from '#kit/contract/errors.ts'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { listQuerySchema } from '#kit/contract/list-query.ts'
import { can } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { LeftOut } from '#kit/server/data/database/left-out.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { writeLocal } from '#kit/server/files/write-local.ts'
import { newStorageKey, type FileStorage } from '#kit/server/files/storage.ts'
import type { JobContext, Keeping, LongJob } from '#kit/server/http/area.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { ExportAsked } from '#kit/server/sheets/about-sheet.ts'
import { writeEntity } from '#kit/server/sheets/export.ts'
import { requesterSchema, whoOf, type Requester } from '#kit/server/sheets/requester.ts'
import { sheetWords } from '#kit/server/sheets/words.ts'
import { zip } from '#kit/server/sheets/zip.ts'
import { providerCustomer } from '#areas/tenancy/server/index.ts'
import { daysKept } from '#areas/transfer/contract/calls.ts'
import type { Manifest } from './format.ts'
import type { TableWords } from './json-schema.ts'
import { archiveEntries, type ArchiveMade, type Progress } from './write-archive.ts'

const languages = ['en', 'fr'] as const
const everything: ExportAsked = { query: listQuerySchema.parse({}), ids: null, columns: null, whole: true, as_of: null }

interface Writing {
  readonly resources: JobContext['resources']
  readonly apart: JobContext['apart']
}

/** Writes an archive while it reads: what is in memory are a piece of one table and the names of what was written. */
async function writeOne({ api, storage, translate, version }: Keeping, leftOut: LeftOut, id: string | undefined, { resources, apart }: Writing): Promise<void> {
  const job = await apart(async (tx) =>
    tx.first(sql<{
      request: unknown
      customer_id: number
    }>`update customer_archive a set status = 'RUNNING', done = 0, total = 0, stage = 'DATA'
        where a.customer_id = ${tx.customerId} and a.id = ${id}::uuid and a.status in ('PENDING', 'RUNNING') returning a.request, a.customer_id`),
  )
  if (!job) return
  const asker = requesterSchema.parse(job.request)
  const customerId = job.customer_id
  const path = await storage.temporary()
  let told = 0
  const tell = async ({ stage, done, total }: Progress) => {
    if (performance.now() - told < 1_000) return
    told = performance.now()
    await apart((tx) =>
      tx.run(
        sql`update customer_archive set stage = ${stage}, done = ${done}, total = ${total} where customer_id = ${tx.customerId} and id = ${id}::uuid and status = 'RUNNING'`,
      ),
    )
  }
  const { db } = (await api).ports
  let unnamed: string | undefined
  try {
    const made: { result?: ArchiveMade } = {}
    const written = await db.transaction(
      customerId,
      async (tx) => {
        tx.act(whoOf(asker, customerId, 'transfer.export'))
        // All of it as it was at one moment, however long it takes to write.
        await tx.send('set transaction isolation level repeatable read, read only')
        // It waits, with nothing to ask, for Excel files and for the storage.
        await tx.send('set local idle_in_transaction_session_timeout = 0')
        const sheets = async function* (counts: ReadonlyMap<string, number>) {
          const offered = [...resources.values()].filter(({ def }) => (counts.get(def.name) ?? 0) > 0 && can(tx.who, def.rights.read))
          for (const [n, resource] of offered.entries()) {
            const sheet = await storage.temporary()
            await writeEntity({
              resource,
              resources,
              asker,
              asked: everything,
              reading: apart,
              translate,
              path: sheet,
            })
            await tell({ stage: 'SHEETS', done: n + 1, total: offered.length })
            yield { name: resource.def.name, path: sheet }
          }
        }
        const entries = archiveEntries(
          {
            tx,
            storage,
            leftOut,
            version,
            wordsOf: (table) => wordsOf(translate, resources.get(table), asker),
            readme: (about) => languages.map((lang) => ({ lang, text: readme(translate, about, lang) })),
            how: [1, 2, 3, 4, 5].map((n) => translate(`transfer.proof.step_${n}`, 'en')),
            sheets,
            tell,
          },
          made,
        )
        return writeLocal(zip(entries, { large: true }), path)
      },
      { background: true },
    )
    const key = newStorageKey(customerId)
    await storage.keep(key, path, written.sha256)
    unnamed = key
    const kept = await apart(async (tx) => {
      const done =
        await tx.first(sql`update customer_archive set status = 'MADE', stage = 'KEEPING', size = ${written.size}, sha256 = ${written.sha256}, storage_key = ${key},
          rows = ${made.result?.rows ?? 0}, files = ${made.result?.files ?? 0}, finished_at = present(), expires_at = present() + make_interval(days => ${daysKept})
          where customer_id = ${tx.customerId} and id = ${id}::uuid and status = 'RUNNING' returning 1`)
      if (done)
        tx.audit({
          entity: 'customer',
          object_id: tx.customerId,
          action: 'export',
          details: JSON.stringify({ archive: id, size: written.size, sha256: written.sha256 }),
        })
      return done !== undefined
    })
    // Deleted while it was written.
    if (!kept) await storage.remove(key)
    unnamed = undefined
  } catch (error) {
    // Nothing names what was kept: the next attempt keeps its own.
    if (unnamed) await storage.remove(unnamed).catch(() => {})
    // What only could not be done now is done by the next attempt.
    if (error instanceof AppError && isPassing(error)) throw error
    await apart((tx) =>
      tx.run(
        sql`update customer_archive set status = 'FAILED', finished_at = present() where customer_id = ${tx.customerId} and id = ${id}::uuid and status = 'RUNNING'`,
      ),
    )
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

export const exportJob = (keeping: Keeping, leftOut: LeftOut): LongJob => ({
  name: 'transfer.export',
  runLong: async ({ data, resources, apart }) => {
    const { archive_id: id } = data as { readonly archive_id?: string }
    await writeOne(keeping, leftOut, id, { resources, apart })
  },
})

/** The same of an organisation that waits for its deletion: nothing runs in it, so that it is a job of the provider's. */
export const exportClosedJob = (keeping: Keeping, leftOut: LeftOut): LongJob => ({
  name: 'transfer.export_closed',
  runLong: async ({ data, resources }) => {
    const { archive_id: id, of } = data as { readonly archive_id?: string; readonly of?: number }
    const { db } = (await keeping.api).ports
    if (of === undefined) return
    const apart = within(db, of, 'transfer.export')
    if (await db.transaction(of, (tx) => waitsForDeletion(tx), { background: true })) return writeOne(keeping, leftOut, id, { resources, apart })
    // It is open again, and its own people are not to wait for what nobody makes any more.
    await apart((tx) =>
      tx.run(
        sql`update customer_archive set status = 'FAILED', finished_at = present() where customer_id = ${tx.customerId} and id = ${id}::uuid and status in ('PENDING', 'RUNNING')`,
      ),
    )
  },
})

/** Transactions of the system in an organisation, also one that is closed. */
const within =
  (db: Awaited<Keeping['api']>['ports']['db'], id: number, source: string): JobContext['apart'] =>
  (work) =>
    db.transaction(
      id,
      async (tx) => {
        tx.act(systemWho(id, source, source))
        return work(tx)
      },
      { background: true },
    )

/** Whether the organisation of the transaction waits for its deletion, which has not begun. */
export const waitsForDeletion = async (tx: Tx): Promise<boolean> =>
  (await tx.first(sql`select 1 from customer where id = ${tx.customerId} and deletes_at is not null and not is_erased(id)`)) !== undefined

/** Each night, what has expired goes, content first. */
export const expireJob = ({ api, storage }: Keeping): LongJob => ({
  name: 'transfer.expire',
  schedule: '10 3 * * *',
  runLong: async ({ apart }) => {
    await expire(storage, apart)
    const own = await apart(async (tx) => tx.customerId)
    if (own !== providerCustomer) return
    // Nothing runs in those that are closed.
    const { db } = (await api).ports
    const closed = await db.transaction(own, (tx) => tx.run(sql<{ id: number }>`select id from customer where disabled and not is_erased(id) order by id`), {
      provider: true,
      background: true,
    })
    for (const { id } of closed) await expire(storage, within(db, id, 'transfer.expire'))
  },
})

async function expire(storage: FileStorage, apart: JobContext['apart']): Promise<void> {
  const old = await apart((tx) =>
    tx.run(sql<{ id: string; storage_key: string | null }>`select id, storage_key from customer_archive where customer_id = ${tx.customerId}
      and (expires_at < present() or (storage_key is null and created_at < present() - interval '7 days')) order by id limit 100`),
  )
  for (const { id, storage_key } of old) {
    if (storage_key) await storage.remove(storage_key)
    await apart((tx) => tx.run(sql`delete from customer_archive where customer_id = ${tx.customerId} and id = ${id}::uuid`))
  }
}

function wordsOf(translate: Translate, resource: Resource | undefined, { lang }: Requester): TableWords | undefined {
  if (!resource) return undefined
  const words = sheetWords(translate, resource.def, lang)
  const columns = Object.entries(resource.def.fields).flatMap(([name, field]) => {
    const label = words.field(name)
    if (field.kind === 'localized') return languages.map((language) => [`${name}_${language}`, `${label} (${language})`])
    return [
      [name, label],
      [`${name}_id`, label],
    ]
  })
  return { title: words.many, columns: Object.fromEntries(columns) }
}

function readme(translate: Translate, about: Manifest, lang: 'en' | 'fr'): string {
  const values = {
    name: about.name,
    version: about.version,
    moment: about.made_at.slice(0, 16).replace('T', ' '),
    rows: Object.values(about.tables).reduce((sum, count) => sum + count, 0),
    tables: Object.values(about.tables).filter((count) => count > 0).length,
    files: about.files.count,
    entries: about.audit_entries,
    people: about.people,
  }
  const say = (part: string) => translate({ key: `transfer.readme.${part}`, values }, lang)
  const of = (why: string) => Object.entries(about.left_out).flatMap(([table, reason]) => (reason === why ? [table] : []))
  const list = (['secret', 'access', 'work', 'told'] as const).map((why) => `- ${say(`left_${why}`)} ${of(why).join(', ')}`)
  const counts = Object.entries(about.tables).flatMap(([table, count]) => (count > 0 ? [`- \`data/${table}.jsonl\`: ${count}`] : []))
  return `${[
    `# ${say('title')}`,
    say('what'),
    `## ${say('inside')}`,
    [1, 2, 3, 4, 5, 6, 7].map((n) => `- ${say(`inside_${n}`)}`).join('\n'),
    `## ${say('proof')}`,
    [1, 2, 3, 4, 5].map((n) => `${n}. ${translate(`transfer.proof.step_${n}`, lang)}`).join('\n'),
    `## ${say('left')}`,
    say('left_what'),
    list.join('\n'),
    `## ${say('back')}`,
    say('back_what'),
    `## ${say('counts')}`,
    counts.join('\n'),
  ].join('\n\n')}\n`
}
