import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { FairPlaces } from '#kit/server/data/database/fair-places.ts'
import { Remembered } from '#kit/server/data/remembered.ts'
import { checkQuantification, QuantificationFault, type Quantification } from './input.ts'
import type { WorkerAnswer } from './quantify-worker.ts'
import type { Quantified } from './simulate.ts'

/** One thread at a time leaves the other processors to requests; an organisation waits for its own and for nobody's second. */
const places = new FairPlaces({ places: 1, share: 1, queue: 4, patience: 20_000 })

/** Figures by what they follow from: a hundred kilobytes each at most. */
const done = new Remembered<Quantified>(50)

/** Thrown where it took longer than it may. */
export class QuantificationTooLong extends Error {}

interface Apart {
  /** Whoever does not wait for the figures any more. */
  readonly signal?: AbortSignal
  readonly milliseconds?: number
}

/**
 * Works out a quantification in a thread of its own, so that it holds up no request; the same estimates have the same figures, which are remembered. Throws a QuantificationFault for what cannot be worked out, the signal's reason once it is
 * given up, QuantificationTooLong after half a minute, and NoPlace when too many wait.
 */
export async function quantifyApart(owner: number, input: Quantification, { signal, milliseconds = 30_000 }: Apart = {}): Promise<Quantified> {
  checkQuantification(input)
  signal?.throwIfAborted()
  const key = createHash('sha256')
    .update(JSON.stringify([owner, input]))
    .digest('base64')
  const known = done.get(key)
  if (known) return known
  const leave = await places.enter(owner)
  try {
    signal?.throwIfAborted()
    // Whoever waited may have waited for these very figures.
    return done.get(key) ?? done.keep(key, await inWorker(input, milliseconds, signal))
  } finally {
    leave()
  }
}

function inWorker(input: Quantification, milliseconds: number, signal: AbortSignal | undefined): Promise<Quantified> {
  const worker = new Worker(new URL('quantify-worker.ts', import.meta.url), {
    workerData: input,
    // What a test runner or a profiler gave the program is not for its threads.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  return new Promise<Quantified>((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new QuantificationTooLong(`A quantification took longer than ${milliseconds} ms`))), milliseconds)
    const givenUp = () => end(() => reject(signal?.reason as Error))
    let ended = false
    const end = (tell: () => void) => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', givenUp)
      // A place is free again once the thread is gone.
      void worker.terminate().then(tell, tell)
    }
    signal?.addEventListener('abort', givenUp, { once: true })
    worker.once('message', (answer: WorkerAnswer) =>
      end(() => ('fault' in answer ? reject(new QuantificationFault(answer.fault, answer.risk)) : resolve(answer.done))),
    )
    worker.once('error', (error) => end(() => reject(error)))
    worker.once('exit', (code) => end(() => reject(new Error(`A quantification ended without an answer: ${code}`))))
  })
}
