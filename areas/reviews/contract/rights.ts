import { defineRights, pilots } from '#kit/contract/right.ts'

/** Pilots of what a review is about; contributors those of their own actions; auditors none (REV-31). */
export const reviewsRights = defineRights({
  'review.read': [...pilots, 'contributor'],
  'review.write': [...pilots, 'contributor'],
})
