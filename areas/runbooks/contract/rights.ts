import { defineRights, everyRole, globalPilots, pilots, type FeatureRights } from '#kit/contract/right.ts'

/** Pilots manage runbooks and tasks within their scope; contributors answer what they are given; auditors read (SEC-18). */
export const runbooksRights = defineRights({
  'runbook.read': everyRole,
  'runbook.write': pilots,
  /** The runbook that everybody's new tasks are offered first. */
  'runbook.choose_default': globalPilots,
  'runtask.read': everyRole,
  'runtask.write': pilots,
  'occurrence.read': everyRole,
  'occurrence.write': [...pilots, 'contributor'],
  'occurrence.manage': pilots,
  /** Which of them, the row's rules say. */
  'occurrence.approve': [...pilots, 'contributor'],
})

/** What an organisation without the feature does not have. */
export const runbookFeatures: FeatureRights = { RUNTASKS: ['runbook.write', 'runtask.write', 'occurrence.write', 'occurrence.manage', 'occurrence.approve'] }
