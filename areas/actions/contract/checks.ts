import { defineChecks } from '#kit/contract/check.ts'
import { remediation } from './remediation.ts'

export const actionChecks = defineChecks(remediation, {
  UNPROVEN: { subject: 'actions' },
  LATE_SILENT: { subject: 'actions' },
  NOT_STARTED: { subject: 'actions' },
  POSTPONED: { subject: 'actions' },
  UNASSIGNED: { subject: 'actions' },
  OPEN_TASKS: { subject: 'actions' },
  LONG_STANDBY: { subject: 'actions' },
})
