import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { listHolders, listPoints, listWeek, readDepartureEffect, simulateDeparture } from '#areas/people/contract/holder-calls.ts'
import { api } from '#kit/web/api/client.ts'

/** Beside the lists of one person's objects: read of many entities at once, it is out of date with every write. */
const key = ['assigned_objects', 'holders'] as const

export const useHolders = (search: string, page: number) =>
  useQuery({
    queryKey: [...key, search, page],
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
    queryKey: [...key, 'alone', asked],
    queryFn: ({ signal }) => api.call<typeof listPoints>('GET /holder/alone', { query: asked, signal }),
    placeholderData: keepPreviousData,
  })

export const useWeek = (id: number, week: number) =>
  useQuery({
    queryKey: [...key, 'week', id, week],
    queryFn: ({ signal }) => api.call<typeof listWeek>('GET /holder/{id}/week', { params: { id }, query: { week }, signal }),
  })

export const useDeparture = (id: number) =>
  useQuery({
    queryKey: [...key, 'departure', id],
    queryFn: async ({ signal }) => (await api.call<typeof simulateDeparture>('GET /member/{id}/departure', { params: { id }, signal })).object,
  })

/** What the score becomes without somebody, and if nobody takes some of their objects. */
export const useDepartureEffect = (id: number, left: readonly { readonly entity: string; readonly id: number }[]) =>
  useQuery({
    queryKey: [...key, 'effect', id, left],
    queryFn: async ({ signal }) =>
      (await api.call<typeof readDepartureEffect>('POST /member/{id}/departure/preview', { params: { id }, body: { left: [...left] }, signal })).object,
    placeholderData: keepPreviousData,
  })
