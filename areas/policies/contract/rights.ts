import { defineRights, globalPilots, pilots, readers } from '#kit/contract/right.ts'

/**
 * Policies are the global pilots': they add them, apply them and say which measures answer them, since all of that reaches every perimeter. What a policy
 * says is also for the local pilots whom it is assigned to (TBL-44); others say what does not apply in their perimeters (SEC-18).
 */
export const policyRights = defineRights({
  'policy.read': readers,
  'policy.create': globalPilots,
  'policy.write': pilots,
  'policy.link': globalPilots,
  'policy_application.read': readers,
  'policy_application.write': globalPilots,
  'control_not_applicable.read': readers,
  'control_not_applicable.write': pilots,
})
