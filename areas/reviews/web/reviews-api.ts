import { useQuery } from '@tanstack/react-query'
import type { countChoices, readEffect, reviewsOfAction } from '#areas/reviews/contract/calls.ts'
import type { review } from '#areas/reviews/contract/review.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { api } from '#kit/web/api/client.ts'

export type Review = RowOf<typeof review>

/** What closing would do, computed anew whenever it is looked at. */
export const useEffectOf = (row: Review) =>
  useQuery({
    queryKey: ['review', 'effect', row.id, row.version],
    queryFn: ({ signal }) => api.call<typeof readEffect>('GET /review/{id}/effect', { params: { id: row.id }, signal }),
    select: ({ object }) => object,
    staleTime: 0,
  })

/** Open reviews by the choices above the list. */
export const useChoices = () =>
  useQuery({
    queryKey: ['review', 'choices'],
    queryFn: ({ signal }) => api.call<typeof countChoices>('GET /review/choices', { signal }),
    select: ({ object }): Readonly<Record<string, number>> => object,
  })

/** The reviews of an action. */
export const useReviewsOf = (action: number) =>
  useQuery({
    queryKey: ['review', 'of_action', action],
    queryFn: ({ signal }) => api.call<typeof reviewsOfAction>('GET /remediation/{id}/review', { params: { id: action }, signal }),
    select: ({ objects }) => objects as unknown as readonly Review[],
  })
