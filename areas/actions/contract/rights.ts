import { defineRights, everyRole, globalPilots, pilots } from '#kit/contract/right.ts'

/** Pilots manage plans and actions in their scope; contributors work on those they are given; auditors read (SEC-18). */
export const actionRights = defineRights({
  'program.read': everyRole,
  'program.write': pilots,
  /** The plan that everybody's new actions are offered first. */
  'program.choose_default': globalPilots,
  'remediation.read': everyRole,
  'remediation.manage': pilots,
  'remediation.write': [...pilots, 'contributor'],
})
