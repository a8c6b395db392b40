import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListLink, readActionMonths, readAttention } from '#areas/dashboards/contract/calls.ts'
import type { readDeeds } from '#areas/dashboards/contract/deeds.ts'
import type { readBudget, readLate } from '#areas/dashboards/contract/work.ts'
import { api } from '#kit/web/api/client.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { rowsOf } from '#kit/web/figure-link.ts'
import { path } from '#kit/web/route.ts'

// What the cockpit counts moves with every write elsewhere: it is read again whenever the page is opened.
const fresh = { staleTime: 0, placeholderData: keepPreviousData } as const

export const useActionMonths = (perimeter: number | undefined) =>
  useQuery({
    queryKey: ['remediation', 'cockpit', { perimeter }],
    queryFn: ({ signal }) => api.call<typeof readActionMonths>('GET /dashboard/actions', { query: { perimeter }, signal }),
    ...fresh,
  })

export const useAttention = (perimeter: number | undefined) =>
  useQuery({
    queryKey: ['remediation', 'attention', { perimeter }],
    queryFn: ({ signal }) => api.call<typeof readAttention>('GET /dashboard/attention', { query: { perimeter }, signal }),
    select: (answer) => answer.objects,
    ...fresh,
  })

/** The address of the list that shows exactly the rows counted; the cockpit itself for somebody who has no such list. */
export const listPath = ({ entity, filters }: ListLink): string => rowsOf(entity, filters) ?? path('/home')

export const useLate = (perimeter: number | undefined) =>
  useQuery({
    queryKey: ['remediation', 'late', { perimeter }],
    queryFn: ({ signal }) => api.call<typeof readLate>('GET /dashboard/late', { query: { perimeter }, signal }),
    select: (answer) => answer.object,
    ...fresh,
  })

export const useBudget = (perimeter: number | undefined) =>
  useQuery({
    queryKey: ['remediation', 'budget', { perimeter }],
    queryFn: ({ signal }) => api.call<typeof readBudget>('GET /dashboard/budget', { query: { perimeter }, signal }),
    select: (answer) => answer.object,
    ...fresh,
  })

export const useDeeds = (perimeter: number | undefined, by: 'points' | 'price', open: boolean) =>
  useQuery({
    queryKey: ['score', 'deeds', { perimeter, by }],
    queryFn: ({ signal }) => api.call<typeof readDeeds>('GET /dashboard/deeds', { query: { perimeter, by }, signal }),
    select: (answer) => answer.object,
    enabled: open,
    ...fresh,
  })

/** The panel of an object in the list that the reader has of its entity; nothing where they have none. */
export function recordPath(entity: string, id: number): string | undefined {
  const page = pageOfEntity(entity)
  return page && `${page.path}?id=${id}`
}
