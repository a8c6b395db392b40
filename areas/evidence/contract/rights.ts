import { defineRights, everyRole, pilots, writers } from '#kit/contract/right.ts'

/** Pilots keep the evidence of their scope, contributors what is theirs and what the actions show on which they work; auditors read (SEC-18). */
export const evidenceRights = defineRights({
  'evidence.read': everyRole,
  'evidence.write': writers,
  'evidence.delete': pilots,
})
