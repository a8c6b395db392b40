import { Worker } from 'node:worker_threads'
import type { ParsedLibrary } from '#areas/library/server/library-content.ts'
import { type FaultKey, LibraryError, type MessageParams } from './library-error.ts'
import { limits } from './limits.ts'

type Answer = { library: ParsedLibrary } | { fault: { key: FaultKey; params: MessageParams; line: number | null; urn: string | null } }

type Bounds = { milliseconds?: number; heapMegabytes?: number }

/** `parseLibrary` in a thread of bounded memory and time, so that no file can hold up or bring down the server. */
export async function parseInWorker(
  bytes: Uint8Array,
  { milliseconds = limits.milliseconds, heapMegabytes = limits.heapMegabytes }: Bounds = {},
): Promise<ParsedLibrary> {
  if (bytes.length > limits.bytes) throw new LibraryError('too_big', { max: limits.bytes / 1024 / 1024 })
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => reject(new LibraryError('too_slow', { seconds: milliseconds / 1000 })), milliseconds)
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new LibraryError('too_much_memory', { max: heapMegabytes }) : error)
      })
      worker.once('exit', (code) => reject(new Error(`The thread that reads libraries ended with ${code}`)))
    })
    if ('library' in answer) return answer.library
    const { key, params, line, urn } = answer.fault
    throw new LibraryError(key, params, { line, urn })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
