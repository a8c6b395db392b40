import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'

// Whatever a broken file makes the reader throw is the file's fault, and is answered as a text.
const answer = await readSheet(Buffer.from(workerData as Uint8Array)).catch(String)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(answer)
