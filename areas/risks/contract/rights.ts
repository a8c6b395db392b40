import { defineRights, everyRole, pilots } from '#kit/contract/right.ts'

const working = [...pilots, 'contributor'] as const

/** Pilots manage what is within their scope; contributors work on what is theirs; whoever approves a register's risks decides, be it a contributor (RSK-03, RSK-16). */
export const risksRights = defineRights({
  'risk_register.read': everyRole,
  'risk_register.write': pilots,
  'risk.read': everyRole,
  'risk.manage': pilots,
  'risk.write': working,
  'risk.decide': working,
})
