import { defineChecks } from '#kit/contract/check.ts'
import { risk } from './risk.ts'

export const riskChecks = defineChecks(risk, {
  ABOVE_UNANSWERED: { subject: 'events' },
  STALE: { subject: 'events' },
  RULE_MOVED: { subject: 'events' },
  REVIEW_OVER: { subject: 'events' },
  UNASSIGNED: { subject: 'events' },
})
