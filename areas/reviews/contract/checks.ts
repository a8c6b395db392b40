import { defineChecks } from '#kit/contract/check.ts'
import { review } from './review.ts'

export const reviewChecks = defineChecks(review, { WAITING: { subject: 'events' } })
