import type { MissingRecord } from '#areas/suppliers/contract/calls.ts'
import * as code from './codes.ts'
import type { ContractFact, RegisterFacts, ServiceFact, SupplierFact } from './facts.ts'
import type { Register, TableName, TableRow } from './tables.ts'

/** An agreement about ICT services, with its supplier. */
interface Arrangement {
  readonly contract: ContractFact
  readonly supplier: SupplierFact
  readonly services: readonly ServiceFact[]
}
interface Link {
  readonly rank: number
  readonly supplier: SupplierFact
  readonly recipient: SupplierFact
}

/** A supplier in columns of the register: its code and the type of it. */
const codeOf = ({ code: value, code_type }: SupplierFact) => [value ?? '', value ? code.codeType(code_type) : ''] as const

/** What stands in the register of information by what is known; what is not known is left empty. */
export function buildRegister(facts: RegisterFacts): Register {
  const { entity, organisation, today } = facts
  const lei = entity.lei ?? ''
  const arrangements = arrangementsOf(facts)
  const functions = functionsOf(facts)
  const chains = new Map(
    arrangements.flatMap((one) => one.services.map((service) => [`${one.contract.id} ${service.id}`, chainOf(facts, one, service)] as const)),
  )
  const links = [...chains.values()].flat()
  const providers = [
    ...new Map([...arrangements.map(({ supplier }) => supplier), ...links.map(({ supplier }) => supplier)].map((one) => [one.id, one])).values(),
  ]
  const perService = (row: (one: Arrangement, service: ServiceFact) => TableRow | readonly TableRow[]) =>
    once(arrangements.flatMap((one) => one.services.flatMap((service) => row(one, service))))
  return {
    'B_01.01': [
      {
        c0010: lei,
        c0020: entity.name ?? organisation,
        c0030: code.country(entity.country),
        c0040: code.entityType(entity.type),
        c0050: entity.authority,
        c0060: today,
      },
    ],
    'B_01.02': [
      {
        c0010: lei,
        c0020: entity.name ?? organisation,
        c0030: code.country(entity.country),
        c0040: code.entityType(entity.type),
        c0050: code.soleEntity,
        c0060: lei,
        c0070: today,
        c0080: today,
        c0090: code.noEnd,
        c0100: code.currency(entity.currency),
        c0110: entity.total_assets,
      },
    ],
    'B_02.01': arrangements.map(({ contract }) => ({
      c0010: contract.identifier,
      c0020: code.arrangement(contract.type),
      c0030: contract.overarching,
      c0040: code.currency(contract.currency),
      c0050: contract.annual_cost,
    })),
    'B_02.02': perService((one, service) => useOf(one, service, lei, functions)),
    'B_03.01': arrangements.map(({ contract }) => ({ c0010: contract.identifier, c0020: lei, c0030: 'true' })),
    'B_03.02': arrangements.map(({ contract, supplier }) => {
      const [value, type] = codeOf(supplier)
      return { c0010: contract.identifier, c0020: value, c0030: type, c0045: 'true' }
    }),
    'B_04.01': arrangements.map(({ contract }) => ({ c0010: contract.identifier, c0020: lei, c0030: code.noBranch, c0040: null })),
    'B_05.01': providers.map((supplier) => providerOf(supplier, arrangements, entity.currency)),
    'B_05.02': perService(({ contract }, service) =>
      (chains.get(`${contract.id} ${service.id}`) ?? []).map(({ rank, supplier, recipient }) => {
        const [[value, type], [to, toType]] = [codeOf(supplier), codeOf(recipient)]
        return { c0010: contract.identifier, c0020: code.ictType(service.ict_type ?? ''), c0030: value, c0040: type, c0050: rank, c0060: to, c0070: toType }
      }),
    ),
    'B_06.01': [...functions.values()].map(({ id, of }) => ({
      c0010: id,
      c0020: null,
      c0030: of.function_name,
      c0040: lei,
      c0050: code.assessment(of.function_critical),
      c0060: of.function_reason,
      c0070: of.function_assessed_on,
      c0080: of.rto,
      c0090: of.rpo,
      c0100: code.level(of.function_impact),
    })),
    'B_07.01': perService(({ contract, supplier }, service) => assessmentOf(contract, supplier, service)),
  }
}

function useOf({ contract, supplier }: Arrangement, service: ServiceFact, lei: string, functions: Functions): TableRow {
  const [value, type] = codeOf(supplier)
  return {
    c0010: contract.identifier,
    c0020: lei,
    c0030: value,
    c0040: type,
    c0050: functions.get(functionKey(service))?.id ?? '',
    c0060: code.ictType(service.ict_type ?? ''),
    c0070: contract.start_date,
    c0080: contract.end_date ?? code.noEnd,
    c0090: code.termination(contract.termination_reason),
    c0100: contract.notice_days,
    c0110: contract.supplier_notice_days,
    c0120: code.country(contract.governing_country),
    c0130: code.country(service.provision_country),
    c0140: code.yesNo(service.stores_data),
    c0150: service.stores_data ? code.country(service.storage_country) : '',
    c0160: code.country(service.processing_country),
    c0170: service.stores_data ? code.level(service.sensitivity) : '',
    c0180: code.reliance(service.reliance),
  }
}

function assessmentOf(contract: ContractFact, supplier: SupplierFact, service: ServiceFact): TableRow {
  const [value, type] = codeOf(supplier)
  return {
    c0010: contract.identifier,
    c0020: value,
    c0030: type,
    c0040: code.ictType(service.ict_type ?? ''),
    c0050: code.substitutability(service.substitutability),
    c0060: code.substitution(service.substitution_reason),
    c0070: service.last_audit,
    c0080: code.yesNo(service.exit_plan === null ? null : service.exit_plan === 'YES'),
    c0090: code.reintegration(service.reintegration),
    c0100: code.level(service.service_impact),
    c0110: code.assessment(service.alternatives),
    c0120: service.alternative,
  }
}

/** What a supplier costs in all is said where its agreements are of one currency; whoever has no parent is its own. */
function providerOf(supplier: SupplierFact, arrangements: readonly Arrangement[], preferred: string | null): TableRow {
  const [value, type] = codeOf(supplier)
  const own = arrangements.filter((one) => one.supplier.id === supplier.id && one.contract.annual_cost !== null)
  const currencies = [...new Set(own.map(({ contract }) => contract.currency ?? preferred))]
  const [only] = currencies
  const single = currencies.length === 1 && only
  return {
    c0010: value,
    c0020: type,
    c0030: null,
    c0040: null,
    c0050: supplier.name,
    c0060: supplier.name,
    c0070: code.person(supplier.person_type),
    c0080: code.country(supplier.country),
    c0090: single ? code.currency(only) : '',
    c0100: single ? own.reduce((sum, { contract }) => sum + (contract.annual_cost ?? 0), 0) : null,
    c0110: supplier.parent_code ?? value,
    c0120: supplier.parent_code ? code.codeType(supplier.parent_code_type) : type,
  }
}

function arrangementsOf({ contracts, suppliers, services }: RegisterFacts): Arrangement[] {
  const supplierOf = new Map(suppliers.map((one) => [one.id, one]))
  const serviceOf = new Map(services.map((one) => [one.id, one]))
  return contracts.flatMap((contract) => {
    const supplier = supplierOf.get(contract.supplier_id ?? 0)
    const about = contract.services.flatMap((id) => serviceOf.get(id) ?? [])
    return supplier && about.length > 0 ? [{ contract, supplier, services: about }] : []
  })
}

type Functions = ReadonlyMap<string, { readonly id: string; readonly of: ServiceFact }>
const functionKey = ({ function_name }: ServiceFact) => (function_name ?? '').trim().toLowerCase()

/** Services of one name support one function; the one that says most of it speaks for it. */
function functionsOf({ services }: RegisterFacts): Functions {
  const named = Map.groupBy(
    services.filter((service) => functionKey(service) !== ''),
    functionKey,
  )
  const weight = { YES: 2, NO: 1, NOT_ASSESSED: 0 } as const
  const telling = (group: readonly ServiceFact[]) =>
    group.reduce((best, one) => (weight[one.function_critical ?? 'NOT_ASSESSED'] > weight[best.function_critical ?? 'NOT_ASSESSED'] ? one : best))
  return new Map([...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, group], n) => [key, { id: `F${n + 1}`, of: telling(group) }]))
}

/** Who takes part in a service of an agreement, by rank: the supplier itself, who works for it on this service, and who works for those. */
function chainOf({ edges, suppliers }: RegisterFacts, { supplier }: Arrangement, service: ServiceFact): Link[] {
  const known = new Map(suppliers.map((one) => [one.id, one]))
  const links: Link[] = [{ rank: 1, supplier, recipient: supplier }]
  const seen = new Set([supplier.id])
  for (let at = 0; at < links.length; at += 1) {
    const { rank, supplier: recipient } = links[at] as Link
    for (const edge of edges) {
      const next = edge.owner === recipient.id && (rank > 1 || edge.service === null || edge.service === service.id) ? known.get(edge.supplier) : undefined
      if (!next || seen.has(next.id)) continue
      seen.add(next.id)
      links.push({ rank: rank + 1, supplier: next, recipient })
    }
  }
  return links
}

/** Rows that say the same are one. */
const once = (rows: readonly TableRow[]): TableRow[] => [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]

type Needed = readonly (readonly [field: string, value: unknown, column: `${TableName}.${string}`])[]
const lacking = (needed: Needed) => needed.filter(([, value]) => value === null || value === '').map(([field, , column]) => ({ field, column }))

/** What a complete register still asks for, record by record. */
export function missingOf(facts: RegisterFacts): MissingRecord[] {
  const { entity, organisation } = facts
  const arrangements = arrangementsOf(facts)
  const providers = new Map(
    arrangements.flatMap((one) => one.services.flatMap((service) => chainOf(facts, one, service))).map(({ supplier }) => [supplier.id, supplier]),
  )
  const used = new Map(arrangements.flatMap(({ services }) => services).map((service) => [service.id, service]))
  const about = (entityName: MissingRecord['entity'], id: number | null, name: string, needed: Needed): MissingRecord[] => {
    const fields = lacking(needed)
    return fields.length > 0 ? [{ entity: entityName, id, name, fields }] : []
  }
  return [
    ...about('settings', null, organisation, [
      ['lei', entity.lei, 'B_01.01.c0010'],
      ['country', entity.country, 'B_01.01.c0030'],
      ['type', entity.type, 'B_01.01.c0040'],
      ['authority', entity.authority, 'B_01.01.c0050'],
      ['currency', entity.currency, 'B_01.02.c0100'],
      ['total_assets', entity.total_assets, 'B_01.02.c0110'],
    ]),
    ...facts.contracts
      .filter(({ services, supplier_id }) => services.length === 0 && facts.services.some((service) => service.supplier_id === supplier_id))
      .map(({ id, name }) => ({ entity: 'supplier_contract' as const, id, name, fields: [{ field: 'services', column: 'B_02.02.c0060' }] })),
    ...arrangements.flatMap(({ contract }) => about('supplier_contract', contract.id, contract.name, contractNeeds(contract))),
    ...facts.services
      .filter(({ id }) => !used.has(id))
      .map(({ id, name }) => ({ entity: 'supplier_service' as const, id, name, fields: [{ field: 'contract', column: 'B_02.02.c0010' }] })),
    ...[...used.values()].flatMap((service) => about('supplier_service', service.id, service.name, serviceNeeds(service))),
    ...[...providers.values()].flatMap((one) =>
      about('supplier', one.id, one.name, [
        ['code', one.code, 'B_05.01.c0010'],
        ['person_type', one.person_type, 'B_05.01.c0070'],
        ['country', one.country, 'B_05.01.c0080'],
      ]),
    ),
  ]
}

const contractNeeds = (contract: ContractFact): Needed => [
  ...(contract.type === 'SUBSEQUENT' ? ([['overarching', contract.overarching, 'B_02.01.c0030']] as const) : []),
  ['currency', contract.currency, 'B_02.01.c0040'],
  ['annual_cost', contract.annual_cost, 'B_02.01.c0050'],
  ['start_date', contract.start_date, 'B_02.02.c0070'],
  ['notice_days', contract.notice_days, 'B_02.02.c0100'],
  ['supplier_notice_days', contract.supplier_notice_days, 'B_02.02.c0110'],
  ['governing_country', contract.governing_country, 'B_02.02.c0120'],
]

const serviceNeeds = (service: ServiceFact): Needed => [
  ['function_name', service.function_name, 'B_06.01.c0030'],
  ['provision_country', service.provision_country, 'B_02.02.c0130'],
  ['processing_country', service.processing_country, 'B_02.02.c0160'],
  ...(service.stores_data
    ? ([
        ['storage_country', service.storage_country, 'B_02.02.c0150'],
        ['sensitivity', service.sensitivity, 'B_02.02.c0170'],
      ] as const)
    : []),
  // Asked of what supports a critical or important function.
  ...(service.function_critical === 'YES'
    ? ([
        ['function_reason', service.function_reason, 'B_06.01.c0060'],
        ['function_assessed_on', service.function_assessed_on, 'B_06.01.c0070'],
        ['rto', service.rto, 'B_06.01.c0080'],
        ['rpo', service.rpo, 'B_06.01.c0090'],
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
