import type { whyNot } from './guard.ts'

/** A page that somebody asked for and may not open. */
export interface Refusal {
  /** The key of its title. */
  readonly title: string
  readonly why: ReturnType<typeof whyNot>
  /** The page that they were led to instead. */
  readonly at: string
}

let refused: Refusal | undefined
const listeners = new Set<() => void>()

/** The page that was refused last, until its reader goes on from where they were led instead (NAV-10). */
export const refusal = {
  get: (): Refusal | undefined => refused,
  set(next: Refusal | undefined): void {
    refused = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
