import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BodyOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import type {
  GivenRoles,
  listEntries,
  listScimGroups,
  makeConnection,
  pauseConnection,
  revokeConnection,
  rotateConnection,
  saveMappings,
  takeConnectionOver,
  tryMappings,
} from '#areas/scim/contract/calls.ts'

export const useScimGroups = (id: number) =>
  useQuery({
    queryKey: ['scim_connection', 'groups', id],
    queryFn: ({ signal }) => api.call<typeof listScimGroups>('GET /scim_connection/{id}/groups', { params: { id }, signal }),
    select: ({ objects }) => objects,
  })

/** What came, the last first, as far back as somebody asks for. */
export const useEntries = (id: number, refusedOnly: boolean) =>
  useInfiniteQuery({
    queryKey: ['scim_connection', 'entries', id, refusedOnly],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      api.call<typeof listEntries>('GET /scim_connection/{id}/entries', {
        params: { id },
        query: { ...(refusedOnly && { state: 'REFUSED' as const }), ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ objects, more }) => (more ? objects.at(-1)?.id : undefined),
  })

export const makeOne = (body: BodyOf<typeof makeConnection>) => api.call<typeof makeConnection>('POST /scim_connection', { body, once: false })
export const rotateOne = (id: number, hours: number) =>
  api.call<typeof rotateConnection>('POST /scim_connection/{id}/rotate', { params: { id }, body: { overlap_hours: hours }, once: false })
export const revokeOne = (id: number) => api.call<typeof revokeConnection>('POST /scim_connection/{id}/revoke', { params: { id }, body: {} })
export const takeOneOver = (id: number) => api.call<typeof takeConnectionOver>('POST /scim_connection/{id}/take_over', { params: { id }, body: {} })
export const pauseOne = (id: number, paused: boolean) =>
  api.call<typeof pauseConnection>('POST /scim_connection/{id}/pause', { params: { id }, body: { paused } })
export const tryOne = (id: number, body: GivenRoles) => api.call<typeof tryMappings>('POST /scim_connection/{id}/try', { params: { id }, body })
export const saveOne = (id: number, body: BodyOf<typeof saveMappings>) =>
  api.call<typeof saveMappings>('PUT /scim_connection/{id}/mappings', { params: { id }, body })
