import { askProcess, OutOfBounds } from '#kit/server/files/bounded-process.ts'
import type { ParsedLibrary } from '#areas/library/server/library-content.ts'
import { type FaultKey, LibraryError, type MessageParams } from './library-error.ts'
import { limits } from './limits.ts'

export type ParseAnswer = { library: ParsedLibrary } | { fault: { key: FaultKey; params: MessageParams; line: number | null; urn: string | null } }

type Bounds = { milliseconds?: number; heapMegabytes?: number }

/** `parseLibrary` in a process of bounded memory and time, so that no file can hold up or bring down the server. */
export async function parseApart(
  bytes: Uint8Array,
  { milliseconds = limits.milliseconds, heapMegabytes = limits.heapMegabytes }: Bounds = {},
): Promise<ParsedLibrary> {
  if (bytes.length > limits.bytes) throw new LibraryError('too_big', { max: limits.bytes / 1024 / 1024 })
  const answer = await askProcess<ParseAnswer>(new URL('./parse-process.ts', import.meta.url), bytes, { milliseconds, heapMegabytes }).catch(
    (error: unknown) => {
      if (!(error instanceof OutOfBounds)) throw error
      throw error.fault === 'too_slow'
        ? new LibraryError('too_slow', { seconds: milliseconds / 1000 })
        : new LibraryError('too_much_memory', { max: heapMegabytes })
    },
  )
  if ('library' in answer) return answer.library
  const { key, params, line, urn } = answer.fault
  throw new LibraryError(key, params, { line, urn })
}
