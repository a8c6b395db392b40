import { AppError } from '#kit/contract/errors.ts'

/** How many writes of an organisation stand in line on a server, and how many milliseconds each of them waits at most. */
export const [mostInLine, patience] = [100, 20_000] as const

interface Place {
  readonly go: () => void
}

/** Writes of an organisation, one after the other, before any of them has a connection of the database: whoever waits holds nothing that others need. Throws BUSY where the line is too long. */
export class Line {
  #busy = new Set<number>()
  #waiting = new Map<number, Place[]>()

  async run<T>(customerId: number, work: () => Promise<T>, within: number = patience): Promise<T> {
    await this.#turn(customerId, within)
    try {
      return await work()
    } finally {
      const next = this.#waiting.get(customerId)?.shift()
      if (next) next.go()
      else {
        this.#busy.delete(customerId)
        this.#waiting.delete(customerId)
      }
    }
  }

  #turn(customerId: number, within: number): Promise<void> | undefined {
    if (!this.#busy.has(customerId)) {
      this.#busy.add(customerId)
      return undefined
    }
    const line = this.#waiting.get(customerId) ?? []
    this.#waiting.set(customerId, line)
    if (line.length >= mostInLine) throw tooLong()
    return new Promise((resolve, reject) => {
      const place: Place = {
        go: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(place), 1)
        reject(tooLong())
      }, within)
      line.push(place)
    })
  }
}

const tooLong = () => new AppError('BUSY', 'kit.errors.busy', { retryAfter: 5 })
