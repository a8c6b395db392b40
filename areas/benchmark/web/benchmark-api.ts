import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { readBenchmark } from '#areas/benchmark/contract/calls.ts'
import type { Level } from '#areas/benchmark/contract/levels.ts'
import { api } from '#kit/web/api/client.ts'

/** Where the reader's part of the organisation stands, in a group or the next wider one. */
export const useBenchmark = (level: Level) =>
  useQuery({
    queryKey: ['benchmark', { level }],
    queryFn: ({ signal }) => api.call<typeof readBenchmark>('GET /benchmark', { query: { level }, signal }),
    select: (answer) => answer.object,
    placeholderData: keepPreviousData,
  })
