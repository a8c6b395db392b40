import { useQuery } from '@tanstack/react-query'
import type { readContacts, readLinkedWork, readDeclaration, readTimeline } from '#areas/incidents/contract/incident-calls.ts'
import { asOfCall } from '#kit/web/resource/list-api.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { api } from '#kit/web/api/client.ts'

const minute = 60_000

/** The timeline of an incident with its clocks, as the page shows the incident; looked at again every minute, for others work on it too. */
export function useTimeline(id: number) {
  const asOf = useAsOf()
  return useQuery({
    queryKey: ['incident', 'timeline', id, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) => api.call<typeof readTimeline>('GET /incident/{id}/timeline', { params: { id }, signal, ...asOfCall(asOf) }),
    ...(!asOf && { refetchInterval: minute }),
  })
}

/** How the actions and measures of an incident stand. */
export function useAround(id: number) {
  const asOf = useAsOf()
  return useQuery({
    queryKey: ['incident', 'around', id, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) => api.call<typeof readLinkedWork>('GET /incident/{id}/linked_work', { params: { id }, signal, ...asOfCall(asOf) }),
    select: (answer) => answer.object,
    staleTime: 0,
  })
}

/** Whom to call about an incident, as things are now: nobody calls into the past. */
export function useContacts(id: number) {
  const asOf = useAsOf()
  return useQuery({
    queryKey: ['contact', 'incident', id],
    queryFn: ({ signal }) => api.call<typeof readContacts>('GET /incident/{id}/contacts', { params: { id }, signal }),
    select: (answer) => answer.objects,
    enabled: !asOf,
  })
}

/** What the organisation sets about incidents. */
export const useIncidentFrame = () =>
  useQuery({
    queryKey: ['incident', 'declaration'],
    queryFn: ({ signal }) => api.call<typeof readDeclaration>('GET /incident/declaration', { signal }),
    select: (answer) => answer.object,
    staleTime: 10 * minute,
  })
