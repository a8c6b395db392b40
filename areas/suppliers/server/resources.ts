import { defineResource } from '#kit/server/data/resources/resource.ts'
import { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import { supplierService } from '#areas/suppliers/contract/supplier-service.ts'
import { supplier } from '#areas/suppliers/contract/supplier.ts'
import { contractRowChecks, serviceRowChecks, supplierRowChecks } from './checks.ts'
import { guardContract, guardService } from './contract-guard.ts'
import { supplierCounts } from './counted.ts'
import { contractState, supplierDerived } from './derived.ts'
import { guardSupplier, keepPerimeter, supplierTurn } from './guard.ts'
import { ofSupplierRules, supplierRules } from './rules.ts'

export const supplierRows = defineResource({
  def: supplier,
  rules: supplierRules,
  derived: supplierDerived,
  checks: supplierRowChecks,
  counted: supplierCounts,
  beforeWrite: guardSupplier,
  afterWrite: keepPerimeter,
  turn: supplierTurn,
})
export const services = defineResource({ def: supplierService, rules: ofSupplierRules, beforeWrite: guardService, checks: serviceRowChecks })
export const contracts = defineResource({
  def: supplierContract,
  rules: ofSupplierRules,
  derived: { state: contractState },
  beforeWrite: guardContract,
  checks: contractRowChecks,
})
