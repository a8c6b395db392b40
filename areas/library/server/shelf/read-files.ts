import { availableParallelism } from 'node:os'
import { ApartReader } from '#areas/library/server/format/parse-apart.ts'
import { LibraryError } from '#areas/library/server/format/library-error.ts'
import { faultLine } from '#areas/library/server/report-lines.ts'
import type { StoredMessage } from '#kit/server/sheets/stored-message.ts'
import type { Summary } from './summarise.ts'

export interface SummaryAnswer {
  readonly summary: Omit<Summary, 'outline'>
  /** Compressed JSON. */
  readonly outline: Uint8Array
}

/** A file to index, read when its turn comes. */
export interface Candidate {
  readonly path: string
  readonly sha256: string
  readonly bytes: () => Promise<Buffer>
}

export type Indexed = Pick<Candidate, 'path' | 'sha256'> & ({ readonly answer: SummaryAnswer } | { readonly fault: StoredMessage })

/** As many files at once as the machine has cores, four at most: the server has other work. */
const readers = Math.min(4, Math.max(1, availableParallelism()))

/** Reads files in processes of their own and hands them on as they come; one that cannot be read stops no other. */
export async function readFiles(candidates: readonly Candidate[], take: (indexed: Indexed) => Promise<void>): Promise<void> {
  const waiting = [...candidates]
  await Promise.all(
    Array.from({ length: Math.min(readers, waiting.length) }, async () => {
      const reader = new ApartReader<SummaryAnswer>(new URL('./summarise-process.ts', import.meta.url))
      try {
        for (let next = waiting.shift(); next; next = waiting.shift()) await take(await read(reader, next))
      } finally {
        reader.end()
      }
    }),
  )
}

async function read(reader: ApartReader<SummaryAnswer>, { path, sha256, bytes }: Candidate): Promise<Indexed> {
  try {
    return { path, sha256, answer: await reader.read(await bytes()) }
  } catch (error) {
    return { path, sha256, fault: error instanceof LibraryError ? faultLine(error).message : { key: 'library.outcome.unexpected' } }
  }
}
