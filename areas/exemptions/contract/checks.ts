import { defineChecks } from '#kit/contract/check.ts'
import { exemption } from './exemption.ts'

export const exemptionChecks = defineChecks(exemption, {
  EXPIRED: { subject: 'exemptions', urgent: true },
  RENEWED_TWICE: { subject: 'exemptions' },
  WAITING: { subject: 'exemptions' },
  UNRELIEVED: { subject: 'exemptions' },
})
