import { defineRights, everyRole, pilots, writers } from '#kit/contract/right.ts'

/** Pilots manage what is within their scope; contributors work on what is theirs; whoever approves a register's risks decides, be it a contributor (RSK-03, RSK-16). */
export const risksRights = defineRights({
  'risk_register.read': everyRole,
  'risk_register.write': pilots,
  'risk.read': everyRole,
  'risk.manage': pilots,
  'risk.write': writers,
  'risk.decide': writers,
})
