import { defineChecks } from '#kit/contract/check.ts'
import { control } from './control.ts'
import { policy } from './policy.ts'

export const controlChecks = defineChecks(control, { NO_MEASURE: { subject: 'measures' } })
export const policyChecks = defineChecks(policy, {
  NOT_PUBLISHED: { subject: 'measures' },
  NOT_APPLIED: { subject: 'measures' },
  OUTDATED: { subject: 'measures' },
})
