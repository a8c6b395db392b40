export { createCustomer, createGround, installationIsEmpty, providerCustomer, type NewCustomer } from './create-customer.ts'
