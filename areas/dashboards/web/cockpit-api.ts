import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListLink, readActionMonths, readAttention } from '#areas/dashboards/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
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
