export { createCustomer, createGround, installationIsEmpty, providerCustomer, type NewCustomer } from './create-customer.ts'
export { dayOf, optionRows, shownOption, triedProperties, type OptionRow } from './trial-state.ts'
