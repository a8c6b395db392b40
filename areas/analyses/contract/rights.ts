import { defineRights, pilots, readers } from '#kit/contract/right.ts'

/** Pilots study the perimeters of their scope, auditors read; contributors see the risks that come of it (RSK-12, SEC-18). */
export const analysesRights = defineRights({
  'risk_analysis.read': readers,
  'risk_analysis.write': pilots,
  'risk_scenario.read': readers,
  'risk_scenario.write': pilots,
})
