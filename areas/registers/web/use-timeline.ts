import { useQuery } from '@tanstack/react-query'
import type { readDeclaration, readTimeline } from '#areas/registers/contract/incident-calls.ts'
import { api } from '#kit/web/api/client.ts'

const minute = 60_000

/** The timeline of an incident with its clocks; looked at again every minute, for others work on it too. */
export const useTimeline = (id: number) =>
  useQuery({
    queryKey: ['incident', 'timeline', id],
    queryFn: ({ signal }) => api.call<typeof readTimeline>('GET /incident/{id}/timeline', { params: { id }, signal }),
    refetchInterval: minute,
  })

/** What the organisation sets about incidents. */
export const useIncidentFrame = () =>
  useQuery({
    queryKey: ['incident', 'declaration'],
    queryFn: ({ signal }) => api.call<typeof readDeclaration>('GET /incident/declaration', { signal }),
    select: (answer) => answer.object,
    staleTime: 10 * minute,
  })
