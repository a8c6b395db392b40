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
  /** From each version that this page has written over to what it became. */
  readonly steps: Map<number, number>
}

const lines = new Map<string, Line>()

function lineOf(record: string): Line {
  const line = lines.get(record) ?? { last: Promise.resolve(), left: new Set<number>(), latest: undefined, steps: new Map<number, number>() }
  lines.set(record, line)
  return line
}

/**
 * Sends a write of one record once those asked for before are through. `send` is given the row as this page's last write left it, when the one
 * given is older only by that, else the given one: what somebody else wrote meanwhile is still refused as stale.
 */
export function inLine<R extends Versioned, A extends { readonly object?: unknown }>(record: string, row: R, send: (latest: R) => Promise<A>): Promise<A> {
  const line = lineOf(record)
  const write = async () => {
    const from = line.latest && line.left.has(row.version) ? { ...row, ...line.latest } : row
    const answer = await send(from)
    const next = answer.object
    if (isVersioned(next) && next.version !== from.version) {
      line.left.add(from.version)
      line.latest = next
      if (next.version > from.version) line.steps.set(from.version, next.version)
    }
    return answer
  }
  const done = line.last.then(write, write)
  line.last = done.catch(() => undefined)
  return done
}

/**
 * The version against which a row is written together with others: the one that this page's own writes of it, alone or with others, have led on to, once
 * those under way are through. What somebody else wrote meanwhile is still refused as stale.
 */
export async function versionNow(record: string, { version }: Versioned): Promise<number> {
  const line = lines.get(record)
  await line?.last
  let now = version
  for (let next = line?.steps.get(now); next !== undefined; next = line?.steps.get(now)) now = next
  return now
}

/** A write of several rows led on from one version of a record to a later one. Its values are not known here, so that who writes it alone has to have read them. */
export function ledOn(record: string, from: number, to: number): void {
  if (to > from) lineOf(record).steps.set(from, to)
}

/** `PUT`s changes of a row; a function makes them of the row as it is by then, so that nothing which this page has written meanwhile is taken back. */
export function saveRow<R extends Versioned>(path: string, row: Versioned & Partial<R>, changes: Changes | ((latest: R) => Changes)): Promise<ObjectAnswer<R>> {
  return inLine(path, row, (latest) =>
    api.put<ObjectAnswer<R>>(path, { ...(typeof changes === 'function' ? changes(latest as unknown as R) : changes), version: latest.version }),
  )
}
