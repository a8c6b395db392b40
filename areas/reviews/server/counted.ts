import { inOnePerimeter } from '#kit/server/data/resources/checks.ts'
import type { ResourceCounts } from '#kit/server/data/resources/counted.ts'
import { openReviews } from '#areas/reviews/contract/figures.ts'

/** What Vigie counts of reviews for metrics (MET-20). */
export const reviewCounts: ResourceCounts = { declared: { REVIEW_OPEN: { count: openReviews.open } }, places: inOnePerimeter }
