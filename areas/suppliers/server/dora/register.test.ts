import { expect, test } from 'vitest'
import type { ContractFact, RegisterFacts, ServiceFact, SupplierFact } from './facts.ts'
import { missingOf } from './missing.ts'
import { buildRegister } from './register.ts'
import { csvOf, packageName, packageOf, tableNames, tables } from './tables.ts'

const company = (id: number, name: string, code: string | null, more: Partial<SupplierFact> = {}): SupplierFact => ({
  id,
  name,
  country: 'FR',
  person_type: 'LEGAL',
  code_type: code === null ? null : 'LEI',
  code,
  parent_code_type: null,
  parent_code: null,
  legal_name: null,
  additional_code_type: null,
  additional_code: null,
  corporate_group: null,
  parent_country: null,
  ...more,
})
const hosting: ServiceFact = {
  id: 1,
  identifier: 'SVC-1',
  supplier_id: 1,
  name: 'Hosting',
  ict_type: 'S17',
  function_name: 'Payments',
  licensed_activity: 'x222',
  function_critical: 'YES',
  function_reason: 'Customers, cut off, leave',
  function_assessed_on: '2026-03-01',
  function_impact: 'HIGH',
  rto: 4,
  rpo: 1,
  reliance: 'FULL',
  sensitivity: 'HIGH',
  stores_data: true,
  provision_country: 'FR',
  storage_country: 'FR',
  processing_country: 'IE',
  substitutability: 'HIGHLY_COMPLEX',
  substitution_reason: 'MIGRATION',
  last_audit: '2026-02-01',
  exit_plan: 'YES',
  reintegration: 'DIFFICULT',
  service_impact: 'HIGH',
  alternatives: 'NO',
  alternative: null,
}
const support: ServiceFact = {
  ...hosting,
  id: 2,
  identifier: 'SVC-2',
  name: 'Support',
  ict_type: 'S03',
  function_name: ' payments',
  function_critical: 'NOT_ASSESSED',
  licensed_activity: null,
  rto: null,
  stores_data: false,
}
const agreement: ContractFact = {
  id: 1,
  identifier: 'CTR-1',
  name: 'Cloud agreement',
  supplier_id: 1,
  type: 'SUBSEQUENT',
  overarching: 'CTR-0',
  start_date: '2025-01-01',
  end_date: null,
  notice_days: 90,
  supplier_notice_days: 180,
  termination_reason: null,
  governing_country: 'FR',
  annual_cost: 120_000,
  currency: 'EUR',
  services: [1, 2],
}
/** It covers nothing itself; others were made under it. */
const framework: ContractFact = {
  ...agreement,
  id: 9,
  identifier: 'CTR-0',
  name: 'Framework',
  type: 'OVERARCHING',
  overarching: null,
  annual_cost: 0,
  services: [],
}
const facts: RegisterFacts = {
  entity: {
    name: 'Example Bank',
    lei: '5493001KJTIIGC8Y1R12',
    country: 'FR',
    type: 'CREDIT_INSTITUTION',
    authority: 'ACPR',
    currency: 'EUR',
    integrated_on: '2025-01-17',
    total_assets: 1_000_000,
  },
  organisation: 'Example',
  today: '2026-11-24',
  suppliers: [
    company(1, 'Cloud, Inc', '213800ABCDEFGHIJKL99'),
    company(2, 'Data Centre', '213800ZZZZZZZZZZZZ11'),
    company(3, 'Power', null, { country: null }),
    company(4, 'Unrelated', 'X'),
  ],
  services: [hosting, support],
  contracts: [agreement, framework],
  edges: [
    { owner: 1, supplier: 2, service: 1 },
    { owner: 2, supplier: 3, service: null },
    // A circle of before it was refused ends.
    { owner: 3, supplier: 1, service: null },
  ],
}

test('the tables are those of the regulation, in the columns of the package', () => {
  expect(tableNames).toHaveLength(15)
  expect(Object.fromEntries(tableNames.map((name) => [name, tables[name].length]))).toMatchInlineSnapshot(`
    {
      "B_01.01": 6,
      "B_01.02": 11,
      "B_01.03": 4,
      "B_02.01": 5,
      "B_02.02": 18,
      "B_02.03": 3,
      "B_03.01": 3,
      "B_03.02": 3,
      "B_03.03": 3,
      "B_04.01": 4,
      "B_05.01": 12,
      "B_05.02": 7,
      "B_06.01": 10,
      "B_07.01": 12,
      "B_99.01": 19,
    }
  `)
})

test('each table is filled from what is known, in the values of the authorities’ data model', () => {
  const register = buildRegister(facts)
  expect(tableNames.map((name) => `${name}\n${csvOf(name, register[name] ?? [])}`).join('\n')).toMatchInlineSnapshot(`
    "B_01.01
    c0010,c0020,c0030,c0040,c0050,c0060
    5493001KJTIIGC8Y1R12,Example Bank,eba_GA:FR,eba_CT:x12,ACPR,2026-11-24

    B_01.02
    c0010,c0020,c0030,c0040,c0050,c0060,c0070,c0080,c0090,c0100,c0110
    5493001KJTIIGC8Y1R12,Example Bank,eba_GA:FR,eba_CT:x12,eba_RP:x21,5493001KJTIIGC8Y1R12,2026-11-24,2025-01-17,9999-12-31,eba_CU:EUR,1000000

    B_01.03
    c0010,c0020,c0030,c0040

    B_02.01
    c0010,c0020,c0030,c0040,c0050
    CTR-1,eba_CO:x3,CTR-0,eba_CU:EUR,120000
    CTR-0,eba_CO:x2,,eba_CU:EUR,0

    B_02.02
    c0010,c0020,c0030,c0040,c0050,c0060,c0070,c0080,c0090,c0100,c0110,c0120,c0130,c0140,c0150,c0160,c0170,c0180
    CTR-1,5493001KJTIIGC8Y1R12,213800ABCDEFGHIJKL99,eba_qCO:qx2000,F1,eba_TA:S17,2025-01-01,9999-12-31,,90,180,eba_GA:FR,eba_GA:FR,eba_BT:x28,eba_GA:FR,eba_GA:IE,eba_ZZ:x793,eba_ZZ:x797
    CTR-1,5493001KJTIIGC8Y1R12,213800ABCDEFGHIJKL99,eba_qCO:qx2000,F1,eba_TA:S03,2025-01-01,9999-12-31,,90,180,eba_GA:FR,eba_GA:FR,eba_BT:x29,eba_GA:qx2007,eba_GA:IE,,eba_ZZ:x797

    B_02.03
    c0010,c0020,c0030

    B_03.01
    c0010,c0020,c0030
    CTR-1,5493001KJTIIGC8Y1R12,true
    CTR-0,5493001KJTIIGC8Y1R12,true

    B_03.02
    c0010,c0020,c0030
    CTR-1,213800ABCDEFGHIJKL99,eba_qCO:qx2000
    CTR-0,213800ABCDEFGHIJKL99,eba_qCO:qx2000

    B_03.03
    c0010,c0020,c0031

    B_04.01
    c0010,c0020,c0030,c0040
    CTR-1,5493001KJTIIGC8Y1R12,eba_ZZ:x839,Not Applicable

    B_05.01
    c0010,c0020,c0030,c0040,c0050,c0060,c0070,c0080,c0090,c0100,c0110,c0120
    213800ABCDEFGHIJKL99,eba_qCO:qx2000,,,"Cloud, Inc","Cloud, Inc",eba_CT:x212,eba_GA:FR,eba_CU:EUR,120000,213800ABCDEFGHIJKL99,eba_qCO:qx2000
    213800ZZZZZZZZZZZZ11,eba_qCO:qx2000,,,Data Centre,Data Centre,eba_CT:x212,eba_GA:FR,,,213800ZZZZZZZZZZZZ11,eba_qCO:qx2000
    ,,,,Power,Power,eba_CT:x212,,,,,

    B_05.02
    c0010,c0020,c0030,c0040,c0050,c0060,c0070
    CTR-1,eba_TA:S17,213800ABCDEFGHIJKL99,eba_qCO:qx2000,1,213800ABCDEFGHIJKL99,eba_qCO:qx2000
    CTR-1,eba_TA:S17,213800ZZZZZZZZZZZZ11,eba_qCO:qx2000,2,213800ABCDEFGHIJKL99,eba_qCO:qx2000
    CTR-1,eba_TA:S17,,,3,213800ZZZZZZZZZZZZ11,eba_qCO:qx2000
    CTR-1,eba_TA:S03,213800ABCDEFGHIJKL99,eba_qCO:qx2000,1,213800ABCDEFGHIJKL99,eba_qCO:qx2000

    B_06.01
    c0010,c0020,c0030,c0040,c0050,c0060,c0070,c0080,c0090,c0100
    F1,eba_TA:x222,Payments,5493001KJTIIGC8Y1R12,eba_BT:x28,"Customers, cut off, leave",2026-03-01,4,1,eba_ZZ:x793

    B_07.01
    c0010,c0020,c0030,c0040,c0050,c0060,c0070,c0080,c0090,c0100,c0110,c0120
    CTR-1,213800ABCDEFGHIJKL99,eba_qCO:qx2000,eba_TA:S17,eba_ZZ:x960,eba_ZZ:x964,2026-02-01,eba_BT:x28,eba_ZZ:x966,eba_ZZ:x793,eba_BT:x29,
    CTR-1,213800ABCDEFGHIJKL99,eba_qCO:qx2000,eba_TA:S03,eba_ZZ:x960,eba_ZZ:x964,2026-02-01,eba_BT:x28,eba_ZZ:x966,eba_ZZ:x793,eba_BT:x29,

    B_99.01
    c0010,c0020,c0030,c0040,c0050,c0060,c0070,c0080,c0090,c0100,c0110,c0120,c0130,c0140,c0150,c0160,c0170,c0180,c0190
    "
  `)
})

test('the package says whom it is from, and which tables it fills', () => {
  const filing = { lei: facts.entity.lei, country: 'FR', currency: 'EUR', day: facts.today, at: new Date('2026-11-25T08:09:10.011Z') }
  // The zip, its one folder and nothing else bear this name.
  expect(packageName(filing)).toBe('5493001KJTIIGC8Y1R12.IND_FR_DORA010100_DORA_2026-11-24_20261125080910011')
  const files = packageOf(buildRegister(facts), filing)
  expect(new Set(files.map(({ name }) => name.split('/')[0]))).toEqual(new Set([packageName(filing)]))
  expect(files.map(({ name }) => name.split('/').slice(1).join('/'))).toEqual([
    'META-INF/reportPackage.json',
    'reports/report.json',
    'reports/parameters.csv',
    'reports/FilingIndicators.csv',
    ...tableNames.map((name) => `reports/${name.toLowerCase()}.csv`),
  ])
  const contentOf = (name: string) => files.find((file) => file.name.endsWith(name))?.content.join('')
  expect(contentOf('parameters.csv')).toContain('entityID,rs:5493001KJTIIGC8Y1R12.IND\r\nrefPeriod,2026-11-24\r\nbaseCurrency,iso4217:EUR\r\n')
  expect(contentOf('FilingIndicators.csv')).toMatch(/B_01\.01,true[\s\S]*B_01\.03,true[\s\S]*B_99\.01,true/)
})

test('what is missing is told of each record, and nothing where all is said', () => {
  expect(missingOf({ ...facts, edges: [] })).toEqual([])
  const { suppliers } = facts
  expect(missingOf(facts)).toEqual([
    {
      entity: 'supplier',
      id: 3,
      name: 'Power',
      fields: [
        { field: 'code', column: 'B_05.01.c0010', problem: 'MISSING' },
        { field: 'country', column: 'B_05.01.c0080', problem: 'MISSING' },
      ],
    },
  ])
  const bare = {
    ...facts,
    edges: [],
    entity: { ...facts.entity, lei: null },
    contracts: [{ ...agreement, services: [1], overarching: null, currency: null }],
    services: [{ ...hosting, rto: null }, support],
  }
  expect(missingOf({ ...bare, suppliers }).map(({ entity, id, fields }) => [entity, id, fields.map(({ field }) => field).join()])).toEqual([
    ['settings', null, 'lei'],
    ['supplier_contract', 1, 'overarching,currency'],
    ['supplier_service', 2, 'contract'],
    ['supplier_service', 1, 'rto'],
  ])
})

test('what an authority would send back is told, too: a code that two have, one that is not taken, a parent without a row', () => {
  const problemsOf = (...suppliers: SupplierFact[]) =>
    missingOf({ ...facts, suppliers }).flatMap(({ name, fields }) => fields.map(({ field, problem }) => `${name} ${field} ${problem}`))
  const [cloud, centre, power] = [company(1, 'Cloud', 'A'), company(2, 'Centre', 'B'), company(3, 'Power', 'C')]
  expect(problemsOf(cloud, centre, power)).toEqual([])
  expect(problemsOf(cloud, { ...centre, code: 'A' }, power)).toEqual(['Cloud code TWICE', 'Centre code TWICE'])
  expect(problemsOf({ ...cloud, code_type: 'VAT' }, centre, power)).toEqual(['Cloud code_type LEI_OR_EUID'])
  // Outside the Union and for people, whatever there is has to do.
  expect(problemsOf({ ...cloud, code_type: 'VAT', country: 'US' }, { ...centre, code_type: 'VAT', person_type: 'NATURAL' }, power)).toEqual([])
  expect(problemsOf({ ...cloud, parent_code_type: 'LEI', parent_code: 'Z' }, centre, power)).toEqual([
    'Cloud corporate_group MISSING',
    'Cloud parent_country MISSING',
  ])
  expect(problemsOf({ ...cloud, parent_code_type: 'LEI', parent_code: 'B' }, centre, power)).toEqual([])
  const parent = { parent_code_type: 'LEI', parent_code: 'Z', corporate_group: 'Cloud Group', parent_country: 'US' } as const
  expect(csvOf('B_05.01', buildRegister({ ...facts, suppliers: [{ ...cloud, ...parent }, centre, power] })['B_05.01'] ?? [])).toContain(
    'Z,eba_qCO:qx2000,,,Cloud Group,Cloud Group,eba_CT:x212,eba_GA:US,,,Z,eba_qCO:qx2000',
  )
})
