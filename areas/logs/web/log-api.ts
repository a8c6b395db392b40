import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { listLog, LogChain, offerLogKinds, offerLogPeople, readLogChain, readLogEntry } from '#areas/logs/contract/calls.ts'
import type { AnswerOf, QueryOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'

export type Filters = Omit<QueryOf<typeof listLog>, 'before'>

/** Under which name everything of the log is read. */
export const logKey = 'log'
export const chainKey = [logKey, 'chain']

export const useLog = (filters: Filters, before: number | undefined): UseQueryResult<AnswerOf<typeof listLog>> =>
  useQuery({
    queryKey: [logKey, 'list', filters, before ?? 0],
    queryFn: ({ signal }) => api.call<typeof listLog>('GET /log', { query: { ...filters, ...(before !== undefined && { before }) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How many there are of the same, of which the first page alone tells. */
export const useFound = (filters: Filters, first: AnswerOf<typeof listLog> | undefined) =>
  useQuery({
    queryKey: [logKey, 'list', filters, 0],
    queryFn: ({ signal }) => api.call<typeof listLog>('GET /log', { query: filters, signal }),
    select: ({ found }) => found,
    enabled: first?.found === null && Object.keys(filters).length > 0,
  }).data ?? first?.found

export const useChain = (): UseQueryResult<LogChain> =>
  useQuery({
    queryKey: chainKey,
    queryFn: async ({ signal }) => (await api.call<typeof readLogChain>('GET /log/chain', { signal })).object,
    staleTime: 0,
  })

export const useEntry = (seq: number) =>
  useQuery({
    queryKey: [logKey, 'entry', seq],
    queryFn: async ({ signal }) => (await api.call<typeof readLogEntry>('GET /log/{id}', { params: { id: seq }, signal })).object,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useKinds = () =>
  useQuery({
    queryKey: [logKey, 'kinds'],
    queryFn: async ({ signal }) => (await api.call<typeof offerLogKinds>('GET /log/kinds', { signal })).objects,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const usePeople = (search: string) =>
  useQuery({
    queryKey: [logKey, 'people', search],
    queryFn: async ({ signal }) => (await api.call<typeof offerLogPeople>('GET /log/people', { query: { search }, signal })).objects,
    placeholderData: keepPreviousData,
  })
