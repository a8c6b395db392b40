/** Milliseconds after which a token that nobody came with any more is forgotten, at the earliest. */
const memory = 1_800_000

/**
 * Which tokens this server has lately found a session for, by their hashes. Holds as many as there are sessions, however many tokens are made up; a server that
 * has just started knows none.
 */
export class KnownTokens {
  #recent = new Set<string>()
  #former = new Set<string>()
  #turned = 0

  has(hash: Buffer): boolean {
    const key = hash.toString('base64')
    return this.#recent.has(key) || this.#former.has(key)
  }

  /** Notes what a look in the database has shown. */
  note(hash: Buffer, found: boolean, now: Date): void {
    if (now.getTime() - this.#turned > memory) {
      this.#former = this.#recent
      this.#recent = new Set()
      this.#turned = now.getTime()
    }
    const key = hash.toString('base64')
    if (found) this.#recent.add(key)
    else {
      this.#recent.delete(key)
      this.#former.delete(key)
    }
  }
}
