import { defineRights, everyRole, globalPilots, pilots, writers } from '#kit/contract/right.ts'

/** Pilots manage what is within their scope and decide; contributors declare incidents, report gaps and ask for exemptions; auditors read (SEC-18, INC-05, EXM-04). */
export const exemptionsRights = defineRights({
  'exemption_register.read': everyRole,
  'exemption_register.write': pilots,
  /** The register that everybody's requests are offered first. */
  'exemption_register.choose_default': globalPilots,
  'exemption.read': everyRole,
  'exemption.create': writers,
  'exemption.write': writers,
  /** Granting, rejecting and ending; which of them, the row's rules say. */
  'exemption.decide': writers,
})
