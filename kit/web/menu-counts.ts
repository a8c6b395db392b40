import { useSyncExternalStore } from 'react'

let counts: Readonly<Record<string, number>> = {}
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the number beside the menu entries whose route names this badge; 0 shows none. */
export function setMenuCount(badge: string, count: number): void {
  if (counts[badge] === count) return
  counts = { ...counts, [badge]: count }
  for (const listener of listeners) listener()
}

/** The numbers beside menu entries, by the name of their badge. */
export const useMenuCounts = (): Readonly<Record<string, number>> => useSyncExternalStore(subscribe, () => counts)
