import { eea } from '#areas/suppliers/contract/codes.ts'
import type { MissingRecord } from '#areas/suppliers/contract/calls.ts'
import { reported, type Arrangement, type Reported } from './arrangements.ts'
import type { RegisterFacts, ServiceFact, SupplierFact } from './facts.ts'
import type { TableName } from './tables.ts'

type Problem = MissingRecord['fields'][number]['problem']
type Needed = readonly (readonly [field: string, value: unknown, column: `${TableName}.${string}`])[]
interface Wrong {
  readonly field: string
  readonly column: string
  readonly problem: Problem
}

const lacking = (needed: Needed): Wrong[] =>
  needed.filter(([, value]) => value === null || value === '').map(([field, , column]) => ({ field, column, problem: 'MISSING' as const }))

/** What a complete register still asks for, and what an authority would send back, record by record. */
export function missingOf(facts: RegisterFacts): MissingRecord[] {
  const { entity, organisation } = facts
  const about = reported(facts)
  const used = new Map(about.arrangements.flatMap(({ services }) => services).map((service) => [service.id, service]))
  const record = (entityName: MissingRecord['entity'], id: number | null, name: string, fields: Wrong[]): MissingRecord[] =>
    fields.length > 0 ? [{ entity: entityName, id, name, fields }] : []
  const financial = entity.type !== 'NON_FINANCIAL' && entity.type !== 'NON_FINANCIAL_OTHER'
  return [
    ...record(
      'settings',
      null,
      organisation,
      lacking([
        ['lei', entity.lei, 'B_01.01.c0010'],
        ['country', entity.country, 'B_01.01.c0030'],
        ['type', entity.type, 'B_01.01.c0040'],
        ['authority', entity.authority, 'B_01.01.c0050'],
        ['integrated_on', entity.integrated_on, 'B_01.02.c0080'],
        ...(financial ? ([['total_assets', entity.total_assets, 'B_01.02.c0110']] as const) : []),
        ...(financial || entity.total_assets !== null ? ([['currency', entity.currency, 'B_01.02.c0100']] as const) : []),
      ]),
    ),
    ...facts.contracts
      .filter(({ services, supplier_id }) => services.length === 0 && facts.services.some((service) => service.supplier_id === supplier_id))
      .filter(({ identifier }) => !about.frameworks.some(({ contract }) => contract.identifier === identifier))
      .flatMap(({ id, name }) => record('supplier_contract', id, name, [{ field: 'services', column: 'B_02.02.c0060', problem: 'MISSING' }])),
    ...about.frameworks.flatMap(({ contract }) => record('supplier_contract', contract.id, contract.name, lacking(costNeeds(contract)))),
    ...about.arrangements.flatMap((one) => record('supplier_contract', one.contract.id, one.contract.name, lacking(contractNeeds(one, about, facts.today)))),
    ...facts.services
      .filter(({ id }) => !used.has(id))
      .flatMap(({ id, name }) => record('supplier_service', id, name, [{ field: 'contract', column: 'B_02.02.c0010', problem: 'MISSING' }])),
    ...[...used.values()].flatMap((service) => record('supplier_service', service.id, service.name, lacking(serviceNeeds(service, about)))),
    ...about.providers.flatMap((one) => record('supplier', one.id, one.name, supplierNeeds(one, about.providers, facts.suppliers))),
  ]
}

const costNeeds = (contract: Arrangement['contract']): Needed => [
  ...(contract.type === 'SUBSEQUENT' ? ([['overarching', contract.overarching, 'B_02.01.c0030']] as const) : []),
  ['currency', contract.currency, 'B_02.01.c0040'],
  ['annual_cost', contract.annual_cost, 'B_02.01.c0050'],
]

/** Notice and law are asked of what supports a critical or important function; why it ended, once it has. */
function contractNeeds({ contract, services }: Arrangement, { functionOf }: Reported, today: string): Needed {
  return [
    ...costNeeds(contract),
    ['start_date', contract.start_date, 'B_02.02.c0070'],
    ...(contract.end_date !== null && contract.end_date < today ? ([['termination_reason', contract.termination_reason, 'B_02.02.c0090']] as const) : []),
    ...(services.some((service) => functionOf(service)?.critical)
      ? ([
          ['notice_days', contract.notice_days, 'B_02.02.c0100'],
          ['supplier_notice_days', contract.supplier_notice_days, 'B_02.02.c0110'],
          ['governing_country', contract.governing_country, 'B_02.02.c0120'],
        ] as const)
      : []),
  ]
}

function serviceNeeds(service: ServiceFact, { functionOf }: Reported): Needed {
  const supported = functionOf(service)
  // What is asked of the function is said once, where most is said of it.
  const speaks = supported?.at === service.id ? supported : undefined
  return [
    ['function_name', service.function_name, 'B_06.01.c0030'],
    ['provision_country', service.provision_country, 'B_02.02.c0130'],
    ...(service.stores_data
      ? ([
          ['storage_country', service.storage_country, 'B_02.02.c0150'],
          ['processing_country', service.processing_country, 'B_02.02.c0160'],
          ['sensitivity', service.sensitivity, 'B_02.02.c0170'],
        ] as const)
      : []),
    ...(speaks ? ([['licensed_activity', speaks.of.licensed_activity, 'B_06.01.c0020']] as const) : []),
    ...(speaks?.critical
      ? ([
          ['function_reason', speaks.of.function_reason, 'B_06.01.c0060'],
          ['function_assessed_on', speaks.of.function_assessed_on, 'B_06.01.c0070'],
          ['rto', speaks.of.rto, 'B_06.01.c0080'],
          ['rpo', speaks.of.rpo, 'B_06.01.c0090'],
        ] as const)
      : []),
    ...(supported?.critical
      ? ([
          ['reliance', service.reliance, 'B_02.02.c0180'],
          ['substitutability', service.substitutability, 'B_07.01.c0050'],
          ...(service.substitutability === 'NOT' || service.substitutability === 'HIGHLY_COMPLEX'
            ? ([['substitution_reason', service.substitution_reason, 'B_07.01.c0060']] as const)
            : []),
          ['last_audit', service.last_audit, 'B_07.01.c0070'],
          ['exit_plan', service.exit_plan, 'B_07.01.c0080'],
          ['reintegration', service.reintegration, 'B_07.01.c0090'],
        ] as const)
      : []),
  ]
}

/** Its own code tells it apart from all others; its ultimate parent has a row, too. */
function supplierNeeds(one: SupplierFact, providers: readonly SupplierFact[], all: readonly SupplierFact[]): Wrong[] {
  const { code, code_type, person_type, country, parent_code } = one
  const parentKnown = !parent_code || parent_code === code || all.some(({ code: own }) => own === parent_code)
  const twice = code !== null && providers.some(({ id, code: other }) => id !== one.id && other === code)
  // A legal person of the Union has an LEI or an EUID; elsewhere, whatever there is may stand for an LEI that is not.
  const unfit = code !== null && person_type === 'LEGAL' && code_type !== 'LEI' && code_type !== 'EUID' && eea.has(country ?? '')
  return [
    ...lacking([
      ['code', code, 'B_05.01.c0010'],
      ['person_type', person_type, 'B_05.01.c0070'],
      ['country', country, 'B_05.01.c0080'],
      ...(parentKnown
        ? []
        : ([
            ['corporate_group', one.corporate_group, 'B_05.01.c0050'],
            ['parent_country', one.parent_country, 'B_05.01.c0080'],
          ] as const)),
    ]),
    ...(twice ? [{ field: 'code', column: 'B_05.01.c0010', problem: 'TWICE' as const }] : []),
    ...(unfit ? [{ field: 'code_type', column: 'B_05.01.c0020', problem: 'LEI_OR_EUID' as const }] : []),
  ]
}
