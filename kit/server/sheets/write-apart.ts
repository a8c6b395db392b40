import { Worker } from 'node:worker_threads'
import type { Lines } from './lines.ts'
import type { Cell, Sheet } from './xlsx.ts'

/** A sheet of rows as the database wrote them: what their lines are is worked out where they are written. */
export interface RowSheet extends Omit<Sheet, 'rows'> {
  readonly lines: Lines
  /** In batches, as `selectCells` answers them. */
  readonly texts: AsyncIterable<readonly string[]>
}
export type WrittenSheet = Sheet | RowSheet

/** What the thread is told once. */
export interface WriterData {
  readonly path: string
  readonly sheets: readonly (Omit<Sheet, 'rows'> & { readonly lines?: Lines })[]
}
/** What it is given each time it asks: the next rows of the sheet at hand, or that it has no more. */
export type WriterBatch = readonly string[] | readonly (readonly Cell[])[] | null
export type WriterMessage = 'more' | Written

interface Written {
  readonly size: number
  readonly sha256: string
}

/**
 * Writes an Excel file to a new local path in a thread of its own, so that whoever asks for a page meanwhile does not wait for a hundred thousand rows
 * to be said, escaped and packed. Rows are read here, one batch ahead of what is being written. Answers the file's size in bytes and its hash.
 */
export async function writeApart(sheets: readonly WrittenSheet[], path: string): Promise<Written> {
  const data: WriterData = {
    path,
    sheets: sheets.map(({ name, header, looks, plain, ...of }) => ({
      name,
      header,
      ...(looks && { looks }),
      ...(plain !== undefined && { plain }),
      ...('lines' in of && { lines: of.lines }),
    })),
  }
  const worker = new Worker(new URL('write-thread.ts', import.meta.url), {
    workerData: data,
    // What a test runner or a profiler gave the program is not for its threads.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  })
  const batches = batchesOf(sheets)
  const { promise, resolve, reject } = Promise.withResolvers<Written>()
  const next = () => {
    const read = batches.next()
    // Told where it is awaited.
    read.catch(() => {})
    return read
  }
  let ahead = next()
  worker.on('message', (message: WriterMessage) => {
    if (message !== 'more') {
      resolve(message)
      return
    }
    ahead.then(({ value = null }) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(value satisfies WriterBatch)
      ahead = next()
    }, reject)
  })
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`A file was not written to its end: ${code}`)))
  try {
    return await promise
  } finally {
    // The reader is at rest before its transaction goes on.
    await Promise.all([worker.terminate(), ahead.catch(() => {})])
    await batches.return(undefined).catch(() => {})
  }
}

/** The batches of all sheets, after each sheet a null. */
async function* batchesOf(sheets: readonly WrittenSheet[]): AsyncGenerator<WriterBatch, undefined> {
  for (const sheet of sheets) {
    yield* 'lines' in sheet ? sheet.texts : sheet.rows
    yield null
  }
}
