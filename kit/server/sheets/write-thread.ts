/** A thread of its own that writes one Excel file and ends (`write-apart.ts`). */
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { writeLocal } from '#kit/server/files/write-local.ts'
import { lineReader, type Lines } from './lines.ts'
import type { WriterBatch, WriterData } from './write-apart.ts'
import { xlsx, type Cell } from './xlsx.ts'

// Whoever waits for an answer goes first. On Linux a thread has a priority of its own; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

async function asked(): Promise<WriterBatch> {
  const answer = parentPort ? once(parentPort, 'message') : Promise.resolve([null])
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage('more')
  return ((await answer) as [WriterBatch])[0]
}

async function* rowsOf(lines: Lines | undefined): AsyncGenerator<readonly (readonly Cell[])[]> {
  const read = lines && lineReader(lines)
  for (let batch = await asked(); batch !== null; batch = await asked()) {
    yield read ? (batch as readonly string[]).flatMap(read) : (batch as readonly (readonly Cell[])[])
  }
}

const { path, sheets } = workerData as WriterData
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await writeLocal(xlsx(sheets.map(({ lines, ...sheet }) => ({ ...sheet, rows: rowsOf(lines) }))), path))
