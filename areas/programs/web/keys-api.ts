import { useQuery } from '@tanstack/react-query'
import type { BodyOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import type { changeKey, listKeyRequests, makeKey, readKeyChoices, revokeKey, rotateKey, takeKeyOver } from '#areas/programs/contract/calls.ts'

/** What a key may be given here, and what the types are called. */
export const useKeyChoices = () =>
  useQuery({
    queryKey: ['api_key', 'choices'],
    queryFn: ({ signal }) => api.call<typeof readKeyChoices>('GET /api_key/choices', { signal }),
    select: ({ object }) => object,
    staleTime: 5 * 60_000,
  })

export const useKeyRequests = (id: number) =>
  useQuery({
    queryKey: ['api_key', 'requests', id],
    queryFn: ({ signal }) => requestsOf(id, 90, signal),
    select: ({ objects }) => objects,
  })

export const requestsOf = (id: number, days: number, signal?: AbortSignal) =>
  api.call<typeof listKeyRequests>('GET /api_key/{id}/requests', { params: { id }, query: { days }, ...(signal && { signal }) })

export const makeOne = (body: BodyOf<typeof makeKey>) => api.call<typeof makeKey>('POST /api_key', { body, once: false })
export const rotateOne = (id: number, hours: number) =>
  api.call<typeof rotateKey>('POST /api_key/{id}/rotate', { params: { id }, body: { overlap_hours: hours }, once: false })
export const revokeOne = (id: number) => api.call<typeof revokeKey>('POST /api_key/{id}/revoke', { params: { id }, body: {} })
export const takeOneOver = (id: number) => api.call<typeof takeKeyOver>('POST /api_key/{id}/take_over', { params: { id }, body: {} })
export const changeOne = (id: number, body: BodyOf<typeof changeKey>) => api.call<typeof changeKey>('POST /api_key/{id}/change', { params: { id }, body })
