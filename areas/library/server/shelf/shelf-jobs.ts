import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { JobContext, LongJob } from '#kit/server/http/area.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { ApartReader } from '#areas/library/server/format/parse-apart.ts'
import { LibraryError } from '#areas/library/server/format/library-error.ts'
import { importOne } from '#areas/library/server/import-one.ts'
import { hashOf, readInside } from './folder.ts'
import { indexFolder, indexUpload } from './index-jobs.ts'

interface Item {
  readonly report_id: number
  readonly file_id: number
  readonly created_by: number | null
  readonly dry_run: boolean
}

interface Place {
  readonly path: string
  readonly sha256: string
  readonly content: Buffer | null
}

/** Everything that the shelf does in the background; `folder` is the installation's, null where there is none. */
export const shelfJobs = (folder: string | null): readonly LongJob[] => [indexFolder(folder), indexUpload, bringJob(folder), compareJob(folder)]

/** Brings in what was asked for at once, one library after another: each in a transaction of its own, and one that fails stops no other. */
const bringJob = (folder: string | null): LongJob => ({
  name: 'library.bring',
  runLong: async (context) => {
    const { addition_id: additionId = 0 } = context.data as { readonly addition_id?: number }
    const items = await context.apart((tx) =>
      tx.run(sql<Item>`select i.report_id, i.file_id, r.created_by, r.dry_run from library_addition_item i
        join import_report r on r.customer_id = i.customer_id and r.id = i.report_id
        where i.customer_id = ${tx.customerId} and i.addition_id = ${additionId} and r.status in ('INIT', 'STARTED') order by i.position`),
    )
    await bring(context, folder, items)
  },
})

/** What a newer version on the shelf would change; nothing is saved. */
const compareJob = (folder: string | null): LongJob => ({
  name: 'library.compare',
  runLong: async (context) => {
    const { report_id: reportId = 0, file_id: fileId = 0 } = context.data as { readonly report_id?: number; readonly file_id?: number }
    const report = await context.apart((tx) =>
      tx.first(
        sql<{
          created_by: number | null
        }>`select created_by from import_report where customer_id = ${tx.customerId} and id = ${reportId} and dry_run and status in ('INIT', 'STARTED')`,
      ),
    )
    if (report) await bring(context, folder, [{ report_id: reportId, file_id: fileId, created_by: report.created_by, dry_run: true }])
  },
})

async function bring({ apart, resources }: Omit<JobContext, 'tx'>, folder: string | null, items: readonly Item[]): Promise<void> {
  const reader = new ApartReader()
  const failures: unknown[] = []
  const parse = async (item: Item | undefined) => {
    if (!item) throw new LibraryError('not_there')
    return (await reader.read(await contentOf(apart, folder, item.file_id))).library
  }
  // The next file is read while this one is stored.
  const ahead = (item: Item | undefined) => {
    const parsing = parse(item)
    parsing.catch(() => {})
    return parsing
  }
  try {
    let parsing = ahead(items[0])
    for (const [n, item] of items.entries()) {
      const own = parsing
      const next = own.then(
        () => ahead(items[n + 1]),
        () => ahead(items[n + 1]),
      )
      next.catch(() => {})
      await importOne({
        apart,
        resources,
        reportId: item.report_id,
        memberId: item.created_by,
        dryRun: item.dry_run,
        parse: () => own,
      }).catch((error: unknown) => failures.push(error))
      parsing = next
    }
  } finally {
    reader.end()
  }
  // The queue tries again what may pass, and logs the rest; what has come to an end is not done twice.
  if (failures.length > 0) throw failures[0]
}

/** The bytes of a file on the shelf, as it was indexed. */
async function contentOf(apart: JobContext['apart'], folder: string | null, fileId: number): Promise<Buffer> {
  const file = await apart((tx: Tx) =>
    tx.first(sql<Place>`select path, sha256, content from shelf_file where customer_id = ${tx.customerId} and id = ${fileId}
      union all select path, sha256, null from shelf_folder_file where id = ${fileId}`),
  )
  if (!file) throw new LibraryError('not_there')
  if (file.content) return gunzipSync(file.content)
  if (folder === null) throw new LibraryError('not_there')
  const bytes = await readInside(folder, file.path).catch((error: unknown) => {
    throw error instanceof LibraryError ? error : new LibraryError('not_there')
  })
  if (hashOf(bytes) !== file.sha256) throw new LibraryError('changed_meanwhile')
  return bytes
}
