import { QueryClient } from '@tanstack/react-query'
import { onWritten, type Written } from './client.ts'
import { refreshSession } from './refresh-session.ts'

/**
 * The cache of everything that was read. Query keys begin with the entity's name: the answer to a write names the entities that it touched, and so
 * reaches their pages, options, records and histories.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // What is worth trying again is tried again by the client itself.
    queries: { staleTime: 15_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false },
  },
})

/** What is read of many entities at once, under no name of any: out of date with every write. */
const ofAnyEntity = ['linked', 'assigned_objects'] as const

let renewing: Promise<unknown> = Promise.resolve()

const renew = async ({ entities, sentTo }: Written): Promise<void> => {
  if (entities === 'all') return queryClient.invalidateQueries()
  // A post that only asked fetches nothing again: it may be what a query on screen does.
  void queryClient.invalidateQueries({ queryKey: [sentTo], refetchType: 'none' })
  // Levels come with the session; where it cannot be asked for, they are as they were.
  if (entities.includes('scale')) await refreshSession().catch(() => undefined)
  await invalidate(...entities, ...ofAnyEntity)
}

const watching = new Set<(what: Written) => void>()

onWritten((what) => {
  renewing = renew(what)
  for (const watch of watching) watch(what)
})

/** Tells of every write of this page; answers what ends that. */
export function watchWrites(watch: (what: Written) => void): () => void {
  watching.add(watch)
  return () => watching.delete(watch)
}

/** Settles once what the last write has put out of date is fetched again, as far as it is on screen. */
export const renewed = (): Promise<unknown> => renewing

/** Marks all that was read under these names as out of date; what is on screen is fetched again. For what no write of this page has named. */
export const invalidate = (...names: readonly string[]): Promise<unknown> =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))

/** All that was read is out of date, but for what says so: what a file brought in is in more lists than its own. */
export const renewAllBut = (name: string): Promise<unknown> => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== name })
