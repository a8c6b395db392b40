import { hash } from 'node:crypto'

/** So many values by what they follow from: what nobody has asked for the longest is forgotten. */
export class Remembered<T> {
  #most: number
  #known = new Map<string, T>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): T | undefined {
    const known = this.#known.get(key)
    return known === undefined ? undefined : this.keep(key, known)
  }

  keep(key: string, value: T): T {
    this.#known.delete(key)
    this.#known.set(key, value)
    const [oldest] = this.#known.keys()
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest)
    return value
  }
}

/** What was worked out of something that never changes, by all that it was worked out of besides: forgotten with it. */
export class WorkedOutOf<O extends object, T> {
  #most: number
  #known = new WeakMap<O, Remembered<T>>()

  constructor(most: number) {
    this.#most = most
  }

  of(origin: O, besides: unknown, work: () => T): T {
    const answers = this.#known.get(origin) ?? new Remembered<T>(this.#most)
    this.#known.set(origin, answers)
    const key = hash('sha256', JSON.stringify(besides), 'base64url')
    return answers.get(key) ?? answers.keep(key, work())
  }
}
