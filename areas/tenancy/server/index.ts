export { asStaff } from './as-staff.ts'
export {
  bringCustomer,
  createCustomer,
  createGround,
  customerIsThere,
  installationIsEmpty,
  nextCustomerId,
  providerCustomer,
  soldIn,
  type NewCustomer,
} from './create-customer.ts'
export { flagIsOn, flagOn } from './flags.ts'
export { optionRows, shownOption, triedProperties, type OptionRow } from './trial-state.ts'
export { readSettings } from './organisation-settings.ts'
export { everyAccount, everyInstance } from './facts.ts'
export { comparedOrganisations, ownComparison, type OwnComparison } from './compared.ts'
export { readScoreAim, setScoreAim, type ScoreAim } from './score-aim.ts'
export { setLogRetention } from './log-retention.ts'
export { countedRows, guardQuota, quotaCounts, quotaTurn, type QuotaCount } from './quotas.ts'
export { eraseCustomer, eraseJobs } from './erase-customer.ts'
export { namesOfProperties, sectorsOfBranches } from './metadata-properties.ts'
