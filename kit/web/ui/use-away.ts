import { useSyncExternalStore } from 'react'
import { connection } from '#kit/web/api/connection.ts'
import { useWords } from '#kit/web/i18n/words.ts'

/** Why what needs the server is off for now; undefined while it can be reached, and for what does not need it. */
export function useAway(needed = true): string | undefined {
  const words = useWords('kit')
  return useSyncExternalStore(connection.subscribe, connection.get) && needed ? words('connection.needed') : undefined
}
