export { createCustomer, createGround, installationIsEmpty, providerCustomer, type NewCustomer } from './create-customer.ts'
export { flagIsOn } from './flags.ts'
export { optionRows, shownOption, triedProperties, type OptionRow } from './trial-state.ts'
export { readSettings } from './organisation-settings.ts'
