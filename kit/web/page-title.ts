import { useEffect, useSyncExternalStore } from 'react'

let title: string | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: string | null): void {
  title = next
  for (const listener of listeners) listener()
}

/** Names the page after what it shows (a policy, a register) in the header's crumb, as long as the component stands. */
export function usePageTitle(name: string | null | undefined): void {
  useEffect(() => {
    set(name ?? null)
    return () => set(null)
  }, [name])
}

/** The name that the page gave itself, for the header alone. */
export const useOwnPageTitle = (): string | null => useSyncExternalStore(subscribe, () => title)
