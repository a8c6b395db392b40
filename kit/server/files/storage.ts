import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where the content of files lives. Keys are ours, never a person's text. */
export interface FileStorage {
  /** A local path at which to build a file before it is kept. */
  readonly temporary: () => Promise<string>
  /** Keeps the content of a local file, durably, before it answers; the local file may be gone afterwards. */
  readonly keep: (key: string, path: string, sha256: string) => Promise<void>
  /** Opens content for reading; null when there is none. */
  readonly open: (key: string) => Promise<Readable | null>
  /** Removes content; removing what is not there is no error. */
  readonly remove: (key: string) => Promise<void>
  /** Removes everything of a customer, also what no row names. */
  readonly removeAll: (customerId: number) => Promise<void>
  /** Gives up what of a customer's was begun to be kept before a moment and never finished, such as by a server that was ended over it. */
  readonly removeUnfinished: (customerId: number, before: Date) => Promise<void>
}

/** A new key below the customer's own part of the storage. */
export const newStorageKey = (customerId: number) => `${customerId}/${new Date().toISOString().slice(0, 7)}/${randomUUID()}`

/** Content in a local folder, readable by the server's user only; several servers may share it. */
export function folderStorage(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, key)
  return {
    temporary: async () => temporaryPath(join(folder, 'temporary')),
    keep: async (key, path) => {
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
      await flush(path)
      await rename(path, pathOf(key))
      await flush(dirname(pathOf(key)))
    },
    open: async (key) => {
      try {
        const handle = await open(pathOf(key), 'r')
        return handle.createReadStream()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    removeAll: (customerId) => rm(join(folder, String(customerId)), { recursive: true, force: true }),
    // What is renamed into its place was never there in part.
    removeUnfinished: async () => {},
  }
}

/** A new path in a folder that is made if it is missing. */
export async function temporaryPath(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, randomUUID())
}

/** Content or directory entry reaches the disk before the row that names it is committed. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
