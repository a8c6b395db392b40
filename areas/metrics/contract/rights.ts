import { defineRights, everyRole, pilots, writers } from '#kit/contract/right.ts'

/** Pilots say what is measured, contributors give the values of what is theirs, auditors read (SEC-18). */
export const metricsRights = defineRights({
  'metric.read': everyRole,
  'metric.write': pilots,
  'metric.enter': writers,
  /** Of no organisation: what Vigie counts by itself is the provider's to look at (ADM-17). */
  'internal_metric.read': [],
})
