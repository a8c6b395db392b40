import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

const retriable = (reason: unknown) => reason instanceof ApiError && (reason.status === 0 || reason.status >= 502)

/**
 * The cache of everything that was read. Query keys begin with the entity's name, so that `forget` after a write
 * reaches its pages, options, records and histories.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (count, reason) => count < 1 && retriable(reason), refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

/** Marks all that was read of these entities as out of date; what is on screen is fetched again. */
export const forget = (...entities: readonly string[]): Promise<unknown> =>
  Promise.all(entities.map((entity) => queryClient.invalidateQueries({ queryKey: [entity] })))
