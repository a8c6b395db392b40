import { defineChecks } from '#kit/contract/check.ts'
import { exemption } from './exemption.ts'
import { gap } from './gap.ts'
import { incident } from './incident.ts'

export const exemptionChecks = defineChecks(exemption, {
  EXPIRED: { subject: 'exemptions', urgent: true },
  RENEWED_TWICE: { subject: 'exemptions' },
  WAITING: { subject: 'exemptions' },
  UNRELIEVED: { subject: 'exemptions' },
})
export const incidentChecks = defineChecks(incident, {
  CLOCK_LATE: { subject: 'events', urgent: true },
  UNASSIGNED: { subject: 'events' },
  NO_LESSONS: { subject: 'events' },
  STALLED: { subject: 'events' },
})
export const gapChecks = defineChecks(gap, {
  NO_ACTION: { subject: 'events' },
  CLOSED_NO_ACTION: { subject: 'events' },
  REVIEW_OVER: { subject: 'events' },
  SEVERE_UNASSIGNED: { subject: 'events' },
  EFFECT_UNCHECKED: { subject: 'events' },
})
