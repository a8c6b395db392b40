import { defineChecks } from '#kit/contract/check.ts'
import { evidence } from './evidence.ts'

export const evidenceChecks = defineChecks(evidence, {
  EXPIRED_IN_USE: { subject: 'exemptions', urgent: true },
  UNUSED: { subject: 'exemptions' },
  NO_OWNER: { subject: 'exemptions' },
})
