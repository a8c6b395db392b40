import { defineChecks } from '#kit/contract/check.ts'
import { incident } from './incident.ts'

export const incidentChecks = defineChecks(incident, {
  CLOCK_LATE: { subject: 'events', urgent: true },
  UNASSIGNED: { subject: 'events' },
  NO_LESSONS: { subject: 'events' },
  STALLED: { subject: 'events' },
})
