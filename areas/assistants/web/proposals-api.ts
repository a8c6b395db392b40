import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BodyOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import type { ListState, decideProposal, listProposals, readProposal, readProposalEffect, undoProposal } from '#areas/assistants/contract/proposals.ts'

interface Asked {
  readonly state: ListState
  readonly search: string
}

export const useProposals = ({ state, search }: Asked) =>
  useInfiniteQuery({
    queryKey: ['proposal', 'list', state, search],
    queryFn: ({ signal, pageParam }) =>
      api.call<typeof listProposals>('GET /proposal', { query: { state, search, ...(pageParam !== 0 && { before: pageParam }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ objects, more }) => (more ? objects.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  })

export const useProposal = (id: number) =>
  useQuery({
    queryKey: ['proposal', id],
    queryFn: ({ signal }) => api.call<typeof readProposal>('GET /proposal/{id}', { params: { id }, signal }),
    select: ({ object }) => object,
  })

export const useEffectOf = (id: number, waits: boolean) =>
  useQuery({
    queryKey: ['proposal', id, 'effect'],
    queryFn: ({ signal }) => api.call<typeof readProposalEffect>('GET /proposal/{id}/effect', { params: { id }, signal }),
    select: ({ object }) => object,
    enabled: waits,
    staleTime: 0,
  })

export const decide = (id: number, body: BodyOf<typeof decideProposal>) =>
  api.call<typeof decideProposal>('POST /proposal/{id}/decide', { params: { id }, body })
export const undo = (id: number, changes: readonly number[]) =>
  api.call<typeof undoProposal>('POST /proposal/{id}/undo', { params: { id }, body: { changes: [...changes] } })
