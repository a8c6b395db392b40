import { defineChecks } from '#kit/contract/check.ts'
import { supplierContract } from './supplier-contract.ts'
import { supplierService } from './supplier-service.ts'
import { supplier } from './supplier.ts'

export const supplierChecks = defineChecks(supplier, {
  NOT_EVALUATED: { subject: 'suppliers', urgent: true },
  EVALUATION_LATE: { subject: 'suppliers' },
  NOT_CLASSIFIED: { subject: 'suppliers' },
  CERTIFICATE_OVER: { subject: 'suppliers' },
  NO_CONTACT: { subject: 'suppliers' },
  NO_OWNER: { subject: 'suppliers' },
  CHAIN_LOOP: { subject: 'suppliers' },
})
export const serviceChecks = defineChecks(supplierService, {
  NO_CONTRACT: { subject: 'suppliers', urgent: true },
  NO_EXIT_PLAN: { subject: 'suppliers' },
})
export const contractChecks = defineChecks(supplierContract, {
  ENDS_NO_EXIT: { subject: 'suppliers' },
  ENDED_IN_USE: { subject: 'suppliers' },
})
