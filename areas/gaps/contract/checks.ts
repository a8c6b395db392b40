import { defineChecks } from '#kit/contract/check.ts'
import { gap } from './gap.ts'

export const gapChecks = defineChecks(gap, {
  NO_ACTION: { subject: 'events' },
  CLOSED_NO_ACTION: { subject: 'events' },
  REVIEW_OVER: { subject: 'events' },
  SEVERE_UNASSIGNED: { subject: 'events' },
  EFFECT_UNCHECKED: { subject: 'events' },
})
