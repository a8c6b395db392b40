import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { approvalOf } from '#areas/risks/contract/calls.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { ListAnswer, PageAnswer } from '#kit/contract/envelope.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import type { Filter, Sort } from '#kit/contract/list-query.ts'
import { only } from '#kit/contract/figure.ts'
import { api } from '#kit/web/api/client.ts'
import { narrowed } from '#kit/web/figure-link.ts'
import { recordQueryOf } from '#kit/web/resource/list-api.ts'
import type { Risk } from './risk-api.ts'

/** Milliseconds between two looks at what is being decided about: what changes while it is read locks the decision. */
const live = 5000

export const queues = ['mine', 'all', 'decided'] as const
export type Queue = (typeof queues)[number]

const asked: Readonly<Record<Queue, { readonly filters: readonly Filter[]; readonly sort: Sort }>> = {
  mine: { filters: [only('status', 'TO_BE_APPROVED'), only('decide_right', true)], sort: { name: 'current_level', order: 'desc' } },
  all: { filters: [only('status', 'TO_BE_APPROVED')], sort: { name: 'current_level', order: 'desc' } },
  decided: { filters: [only('status', 'APPROVED', 'REJECTED')], sort: { name: 'decided_on', order: 'desc' } },
}

/** Risks that wait, for the reader or for anybody, or that were decided about: of those that the list shows, whatever it says of decisions. */
export const useQueue = (queue: Queue, filters: readonly Filter[], search: string, params: Readonly<Record<string, unknown>>) =>
  useQuery({
    queryKey: ['risk', 'page', 'queue', queue, filters, search],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<Risk>>(
        '/risk/page',
        {
          queryParams: {
            filters: narrowed(filters, asked[queue].filters),
            global_search: search,
            per_page: 100,
            sort: [asked[queue].sort, { name: 'identifier', order: 'asc' }],
          },
          page: 1,
        },
        { signal, query: params as never },
      ),
    refetchInterval: live * 6,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The risk itself, looked at again as long as it is read. */
export const useLiveRisk = (id: number | undefined) =>
  useQuery({ ...recordQueryOf<Risk>(risk.name, id), enabled: id !== undefined, select: ({ object }) => object, refetchInterval: live, staleTime: 0 })

export const useGround = (id: number) =>
  useQuery({
    queryKey: ['risk', id, 'approval'],
    queryFn: ({ signal }) => api.call<typeof approvalOf>('GET /risk/{id}/approval', { params: { id }, signal }),
    select: ({ object }: AnswerOf<typeof approvalOf>) => object,
    refetchInterval: live,
    staleTime: 0,
  })

export const useRiskHistory = ({ id, version }: Pick<Risk, 'id' | 'version'>) =>
  useQuery({
    queryKey: ['risk', 'history', id, version],
    queryFn: ({ signal }) => api.get<ListAnswer<HistoryEntry>>(`/risk/${id}/history`, { signal }),
    select: ({ objects }) => objects,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export interface Spoken {
  readonly id: number
  readonly text: string
  readonly author: { readonly id: number; readonly name: string } | null
  readonly created_at: string
}

export const useSpoken = (id: number) =>
  useQuery({
    queryKey: ['comment', 'risk', id, 'approval'],
    queryFn: ({ signal }) => api.get<ListAnswer<Spoken>>(`/risk/${id}/comments`, { signal }),
    select: ({ objects }) => objects,
    staleTime: 0,
  })
