import { useMemo, useRef, useState } from 'react'

type Id = number | string

interface Moves<T, V> {
  /** Where what is on its way is shown. */
  readonly moved: ReadonlyMap<Id, V>
  /** Shows it there without sending anything yet. */
  readonly show: (id: Id, to: V) => void
  /** Shows it there and sends it once former moves of the same row are through; false when it was refused and goes back. */
  readonly move: (row: T, to: V) => Promise<boolean>
}

/**
 * Rows that are dragged about: shown at their place at once, sent one move after the other for each row. `send` is given the row as `now` knows
 * it by then, with all that former moves did to it, and says itself why it refuses.
 */
export function useMoves<T extends { readonly id: Id }, V>(now: (id: Id) => T | undefined, send: (row: T, to: V) => unknown): Moves<T, V> {
  const [moved, setMoved] = useState<ReadonlyMap<Id, { readonly to: V }>>(new Map())
  const latest = useRef({ now, send })
  latest.current = { now, send }
  const lines = useRef(new Map<Id, Promise<unknown>>())

  const show = (id: Id, to: V) => {
    const place = { to }
    setMoved((before) => new Map(before).set(id, place))
    return place
  }
  const move = async (row: T, to: V) => {
    const place = show(row.id, to)
    const sent = (lines.current.get(row.id) ?? Promise.resolve()).then(() => latest.current.send(latest.current.now(row.id) ?? row, to))
    const through = sent.then(
      () => true,
      () => false,
    )
    lines.current.set(row.id, through)
    const went = await through
    // Moved again meanwhile, it stays where it was moved to last.
    setMoved((before) => (before.get(row.id) === place ? new Map([...before].filter(([id]) => id !== row.id)) : before))
    return went
  }
  const shown = useMemo(() => new Map([...moved].map(([id, { to }]) => [id, to])), [moved])
  return { moved: shown, show, move }
}
