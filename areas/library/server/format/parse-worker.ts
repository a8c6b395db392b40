/* oxlint-disable unicorn/require-post-message-target-origin -- the port of a thread has no origin */
import { parentPort, workerData } from 'node:worker_threads'
import { LibraryError } from './library-error.ts'
import { parseLibrary } from './parse-library.ts'

try {
  parentPort?.postMessage({ library: parseLibrary(workerData as Uint8Array) })
} catch (error) {
  if (!(error instanceof LibraryError)) throw error
  const { key, params, line, urn } = error
  parentPort?.postMessage({ fault: { key, params, line, urn } })
}
