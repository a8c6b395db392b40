import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { LibraryError } from '#areas/library/server/format/library-error.ts'
import { limits } from '#areas/library/server/format/limits.ts'

/** Of one folder: far more than anybody publishes. */
const mostFiles = 5000
const deepest = 8

export const isLibraryName = (name: string): boolean => /\.(ya?ml|json|xlsx)$/i.test(name)
/** What systems leave beside files. */
export const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

/** The libraries below a folder, by their path with slashes, in order. Links are not followed, wherever they lead. */
export async function listFolder(folder: string): Promise<string[]> {
  const found: string[] = []
  const walk = async (inside: string, depth: number): Promise<void> => {
    const entries = await readdir(join(folder, inside), { withFileTypes: true })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (found.length >= mostFiles || entry.name.startsWith('.')) continue
      if (entry.isDirectory() && depth < deepest) await walk(path, depth + 1)
      else if (entry.isFile() && isLibraryName(entry.name)) found.push(path)
    }
  }
  await walk('', 1)
  return found
}

/** A file of the folder, which may have become something else since it was listed: a link, a device, or a path that leads out is refused. */
export async function readInside(folder: string, path: string): Promise<Buffer> {
  const root = await realpath(folder)
  const place = join(root, path)
  // Of a path whose folders are links, the real one is another.
  if (!place.startsWith(root + sep) || (await realpath(place).catch(() => null)) !== place) throw new LibraryError('not_there')
  const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw new LibraryError('not_there')
    if (stat.size > limits.bytes) throw new LibraryError('too_big', { max: limits.bytes / 1024 / 1024 })
    const bytes = Buffer.alloc(stat.size)
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await handle.close()
  }
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
