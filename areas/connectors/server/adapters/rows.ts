import { type z } from 'zod'
import type { Brought, Reach } from './adapter.ts'
import { say } from './lines.ts'

/** Rows as they must be. What is not is counted, told at the end, and keeps the rest from being taken for all that there is. */
export class Rows<S extends z.ZodType> {
  readonly #shape: S
  #unread = 0

  constructor(shape: S) {
    this.#shape = shape
  }

  take(value: unknown): z.output<S> | undefined {
    const read = this.#shape.safeParse(value)
    if (read.success) return read.data
    this.#unread += 1
    return undefined
  }

  /** That all of `foundBy` was told, unless something was not understood, which is said. */
  whole(foundBy: string, reach: Reach): Brought[] {
    if (this.#unread === 0) return [{ is: 'whole', foundBy }]
    this.tell(reach)
    return []
  }

  tell(reach: Reach): void {
    if (this.#unread > 0) say(reach, 'warning', 'not_readable', { count: this.#unread })
  }
}
