import { useQuery } from '@tanstack/react-query'
import type { RowOf } from '#kit/contract/entity.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import type { closeReview, managementReview, readReviewFigures } from '#areas/reporting/contract/management-review.ts'

export type Review = RowOf<typeof managementReview>

/** The figures of a review: of now, or as they were when it was closed; told anew when its days or its place change. */
export const useReviewFigures = ({ id, status, period_from: from, period_to: to, perimeter }: Review) =>
  useQuery({
    // Under no entity's name: words that are saved change no figure.
    queryKey: ['review_figures', id, status, from, to, perimeter?.id ?? null],
    queryFn: ({ signal }) => api.call<typeof readReviewFigures>('GET /management_review/{id}/figures', { params: { id }, signal }),
    select: ({ object }) => object,
    staleTime: 30_000,
  })

export async function close({ id, version }: Review): Promise<string> {
  const { message } = await api.call<typeof closeReview>('POST /management_review/{id}/close', { params: { id }, body: { version } })
  await invalidate('management_review')
  return message
}
