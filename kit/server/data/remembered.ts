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
