import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { listHolders, listPoints, listWeek, simulateDeparture } from '#areas/people/contract/holder-calls.ts'
import { api } from '#kit/web/api/client.ts'

/** All that is kept of who holds what: a hand-over anywhere makes it ask again. */
const key = 'holder'

export const useHolders = (search: string, page: number) =>
  useQuery({
    queryKey: [key, search, page],
    queryFn: ({ signal }) => api.call<typeof listHolders>('GET /holder', { query: { search, page }, signal }),
    placeholderData: keepPreviousData,
  })

interface PointsAsked {
  readonly entity?: string
  readonly holder?: number
  readonly page: number
}

export const usePoints = (asked: PointsAsked) =>
  useQuery({
    queryKey: [key, 'alone', asked],
    queryFn: ({ signal }) => api.call<typeof listPoints>('GET /holder/alone', { query: asked, signal }),
    placeholderData: keepPreviousData,
  })

export const useWeek = (id: number, week: number) =>
  useQuery({
    queryKey: [key, 'week', id, week],
    queryFn: ({ signal }) => api.call<typeof listWeek>('GET /holder/{id}/week', { params: { id }, query: { week }, signal }),
  })

export const useDeparture = (id: number) =>
  useQuery({
    queryKey: [key, 'departure', id],
    queryFn: async ({ signal }) => (await api.call<typeof simulateDeparture>('GET /member/{id}/departure', { params: { id }, signal })).object,
  })
