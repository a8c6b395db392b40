import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api } from './client.ts'

/** A row as it was read: its version says against what a write is checked. */
export interface Versioned {
  readonly version: number
}

const isVersioned = (value: unknown): value is Versioned =>
  typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number'

type Changes = Readonly<Record<string, unknown>>

interface Line {
  /** Settles once all writes of the record asked for so far are through. */
  last: Promise<unknown>
  /** Versions that this page's own writes have led on from: whoever still holds one of them has seen nothing of somebody else's. */
  readonly left: Set<number>
  latest: Versioned | undefined
}

const lines = new Map<string, Line>()

/**
 * Sends a write of one record once those asked for before are through. `send` is given the row as this page's last write left it, when the one
 * given is older only by that, else the given one: what somebody else wrote meanwhile is still refused as stale.
 */
export function inLine<R extends Versioned, A extends { readonly object?: unknown }>(record: string, row: R, send: (latest: R) => Promise<A>): Promise<A> {
  const line = lines.get(record) ?? { last: Promise.resolve(), left: new Set<number>(), latest: undefined }
  lines.set(record, line)
  const write = async () => {
    const from = line.latest && line.left.has(row.version) ? { ...row, ...line.latest } : row
    const answer = await send(from)
    const next = answer.object
    if (isVersioned(next) && next.version !== from.version) {
      line.left.add(from.version)
      line.latest = next
    }
    return answer
  }
  const done = line.last.then(write, write)
  line.last = done.catch(() => undefined)
  return done
}

/** `PUT`s changes of a row; a function makes them of the row as it is by then, so that nothing which this page has written meanwhile is taken back. */
export function saveRow<R extends Versioned>(path: string, row: Versioned & Partial<R>, changes: Changes | ((latest: R) => Changes)): Promise<ObjectAnswer<R>> {
  return inLine(path, row, (latest) =>
    api.put<ObjectAnswer<R>>(path, { ...(typeof changes === 'function' ? changes(latest as unknown as R) : changes), version: latest.version }),
  )
}
