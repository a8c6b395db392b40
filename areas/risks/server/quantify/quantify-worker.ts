/** A thread of its own that works out one quantification and ends (`quantify-apart.ts`). */
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { QuantificationFault, type Quantification } from './input.ts'
import { quantify, type Quantified } from './simulate.ts'

export type WorkerAnswer = { readonly done: Quantified } | { readonly fault: QuantificationFault['reason']; readonly risk: number | undefined }

function answer(): WorkerAnswer {
  try {
    return { done: quantify(workerData as Quantification) }
  } catch (error) {
    if (error instanceof QuantificationFault) return { fault: error.reason, risk: error.risk }
    throw error
  }
}

// Whoever waits for an answer goes first. On Linux a thread has a priority of its own; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(answer())
