import { defineRights, everyRole, globalPilots, pilots, writers } from '#kit/contract/right.ts'

/** Pilots run campaigns within their scope; whoever is named answers and validates; auditors read (SEC-18, CMP-28). */
export const campaignRights = defineRights({
  'campaign.read': everyRole,
  'campaign.write': pilots,
  'evaluation.read': everyRole,
  /** Which of them, the row's rules say. */
  'evaluation.write': writers,
  'evaluation.decide': writers,
  /** Naming who evaluates and validates, other days, resetting. */
  'evaluation.manage': pilots,
  /** Opening again what was validated. */
  'evaluation.reopen': globalPilots,
})
