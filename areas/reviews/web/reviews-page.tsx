import { review } from '#areas/reviews/contract/review.ts'
import { reviewWork } from '#areas/reviews/contract/review-work.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'

definePresentation(review, { cells: workCells(reviewWork) })
const transitions = transitionsOf(reviewWork)

export const Page = () => <WorkListPage entity={review} transitions={transitions} />
