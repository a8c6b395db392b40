import { defineRights, everyRole, pilots, writers } from '#kit/contract/right.ts'

/** Pilots manage what is within their scope and decide; contributors declare incidents, report gaps and ask for exemptions; auditors read (SEC-18, INC-05, EXM-04). */
export const incidentsRights = defineRights({
  'incident.read': everyRole,
  'incident.create': writers,
  'incident.write': writers,
  'incident.manage': pilots,
})
