import { defineFigures, only } from '#kit/contract/figure.ts'
import { supplierContract } from './supplier-contract.ts'
import { supplier } from './supplier.ts'

/** What the words that are shown with a number of suppliers mean (docs/FIGURES.md). */
export const supplierFigures = defineFigures(
  supplier,
  {
    all: [],
    critical: [only('criticality', 'CRITICAL')],
    unclassified: [only('criticality', null), only('status', 'PROSPECT', 'ACTIVE', 'EXITING')],
    /** To be evaluated by now or within thirty days, and asked by no campaign yet. */
    due: [only('evaluation_state', 'LATE', 'DUE')],
    late: [only('evaluation_state', 'LATE')],
    asked: [only('evaluation_state', 'ASKED')],
    /** Those whose next evaluation has a day that has not gone by. */
    on_time: [only('evaluation_state', 'DUE', 'ASKED', 'PLANNED')],
    planned: [only('evaluation_state', 'LATE', 'DUE', 'ASKED', 'PLANNED')],
  },
  { more: ['on_time'], fewer: ['unclassified'] },
)
/** The same of their contracts. */
export const contractFigures = defineFigures(supplierContract, {
  notice: [only('state', 'NOTICE')],
})
