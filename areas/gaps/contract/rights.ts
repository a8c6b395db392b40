import { defineRights, everyRole, pilots, writers } from '#kit/contract/right.ts'

/** Pilots manage what is within their scope and decide; contributors declare incidents, report gaps and ask for exemptions; auditors read (SEC-18, INC-05, EXM-04). */
export const gapsRights = defineRights({
  'gap_register.read': everyRole,
  'gap_register.write': pilots,
  'gap_group.read': everyRole,
  'gap_group.write': pilots,
  'gap.read': everyRole,
  'gap.manage': pilots,
  /** Saying that something is not as it should be, for who manages gaps to confirm. */
  'gap.report': writers,
  'gap.write': writers,
})
