import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { LibraryError } from '#areas/library/server/format/library-error.ts'
import { limits } from '#areas/library/server/format/limits.ts'
import { isWorkbook } from '#areas/library/server/format/workbook/is-workbook.ts'
import { isHidden, isLibraryName } from './folder.ts'

/** Bounds of an archive: what is beyond them was made to fill a disk or a memory. */
export const archiveLimits = { files: 2000, bytes: 400 * 1024 * 1024, ratio: 100 } as const

export interface Unpacked {
  readonly path: string
  readonly read: () => Buffer
}

/** Workbooks are archives too, of one library each. */
export const isArchive = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04])) && !isWorkbook(content)

/** The libraries in an archive, by its own directory; nothing is unpacked before all of it is within bounds, and nothing to a disk. */
export function unpack(content: Buffer): Unpacked[] {
  const entries = zipEntries(content)
  if (entries === null) throw new LibraryError('archive_broken')
  const libraries = entries.filter(({ name }) => !name.endsWith('/') && isLibraryName(name) && !isHidden(name))
  if (libraries.length === 0) throw new LibraryError('archive_empty')
  if (libraries.length > archiveLimits.files) throw new LibraryError('archive_files', { max: archiveLimits.files })
  const bytes = libraries.reduce((sum, { size }) => sum + size, 0)
  if (bytes > archiveLimits.bytes) throw new LibraryError('archive_size', { max: archiveLimits.bytes / 1024 / 1024 })
  if (bytes > content.length * archiveLimits.ratio) throw new LibraryError('archive_ratio', { max: archiveLimits.ratio })
  const byPath = new Map(libraries.map((entry) => [plainPath(entry.name), entry]))
  return [...byPath].map(([path, { size, read }]) => ({ path, read: () => within(size, read) }))
}

function within(size: number, read: () => Buffer): Buffer {
  if (size > limits.bytes) throw new LibraryError('too_big', { max: limits.bytes / 1024 / 1024 })
  try {
    return read()
  } catch {
    throw new LibraryError('archive_broken')
  }
}

/** Only shown and compared: it leads nowhere. */
const plainPath = (name: string): string =>
  name
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufffd]/g, '')
    .toWellFormed()
    .slice(-300)
