import { checkFigures } from '#kit/contract/check.ts'
import { anyOf, assignedTo, createdBySelf } from '#kit/server/access/row-rule.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { reminder } from '#kit/server/http/reminder.ts'
import { showsEvidence } from '#areas/evidence/server/index.ts'
import { perimeterChanged, perimeterLeaving, perimeterMade } from '#areas/organisation/contract/events.ts'
import { evaluationChanged } from '#areas/suppliers/contract/events.ts'
import { contractChecks, serviceChecks, supplierChecks } from '#areas/suppliers/contract/checks.ts'
import { contractFigures, supplierFigures } from '#areas/suppliers/contract/figures.ts'
import { suppliersRights } from '#areas/suppliers/contract/rights.ts'
import { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import { supplier } from '#areas/suppliers/contract/supplier.ts'
import { en } from '#areas/suppliers/locales/en.ts'
import { fr } from '#areas/suppliers/locales/fr.ts'
import { supplierCalls } from './calls.ts'
import { evaluatedJob, onEvaluated } from './evaluated.ts'
import { followChange, followPerimeter, leaveWithPerimeter } from './mirror.ts'
import { contracts, services, supplierRows } from './resources.ts'
import { bySupplierManager } from './rules.ts'

/** Whoever is in charge of the supplier, and who wrote the agreement down. */
const ofContract = (date: 'end_date' | 'notice_date' | 'exit_date', days: readonly number[]) =>
  reminder(contracts, { entity: supplierContract, date, days, tell: anyOf(bySupplierManager, createdBySelf), pageOf: () => '/ops/suppliers/contracts' })

export const suppliers: Area = {
  name: 'suppliers',
  rights: suppliersRights,
  tables: ['supplier_classification', 'supplier_setting'],
  resources: [supplierRows, services, contracts],
  figures: [...Object.values(supplierFigures), ...Object.values(contractFigures), ...[supplierChecks, serviceChecks, contractChecks].flatMap(checkFigures)],
  calls: supplierCalls,
  handlers: [
    on(perimeterMade, followPerimeter),
    on(perimeterChanged, followChange),
    on(perimeterLeaving, leaveWithPerimeter),
    on(evaluationChanged, onEvaluated),
  ],
  jobs: [evaluatedJob],
  digests: [
    // Of a certificate its owner hears, as of any evidence.
    reminder(supplierRows, {
      entity: supplier,
      date: 'next_evaluation',
      days: [30, 7, 0],
      tell: anyOf(assignedTo('manager_id', null), createdBySelf),
      pageOf: () => '/ops/suppliers',
    }),
    ofContract('notice_date', [60, 30, 7]),
    ofContract('end_date', [60, 30, 7]),
    ofContract('exit_date', [90, 30, 7]),
  ],
  extensions: [showsEvidence.with({ links: [{ table: 'supplier__certificates', evidence: 'evidence_id' }] })],
  exposes: { suppliers: 'supplier', supplier_services: 'supplier_service', supplier_contracts: 'supplier_contract' },
  locales: { en, fr },
}
