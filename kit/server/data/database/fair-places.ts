interface Waiting {
  readonly take: () => void
}

export interface Places {
  /** How many there are in all. */
  readonly places: number
  /** How many one owner holds at most. */
  readonly share: number
  /** How many of one owner may wait. */
  readonly queue: number
  /** For how many milliseconds they wait. */
  readonly patience: number
}

/** Thrown to whoever cannot be given a place in time, or at all. */
export class NoPlace extends Error {}

/**
 * A number of places of which no owner holds more than a share, so that one who floods leaves places for the others. Owners who wait are served in turn,
 * one place each, whatever the length of their queues.
 */
export class FairPlaces {
  #limits: Places
  #free: number
  #held = new Map<number, number>()
  /** In the order of turns: who has just been served goes to the end. */
  #queues = new Map<number, Set<Waiting>>()

  constructor(limits: Places) {
    this.#limits = limits
    this.#free = limits.places
  }

  /** How many wait, of all owners. */
  get waiting(): number {
    return [...this.#queues.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** Takes a place for an owner and answers how to leave it, once; throws NoPlace when its queue is full, its turn does not come in time, or whoever waits is `gone`. */
  async enter(owner: number, gone?: AbortSignal): Promise<() => void> {
    if (this.#mayTake(owner)) this.#take(owner)
    else await this.#wait(owner, gone)
    let left = false
    return () => {
      if (left) return
      left = true
      this.#leave(owner)
    }
  }

  #mayTake(owner: number): boolean {
    return this.#free > 0 && (this.#held.get(owner) ?? 0) < this.#limits.share
  }

  #take(owner: number): void {
    this.#free -= 1
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1)
  }

  #wait(owner: number, gone?: AbortSignal): Promise<void> {
    const queue = this.#queues.get(owner) ?? new Set()
    if (queue.size >= this.#limits.queue) throw new NoPlace('Too many wait already')
    this.#queues.set(owner, queue)
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        take: () => {
          clearTimeout(timer)
          gone?.removeEventListener('abort', leave)
          resolve()
        },
      }
      const giveUp = (why: string) => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', leave)
        queue.delete(waiting)
        if (queue.size === 0 && this.#queues.get(owner) === queue) this.#queues.delete(owner)
        reject(new NoPlace(why))
      }
      const leave = () => giveUp('Nobody waits any more')
      const timer = setTimeout(() => giveUp('No place became free in time'), this.#limits.patience)
      queue.add(waiting)
      if (gone?.aborted) leave()
      else gone?.addEventListener('abort', leave, { once: true })
    })
  }

  #leave(owner: number): void {
    this.#free += 1
    const held = (this.#held.get(owner) ?? 1) - 1
    if (held === 0) this.#held.delete(owner)
    else this.#held.set(owner, held)
    this.#serve()
  }

  #serve(): void {
    for (const [owner, queue] of this.#queues) {
      if (!this.#mayTake(owner)) continue
      const [first] = queue
      if (!first) continue
      queue.delete(first)
      this.#queues.delete(owner)
      if (queue.size > 0) this.#queues.set(owner, queue)
      this.#take(owner)
      first.take()
      return
    }
  }
}
