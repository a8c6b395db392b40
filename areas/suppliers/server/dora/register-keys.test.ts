/** Whatever an organisation has written down: its tables hold together, and once nothing is missing they can be told apart. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeTypes } from '#areas/suppliers/contract/codes.ts'
import { contractTypes } from '#areas/suppliers/contract/supplier-contract.ts'
import type { ContractFact, RegisterFacts, ServiceFact, SupplierFact } from './facts.ts'
import { missingOf } from './missing.ts'
import { buildRegister } from './register.ts'
import { keys, references, tableNames, tables, type Register, type TableName } from './tables.ts'

const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const code = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F')
const supplier = (id: number): fc.Arbitrary<SupplierFact> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(`Supplier ${id}`),
    country: maybe(fc.constantFrom('FR', 'US')),
    legal_name: maybe(fc.constant('Registered')),
    person_type: fc.constantFrom('LEGAL', 'NATURAL'),
    code_type: fc.constantFrom(...codeTypes),
    code: maybe(code),
    additional_code_type: fc.constant(null),
    additional_code: fc.constant(null),
    corporate_group: maybe(fc.constant('Group')),
    parent_code_type: fc.constantFrom('LEI', 'EUID'),
    parent_code: maybe(fc.constantFrom('A', 'B', 'Y', 'Z')),
    parent_country: maybe(fc.constant('US')),
  })
const service = (id: number): fc.Arbitrary<ServiceFact> =>
  fc.record({
    id: fc.constant(id),
    identifier: fc.constant(`SVC-${id}`),
    supplier_id: fc.integer({ min: 1, max: 5 }),
    name: fc.constant(`Service ${id}`),
    ict_type: fc.constantFrom('S01', 'S17'),
    function_name: maybe(fc.constantFrom('Payments', 'payments ', 'Payroll')),
    licensed_activity: maybe(fc.constant('x222')),
    function_critical: fc.constantFrom('YES', 'NO', 'NOT_ASSESSED'),
    function_reason: maybe(fc.constant('Because')),
    function_assessed_on: maybe(fc.constant('2026-01-01')),
    function_impact: fc.constant('HIGH'),
    rto: maybe(fc.nat(9)),
    rpo: maybe(fc.nat(9)),
    reliance: maybe(fc.constant('FULL')),
    sensitivity: maybe(fc.constant('HIGH')),
    stores_data: fc.boolean(),
    provision_country: maybe(fc.constantFrom('FR', 'IE')),
    storage_country: maybe(fc.constant('FR')),
    processing_country: maybe(fc.constant('FR')),
    substitutability: maybe(fc.constantFrom('NOT', 'EASY')),
    substitution_reason: maybe(fc.constant('BOTH')),
    last_audit: maybe(fc.constant('2026-01-01')),
    exit_plan: maybe(fc.constant('YES')),
    reintegration: maybe(fc.constant('EASY')),
    service_impact: fc.constant('HIGH'),
    alternatives: fc.constant('NO'),
    alternative: fc.constant(null),
  })
const contract = (id: number): fc.Arbitrary<ContractFact> =>
  fc.record({
    id: fc.constant(id),
    identifier: fc.constant(`CTR-${id}`),
    name: fc.constant(`Contract ${id}`),
    supplier_id: fc.integer({ min: 1, max: 5 }),
    type: fc.constantFrom(...contractTypes),
    // Agreements that its reader may not open are none of its facts.
    overarching: maybe(fc.constantFrom('CTR-1', 'CTR-2', 'CTR-3')),
    start_date: maybe(fc.constant('2025-01-01')),
    end_date: maybe(fc.constantFrom('2026-06-30', '2028-01-01')),
    notice_days: maybe(fc.nat(90)),
    supplier_notice_days: maybe(fc.nat(90)),
    termination_reason: maybe(fc.constant('EXPIRED')),
    governing_country: maybe(fc.constant('FR')),
    annual_cost: maybe(fc.nat(1000)),
    currency: maybe(fc.constantFrom('EUR', 'USD')),
    services: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
  })
const edge = fc.record({ owner: fc.integer({ min: 1, max: 5 }), supplier: fc.integer({ min: 1, max: 5 }), service: maybe(fc.integer({ min: 1, max: 4 })) })
const everything: fc.Arbitrary<RegisterFacts> = fc.record({
  entity: fc.record({
    name: maybe(fc.constant('Bank')),
    lei: maybe(fc.constant('5493001KJTIIGC8Y1R12')),
    country: maybe(fc.constant('FR')),
    type: maybe(fc.constantFrom('INSURANCE', 'NON_FINANCIAL')),
    authority: maybe(fc.constant('ACPR')),
    currency: maybe(fc.constant('EUR')),
    integrated_on: maybe(fc.constant('2025-01-17')),
    total_assets: maybe(fc.nat(9)),
  }),
  organisation: fc.constant('Example'),
  today: fc.constant('2026-11-24'),
  suppliers: fc.tuple(supplier(1), supplier(2), supplier(3), supplier(4), supplier(5)),
  services: fc.tuple(service(1), service(2), service(3), service(4)),
  contracts: fc.tuple(contract(1), contract(2), contract(3)),
  edges: fc.array(edge, { maxLength: 8 }),
})

/** The least that makes a register complete: what is missing is filled in where the product says it is, until nothing is. */
function completed(facts: RegisterFacts): RegisterFacts {
  const given: Readonly<Record<string, unknown>> = {
    lei: '5493001KJTIIGC8Y1R12',
    country: 'FR',
    type: 'INSURANCE',
    authority: 'ACPR',
    currency: 'EUR',
    integrated_on: '2025-01-17',
    total_assets: 1,
    overarching: 'CTR-1',
    annual_cost: 1,
    start_date: '2025-01-01',
    termination_reason: 'EXPIRED',
    notice_days: 1,
    supplier_notice_days: 1,
    governing_country: 'FR',
    function_name: 'Archives',
    provision_country: 'FR',
    storage_country: 'FR',
    processing_country: 'FR',
    sensitivity: 'LOW',
    licensed_activity: 'x222',
    function_reason: 'Because',
    function_assessed_on: '2026-01-01',
    rto: 1,
    rpo: 1,
    reliance: 'LOW',
    substitutability: 'EASY',
    substitution_reason: 'BOTH',
    last_audit: '2026-01-01',
    exit_plan: 'NO',
    reintegration: 'EASY',
    person_type: 'LEGAL',
    corporate_group: 'Group',
    parent_country: 'FR',
    code_type: 'LEI',
  }
  let now = facts
  for (let round = 0; round < 6; round += 1) {
    const missing = missingOf(now)
    if (missing.length === 0) return now
    for (const { entity, id, fields } of missing) {
      const values = Object.fromEntries(fields.map(({ field }) => [field, field === 'code' ? `OWN-${id}` : given[field]]))
      const mended = <T extends { readonly id: number }>(rows: readonly T[]): T[] => rows.map((row) => (row.id === id ? { ...row, ...values } : row))
      if (entity === 'settings') now = { ...now, entity: { ...now.entity, ...values } }
      else if (entity === 'supplier') now = { ...now, suppliers: mended(now.suppliers) }
      else if (fields[0]?.field === 'contract')
        // No agreement covers it: it is none of the organisation's any more.
        now = { ...now, services: now.services.filter((one) => one.id !== id) }
      else if (entity === 'supplier_service') now = { ...now, services: mended(now.services) }
      else if (fields[0]?.field === 'services') now = { ...now, contracts: now.contracts.filter((one) => one.id !== id) }
      else now = { ...now, contracts: mended(now.contracts) }
    }
  }
  return now
}

const rowsOf = (register: Register, name: TableName) => register[name] ?? []
const keyOf = (row: Readonly<Record<string, unknown>>, columns: readonly string[]) => JSON.stringify(columns.map((column) => row[column] ?? ''))

function dangling(register: Register): string[] {
  return references.flatMap(({ from, columns, to, key }) => {
    const there = new Set(rowsOf(register, to).map((row) => keyOf(row, key)))
    return rowsOf(register, from)
      .filter((row) => columns.every((column) => row[column] !== null && row[column] !== '' && row[column] !== undefined))
      .filter((row) => !there.has(keyOf(row, columns)))
      .map((row) => `${from} ${keyOf(row, columns)} is not in ${to}`)
  })
}

test('every row that is named by another is there, and every cell is of a column of its table', () => {
  fc.assert(
    fc.property(everything, (facts) => {
      // An agreement is made under one that there is, or under none.
      const there = new Set(facts.contracts.map(({ identifier }) => identifier))
      const register = buildRegister({
        ...facts,
        contracts: facts.contracts.map((one) => ({ ...one, overarching: there.has(one.overarching ?? '') ? one.overarching : null })),
      })
      expect(dangling(register)).toEqual([])
      for (const name of tableNames)
        for (const row of rowsOf(register, name)) expect(Object.keys(row).filter((column) => !(tables[name] as readonly string[]).includes(column))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('rows of a table are told apart; once nothing is missing, by columns none of which is empty', () => {
  fc.assert(
    fc.property(everything, (facts) => {
      for (const name of tableNames.filter((one) => keys[one].length > 0)) {
        const rowKeys = rowsOf(buildRegister(facts), name).map((row) => keyOf(row, keys[name]))
        // Companies without a code cannot be; all others are.
        expect(new Set(rowKeys).size, name).toBe(rowKeys.length)
      }
      const complete = completed(facts)
      expect(missingOf(complete)).toEqual([])
      const register = buildRegister(complete)
      for (const name of tableNames)
        for (const row of rowsOf(register, name)) for (const column of keys[name]) expect(row[column], `${name} ${column}`).not.toBe('')
    }),
    { numRuns: 100 },
  )
})
