import type { SessionUser } from './session.ts'

/** `unknown` until the server has said where it is. */
export type Elsewhere = SessionUser | 'unknown' | null

let where: Elsewhere = null
const listeners = new Set<() => void>()

/** Where the browser's session has gone while this page stands for another organisation, person or mode; null while both agree. */
export const elsewhere = {
  get: (): Elsewhere => where,
  set(next: Elsewhere): void {
    if (where === next) return
    where = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
