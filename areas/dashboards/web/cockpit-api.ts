import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Attention, ListLink, readActionMonths, readAttention } from '#areas/dashboards/contract/calls.ts'
import type { listNextSteps } from '#areas/dashboards/contract/next-steps.ts'
import type { readBudget, readLate } from '#areas/dashboards/contract/work.ts'
import { api, ApiError } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { rowsAt, rowsOf } from '#kit/web/figure-link.ts'
import { type Address, path } from '#kit/web/route.ts'

/** What the cockpit is kept to: a perimeter and what lies below it, and a day gone by; all and now without. */
export interface Place {
  readonly perimeter: number | undefined
  readonly on: string | undefined
}

// What the cockpit counts moves with every write elsewhere: it is read again whenever the page is opened.
const fresh = { staleTime: 0, placeholderData: keepPreviousData } as const

export const useActionMonths = (place: Place) =>
  useQuery({
    queryKey: ['remediation', 'cockpit', place],
    queryFn: ({ signal }) => api.call<typeof readActionMonths>('GET /dashboard/actions', { query: { ...place }, signal }),
    ...fresh,
  })

/** An organisation that has given up recurring tasks keeps their answers, and no page of them. */
export const isServed = ({ link }: Pick<Attention, 'link'>, features: readonly string[]): boolean =>
  link?.entity !== 'occurrence' || features.includes('RUNTASKS')

/** Besides who asks for it on the same page, and not again once that is answered. */
export const besides = { refetchOnMount: false } as const

export function useAttention(place: Place, also: Partial<typeof besides> = {}) {
  const { features } = useSession()
  const select = useCallback((answer: { readonly objects: readonly Attention[] }) => answer.objects.filter((line) => isServed(line, features)), [features])
  return useQuery({
    queryKey: ['remediation', 'attention', place],
    queryFn: ({ signal }) => api.call<typeof readAttention>('GET /dashboard/attention', { query: { ...place }, signal }),
    select,
    ...fresh,
    ...also,
  })
}

/** Nothing had been published by a day gone by; anything else that fails may be tried again. */
export const nothingThen = (reason: unknown, { on }: Place): boolean => on !== undefined && reason instanceof ApiError && reason.code === 'NOT_FOUND'

/** The address of what shows exactly the rows counted, as they stood on a day gone by. Whoever has no list of occurrences has those of theirs as cards. */
export const listPath = ({ entity, filters }: ListLink, on?: string): Address =>
  rowsOf(entity, filters, on) ?? (entity === 'occurrence' ? rowsAt(path('/contributions/runtasks'), filters, on) : path('/home'))

/** Where a line of what waits leads. */
export const attentionPath = ({ link, policy }: Pick<Attention, 'link' | 'policy'>, on?: string): Address =>
  link ? listPath(link, on) : path('/org/policies/$id', { id: policy ?? 0 }, { confirm: 1 })

export const useLate = (place: Place, also: Partial<typeof besides> = {}) =>
  useQuery({
    queryKey: ['remediation', 'late', place],
    queryFn: ({ signal }) => api.call<typeof readLate>('GET /dashboard/late', { query: { ...place }, signal }),
    select: (answer) => answer.object,
    ...fresh,
    ...also,
  })

export const useBudget = (place: Place) =>
  useQuery({
    queryKey: ['remediation', 'budget', place],
    queryFn: ({ signal }) => api.call<typeof readBudget>('GET /dashboard/budget', { query: { ...place }, signal }),
    select: (answer) => answer.object,
    ...fresh,
  })

export const useNextSteps = (perimeter: number | undefined, by: 'points' | 'price', open: boolean) =>
  useQuery({
    queryKey: ['score', 'steps', { perimeter, by }],
    queryFn: ({ signal }) => api.call<typeof listNextSteps>('GET /dashboard/next_steps', { query: { perimeter, by }, signal }),
    select: (answer) => answer.object,
    enabled: open,
    ...fresh,
  })

/** The panel of an object in the list that the reader has of its entity, as it stood on a day gone by; nothing where they have none. */
export function recordPath(entity: string, id: number, on?: string): Address | undefined {
  const page = pageOfEntity(entity)
  return page && path(page.path, { id, as_of: on })
}
