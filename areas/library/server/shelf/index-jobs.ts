import { sql } from 'kysely'
import type { JobContext, LongJob } from '#kit/server/http/area.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { LibraryError } from '#areas/library/server/format/library-error.ts'
import { faultLine } from '#areas/library/server/report-lines.ts'
import { hashOf, listFolder, readInside } from './folder.ts'
import { readFiles, type Candidate, type Indexed } from './read-files.ts'
import { knownFiles, storeFolderFile, storeOwnFile } from './store-index.ts'
import { isArchive, unpack } from './unpack.ts'

/** How many files are written at once, with the progress. */
const batch = 8
/** Of one organisation. */
const mostOwnFiles = 5000

/** Reads the folder of libraries of the installation: what has not changed is left as it is, what has gone goes. */
export const indexFolder = (folder: string | null): LongJob => ({
  name: 'library.shelf',
  runLong: async ({ apart }) => {
    if (folder === null) {
      await apart((tx) => tx.run(sql`with gone as (delete from shelf_folder_file) delete from shelf_folder`))
      return
    }
    const paths = await listFolder(folder)
    const known = await apart((tx) => knownFiles(tx, 'shelf_folder_file'))
    await apart((tx) =>
      tx.run(sql`with gone as (delete from shelf_folder_file where not path = any(${paths}::text[]))
        insert into shelf_folder as f (total, done, started_at) values (${paths.length}, 0, present())
        on conflict (single) do update set total = excluded.total, done = 0, started_at = excluded.started_at`),
    )
    const changed: Candidate[] = []
    for (const path of paths) {
      const sha256 = await readInside(folder, path).then(hashOf, () => '')
      if (known.get(path) !== sha256 || sha256 === '') changed.push({ path, sha256, bytes: () => readInside(folder, path) })
    }
    const done = paths.length - changed.length
    await writeAsRead(apart, changed, done, async (tx, indexed, sofar) => {
      for (const file of indexed) await storeFolderFile(tx, file)
      await tx.run(sql`update shelf_folder set done = ${sofar}`)
    })
    await apart((tx) => tx.run(sql`update shelf_folder set done = total, read_at = present()`))
  },
})

/** Reads what an organisation put on its shelf: one library, or an archive of them. */
export const indexUpload: LongJob = {
  name: 'library.shelf_upload',
  runLong: async ({ data, apart }) => {
    const { upload_id: id = 0 } = data as { readonly upload_id?: number }
    const upload = await apart((tx) =>
      tx.first(
        sql<{
          file_name: string
          content: Buffer
        }>`select file_name, content from shelf_upload where customer_id = ${tx.customerId} and id = ${id} and content is not null`,
      ),
    )
    // An earlier run got to the end.
    if (!upload) return
    const end = (fault: LibraryError | null) =>
      apart((tx) =>
        tx.run(sql`update shelf_upload set content = null, read_at = present(), fault = ${fault && JSON.stringify(faultLine(fault).message)}::jsonb
          where customer_id = ${tx.customerId} and id = ${id}`),
      )
    try {
      const { content } = upload
      const files = isArchive(content) ? unpack(content) : [{ path: upload.file_name, read: () => content }]
      const known = await apart((tx) => knownFiles(tx, 'shelf_file'))
      if (new Set([...known.keys(), ...files.map(({ path }) => path)]).size > mostOwnFiles) throw new LibraryError('archive_files', { max: mostOwnFiles })
      await apart((tx) => tx.run(sql`update shelf_upload set total = ${files.length} where customer_id = ${tx.customerId} and id = ${id}`))
      const readers = new Map(files.map(({ path, read }) => [path, read]))
      const candidates = files.flatMap(({ path, read }): Candidate[] => {
        // What cannot be unpacked is told when its turn comes.
        const sha256 = attempt(() => hashOf(read())) ?? ''
        return known.get(path) === sha256 && sha256 !== '' ? [] : [{ path, sha256, bytes: async () => read() }]
      })
      await writeAsRead(apart, candidates, files.length - candidates.length, async (tx, indexed, sofar) => {
        for (const file of indexed) await storeOwnFile(tx, file, attempt(() => readers.get(file.path)?.()) ?? Buffer.alloc(0))
        await tx.run(sql`update shelf_upload set done = ${sofar} where customer_id = ${tx.customerId} and id = ${id}`)
      })
      await end(null)
    } catch (error) {
      if (!(error instanceof LibraryError)) throw error
      await end(error)
    }
  },
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Writes what is read a few files at a time, one write after the other. */
async function writeAsRead(
  apart: JobContext['apart'],
  candidates: readonly Candidate[],
  before: number,
  write: (tx: Tx, indexed: readonly Indexed[], done: number) => Promise<void>,
): Promise<void> {
  let waiting: Indexed[] = []
  let done = before
  let writing = Promise.resolve()
  const flush = () => {
    const now = waiting
    waiting = []
    writing = writing.then(async () => {
      done += now.length
      const sofar = done
      await apart((tx) => write(tx, now, sofar))
    })
    return writing
  }
  await readFiles(candidates, async (indexed) => {
    waiting.push(indexed)
    if (waiting.length >= batch) await flush()
  })
  await flush()
}
