import { defineRights, globalPilots, pilots, readers } from '#kit/contract/right.ts'

/** Policies are the global pilots'; local pilots say what does not apply in their perimeters (SEC-18). */
export const policyRights = defineRights({
  'policy.read': readers,
  'policy.write': globalPilots,
  'policy_application.read': readers,
  'policy_application.write': globalPilots,
  'control_not_applicable.read': readers,
  'control_not_applicable.write': pilots,
})
