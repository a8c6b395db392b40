import { defineChecks } from '#kit/contract/check.ts'
import { measure } from './measure.ts'

export const measureChecks = defineChecks(measure, {
  NO_OWNER: { subject: 'measures' },
  UNPROVEN: { subject: 'measures' },
  LOW_NO_ACTION: { subject: 'measures' },
  PLANNED_NO_ACTION: { subject: 'measures' },
  OFFER_WAITING: { subject: 'measures' },
  SAME_AS_ANOTHER: { subject: 'measures' },
})
