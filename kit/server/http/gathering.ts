import { AppError } from '#kit/contract/errors.ts'

interface Waiting<A, R> {
  readonly asked: A
  readonly resolve: (told: R) => void
  readonly reject: (reason: unknown) => void
}

/** How many are looked up together, and how many wait for that at most. */
const [together, mostWaiting] = [100, 2000]

/**
 * Looks things up for all who ask while one look is under way by the next one: what each is told was read after they asked, as if they had been alone, and the
 * database is asked once for all of them. Nobody waits for others to come: whose request is read in the same moment is there already.
 */
export class Gathering<A, R> {
  #look: (asked: readonly A[]) => Promise<readonly R[]>
  #done: () => void
  #waiting: Waiting<A, R>[] = []
  #busy = false

  /** `look` answers in the order in which it is asked; `done`: nobody waits any more. */
  constructor(look: (asked: readonly A[]) => Promise<readonly R[]>, done: () => void = () => {}) {
    this.#look = look
    this.#done = done
  }

  /** Throws BUSY where too many wait already. */
  ask(asked: A): Promise<R> {
    if (this.#waiting.length >= mostWaiting) throw new AppError('BUSY', 'kit.errors.busy')
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject })
      if (this.#busy) return
      this.#busy = true
      // Those who come in the same turn of the loop, as those do who were just told together, are looked up with the first of them.
      setImmediate(() => void this.#go())
    })
  }

  async #go(): Promise<void> {
    while (this.#waiting.length > 0) {
      const these = this.#waiting.splice(0, together)
      try {
        const told = await this.#look(these.map(({ asked }) => asked))
        if (told.length !== these.length) throw new Error('Not everybody who asked was told')
        // The next look begins before those who were told go on.
        for (const [n, { resolve }] of these.entries()) resolve(told[n] as R)
      } catch (error) {
        for (const { reject } of these) reject(error)
      }
    }
    this.#busy = false
    this.#done()
  }
}
