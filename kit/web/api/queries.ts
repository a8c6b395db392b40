import { QueryClient } from '@tanstack/react-query'
import { onWritten } from './client.ts'
import { refreshSession } from './refresh-session.ts'

/**
 * The cache of everything that was read. Query keys begin with the entity's name, so that `invalidate` after a write
 * reaches its pages, options, records and histories.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // What is worth trying again is tried again by the client itself.
    queries: { staleTime: 15_000, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false },
  },
})

// What is on screen is fetched again by whoever wrote, with all else that their write changes; the rest when it is looked at.
onWritten((entity) => {
  void queryClient.invalidateQueries({ queryKey: [entity], refetchType: 'none' })
  // Levels come with the session; where it cannot be asked for, they are as they were.
  if (entity === 'scale') refreshSession().catch(() => undefined)
})

/** Marks all that was read of these entities as out of date; what is on screen is fetched again. */
export const invalidate = (...entities: readonly string[]): Promise<unknown> =>
  Promise.all(entities.map((entity) => queryClient.invalidateQueries({ queryKey: [entity] })))
