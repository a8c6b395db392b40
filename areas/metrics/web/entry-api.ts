import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { enterValues, GivenValue, listEntry, proveValue, readFormer, readGraph, readGrid, readProofs } from '#areas/metrics/contract/calls.ts'
import type { Periodicity } from '#areas/metrics/contract/period.ts'
import type { ListState } from '#kit/web/table/list-state.ts'
import { api } from '#kit/web/api/client.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'

/** What there is to fill in among the metrics of a list. */
export function useWorkload(state: ListState) {
  const body = pageQuery({ ...state, page: 1 })
  return useQuery({
    queryKey: ['metric', 'workload', body.queryParams.filters, body.queryParams.global_search],
    queryFn: ({ signal }) => api.call<typeof listEntry>('POST /metric/workload', { body, signal }),
    select: ({ objects }) => objects,
    placeholderData: keepPreviousData,
  })
}

export const useGridData = (id: number, from: string, to: string) =>
  useQuery({
    queryKey: ['metric', 'grid', id, from, to],
    queryFn: ({ signal }) => api.call<typeof readGrid>('GET /metric/{id}/grid', { params: { id }, query: { from, to }, signal }),
    select: ({ object }) => object,
  })

/** The values that a grid shows, as Excel. */
export const downloadValues = (id: number, from: string, to: string) => api.download(`/metric/${id}/values`, { query: { from, to } })

export const sendValues = (id: number, values: readonly GivenValue[]) =>
  api.call<typeof enterValues>('POST /metric/{id}/value', { params: { id }, body: { values: [...values] } })

export const useFormer = (id: number, perimeter_id: number, period: string) =>
  useQuery({
    queryKey: ['metric', 'former', id, perimeter_id, period],
    queryFn: ({ signal }) => api.call<typeof readFormer>('GET /metric/{id}/value', { params: { id }, query: { perimeter_id, period }, signal }),
    select: ({ objects }) => objects,
  })

export const useProofs = (id: number, perimeter_id: number, period: string) =>
  useQuery({
    queryKey: ['metric', 'proofs', id, perimeter_id, period],
    queryFn: ({ signal }) => api.call<typeof readProofs>('GET /metric/{id}/proof', { params: { id }, query: { perimeter_id, period }, signal }),
  })

export const readProofsNow = (id: number, perimeter_id: number, period: string) =>
  api.call<typeof readProofs>('GET /metric/{id}/proof', { params: { id }, query: { perimeter_id, period } })

export const sendProofs = (id: number, perimeter_id: number, period: string, evidences: readonly number[]) =>
  api.call<typeof proveValue>('PUT /metric/{id}/proof', { params: { id }, body: { perimeter_id, period, evidences: [...evidences] } })

export interface GraphAsked {
  readonly perimeter_id?: number | undefined
  readonly from: string
  readonly to: string
  readonly periodicity?: Periodicity | undefined
}

export const useGraph = (id: number, query: GraphAsked) =>
  useQuery({
    queryKey: ['metric', 'graph', id, query],
    queryFn: ({ signal }) => api.call<typeof readGraph>('GET /metric/{id}/graph', { params: { id }, query: { ...query }, signal }),
    select: ({ object }) => object,
    placeholderData: keepPreviousData,
  })
