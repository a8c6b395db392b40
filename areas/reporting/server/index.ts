export { makeLink } from './links.ts'
export { markReviewClosed } from './management/review-figures.ts'
export { beginVersion, saveDraftOf } from './versions.ts'
