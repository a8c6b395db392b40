export { isCalledFor, policiesCalling } from './facts.ts'
export { coverageTurn } from './coverage-turn.ts'
export { guardPolicyQuota } from './quota.ts'
export { countAlike } from './linking/suggest.ts'
export { addLinks } from './solutions.ts'
export { filling, storeContent, type ControlContent, type GroupContent, type StoredContent, type VersionContent } from './version-content.ts'
export { seedCatalog } from './starter/seed.ts'
export { policyStructure } from './structure-sheet.ts'
export { readStatement } from './tree.ts'
export { insertVersion, makeCurrent, policyTurn, type VersionValues } from './versions.ts'
export { contentRules as policyContentRules, policyRules } from './rules.ts'
export { measureFacts } from './measure-facts.ts'
export {
  appliedVersions,
  editionsOf,
  everyApplication,
  everyLineage,
  everyLink,
  everyPolicy,
  everyRequirement,
  everyVersion,
  frameworksOf,
  notApplicable,
  placesOfPolicy,
  policiesAt,
  policiesInForce,
  policiesOfLinksToConfirm,
  policyAppliedAt,
  publishedVersions,
  requirementAppliedAt,
  requirementsAnswered,
  requirementsByModel,
  requirementsNow,
  themesOf,
  versionInForce,
} from './facts.ts'
