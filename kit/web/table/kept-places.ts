import { useEffect, useRef } from 'react'
import { watchWrites } from '#kit/web/api/queries.ts'
import type { TableRow } from './columns.ts'

/**
 * Rows in the places in which somebody saw them: what was changed neither jumps to where it would be sorted now, nor leaves from under the pointer because it
 * no longer matches, as long as it is in `left`. Rows that came since stand where they belong.
 */
export function inPlaces<T extends TableRow>(seen: readonly T[], fresh: readonly T[], left: ReadonlyMap<T['id'], T>): readonly T[] {
  const now = new Map(fresh.map((row) => [row.id, row]))
  const shown = seen.flatMap((row) => now.get(row.id) ?? left.get(row.id) ?? [])
  const known = new Set(seen.map(({ id }) => id))
  for (const [at, row] of fresh.entries()) {
    if (known.has(row.id)) continue
    const before = fresh[at - 1]
    shown.splice(before ? shown.findIndex(({ id }) => id === before.id) + 1 : 0, 0, row)
  }
  return shown
}

interface Seen<T> {
  /** What was seen before this page's own writes changed it; undefined while nothing has. */
  readonly before: readonly T[] | undefined
  /** Told what is drawn; nothing while that is the answer to another question. */
  readonly drawn: (rows: readonly T[] | undefined) => void
}

/** What was seen of a list since its question was asked. */
export function useSeen<T extends TableRow>(question: string): Seen<T> {
  const seen = useRef<{ readonly question: string; readonly rows: readonly T[]; written: boolean }>(undefined)
  useEffect(
    () =>
      watchWrites(({ entities }) => {
        if (seen.current && (entities === 'all' || entities.length > 0)) seen.current.written = true
      }),
    [],
  )
  const before = seen.current?.question === question && seen.current.written ? seen.current.rows : undefined
  const drawn = (rows: readonly T[] | undefined) => {
    if (rows) seen.current = { question, rows, written: seen.current?.question === question && seen.current.written }
  }
  return { before, drawn }
}
