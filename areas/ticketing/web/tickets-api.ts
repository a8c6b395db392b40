import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyOf } from '#kit/contract/call.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { toast } from '#kit/web/ui/toast.ts'
import type { runConnector } from '#areas/connectors/contract/calls.ts'
import type {
  changeJoin,
  decideTicket,
  joinPlan,
  leavePlan,
  leaveTicket,
  makeTicket,
  readJoin,
  readJoins,
  readPlaces,
  readTicket,
  renewTicket,
  sendOlder,
} from '#areas/ticketing/contract/calls.ts'
import type { Kind } from '#areas/ticketing/contract/tables.ts'

/** How often what is under way is looked at again, in milliseconds. */
const lookAgain = 4_000

export const useJoins = (connector: number) =>
  useQuery({
    queryKey: ['customer_connector', connector, 'tickets'],
    queryFn: ({ signal }) => api.call<typeof readJoins>('GET /customer_connector/{id}/tickets', { params: { id: connector }, signal }),
  })

/** `most`: how many of each thing that waits for somebody. */
export const useJoin = (id: number, most: number) =>
  useQuery({
    queryKey: ['customer_connector', 'join', id, most],
    queryFn: ({ signal }) => api.call<typeof readJoin>('GET /ticket_join/{id}', { params: { id }, query: { most }, signal }),
    select: ({ object }) => object,
    placeholderData: (before) => (before?.object.id === id ? before : undefined),
  })

export const usePlaces = (connector: number, project: string | null, enabled = true) =>
  useQuery({
    queryKey: ['customer_connector', connector, 'places', project],
    queryFn: ({ signal }) =>
      api.call<typeof readPlaces>('GET /customer_connector/{id}/tickets/places', {
        params: { id: connector },
        query: project === null ? {} : { project },
        signal,
      }),
    select: ({ object }) => object,
    staleTime: 300_000,
    enabled,
  })

export const useTicket = (kind: Kind, id: number) =>
  useQuery({
    queryKey: [kind, 'ticket', id],
    queryFn: ({ signal }) => api.call<typeof readTicket>('GET /ticket', { query: { kind, id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.object?.state === 'WANTED' && data.object.problem === null ? lookAgain : false),
  })

/** Says what came of a write, and has all that shows tickets asked for again. */
export async function said(write: Promise<{ readonly message?: string }>): Promise<boolean> {
  try {
    const { message = '' } = await write
    if (message) toast.success(message)
    await invalidate('customer_connector', 'remediation', 'occurrence')
    return true
  } catch (reason) {
    toast.error(failureText(reason))
    return false
  }
}

/** One write at a time, however often its button is pressed: which one is under way, and what begins one. */
export function useWrites<K extends string>() {
  const [busy, setBusy] = useState<K | null>(null)
  const write = async (name: K, begin: () => Promise<{ readonly message?: string }>) => {
    if (busy !== null) return
    setBusy(name)
    await said(begin())
    setBusy(null)
  }
  return { busy, write }
}

export const lookNow = (connector: number) => api.call<typeof runConnector>('POST /customer_connector/{id}/run', { params: { id: connector }, body: {} })
export const joinOne = (connector: number, body: BodyOf<typeof joinPlan>) =>
  api.call<typeof joinPlan>('POST /customer_connector/{id}/tickets', { params: { id: connector }, body })
export const changeOne = (id: number, body: BodyOf<typeof changeJoin>) => api.call<typeof changeJoin>('PUT /ticket_join/{id}', { params: { id }, body })
export const leaveOne = (id: number) => api.call<typeof leavePlan>('DELETE /ticket_join/{id}', { params: { id } })
export const sendAlong = (id: number) => api.call<typeof sendOlder>('POST /ticket_join/{id}/send', { params: { id }, body: {} })
export const decide = (id: number, fields: BodyOf<typeof decideTicket>['fields']) =>
  api.call<typeof decideTicket>('POST /ticket/{id}/decide', { params: { id }, body: { fields } })
export const renewOne = (id: number) => api.call<typeof renewTicket>('POST /ticket/{id}/renew', { params: { id }, body: {} })
export const leaveWithout = (id: number) => api.call<typeof leaveTicket>('POST /ticket/{id}/leave', { params: { id }, body: {} })
export const makeOne = (body: BodyOf<typeof makeTicket>) => api.call<typeof makeTicket>('POST /ticket', { body })
