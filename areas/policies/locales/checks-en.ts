/** What checks find, for both filters of a list: found, and accepted for a time. */
export const controlFindings = {
  NO_MEASURE: 'Requirement without a measure',
} as const
export const policyFindings = {
  NOT_PUBLISHED: 'Policy without a published version',
  NOT_APPLIED: 'Published policy that is applied nowhere',
  OUTDATED: 'Policy applied in an old version',
} as const
