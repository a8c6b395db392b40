import { fold, reported, type Arrangement, type Reported } from './arrangements.ts'
import * as code from './codes.ts'
import type { RegisterFacts, ServiceFact, SupplierFact } from './facts.ts'
import { keys, type Register, type TableName, type TableRow } from './tables.ts'

/** A supplier in columns of the register: its code and the type of it. */
const codeOf = ({ code: value, code_type }: SupplierFact) => [value ?? '', value ? code.codeType(code_type) : ''] as const

/** Rows that a table cannot tell apart are one: what the first leaves open, the others say. */
const apart = (name: TableName, rows: readonly TableRow[]): TableRow[] =>
  [...Map.groupBy(rows, (row) => JSON.stringify(keys[name].map((column) => row[column]))).values()].map((same) => fold(same))

/** What stands in the register of information by what is known; what is not known is left empty. */
export function buildRegister(facts: RegisterFacts): Register {
  const { entity, organisation, today } = facts
  const lei = entity.lei ?? ''
  const about = reported(facts)
  const { arrangements } = about
  const agreements = [...arrangements, ...about.frameworks]
  const perService = (name: TableName, row: (one: Arrangement, service: ServiceFact) => readonly TableRow[]) =>
    apart(
      name,
      arrangements.flatMap((one) => one.services.flatMap((service) => row(one, service))),
    )
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
        c0080: entity.integrated_on ?? today,
        c0090: code.noEnd,
        c0100: code.currency(entity.currency),
        c0110: entity.total_assets,
      },
    ],
    'B_02.01': agreements.map(({ contract }) => ({
      c0010: contract.identifier,
      c0020: code.arrangement(contract.type),
      c0030: contract.type === 'SUBSEQUENT' ? contract.overarching : null,
      c0040: code.currency(contract.currency),
      c0050: contract.annual_cost,
    })),
    'B_02.02': perService('B_02.02', (one, service) => [useOf(one, service, lei, about)]),
    'B_03.01': agreements.map(({ contract }) => ({ c0010: contract.identifier, c0020: lei, c0030: 'true' })),
    'B_03.02': agreements.map(({ contract, supplier }) => {
      const [value, type] = codeOf(supplier)
      return { c0010: contract.identifier, c0020: value, c0030: type }
    }),
    'B_04.01': arrangements.map(({ contract }) => ({ c0010: contract.identifier, c0020: lei, c0030: code.noBranch, c0040: code.notApplicable })),
    'B_05.01': providersOf(facts, about),
    'B_05.02': perService('B_05.02', (one, service) =>
      about.chainOf(one, service).map(({ rank, supplier, recipient }) => {
        const [[value, type], [to, toType]] = [codeOf(supplier), codeOf(recipient)]
        return {
          c0010: one.contract.identifier,
          c0020: code.ictType(service.ict_type ?? ''),
          c0030: value,
          c0040: type,
          c0050: rank,
          c0060: to,
          c0070: toType,
        }
      }),
    ),
    'B_06.01': about.functions.map(({ id, of }) => ({
      c0010: id,
      c0020: code.activity(of.licensed_activity),
      c0030: of.function_name,
      c0040: lei,
      c0050: code.assessment(of.function_critical),
      c0060: of.function_reason,
      c0070: of.function_assessed_on ?? code.noEnd,
      // What nobody has set is no objective.
      c0080: of.rto ?? 0,
      c0090: of.rpo ?? 0,
      c0100: code.level(of.function_impact),
    })),
    'B_07.01': perService('B_07.01', (one, service) => (about.functionOf(service)?.critical ? [assessmentOf(one, service)] : [])),
  }
}

function useOf({ contract, supplier }: Arrangement, service: ServiceFact, lei: string, { functionOf }: Reported): TableRow {
  const [value, type] = codeOf(supplier)
  const { stores_data: stored } = service
  // Where nothing is stored there is no such place; the columns tell rows apart, so they say that.
  const placeOf = (country: string | null) => (stored ? code.country(country) : code.noCountry)
  return {
    c0010: contract.identifier,
    c0020: lei,
    c0030: value,
    c0040: type,
    c0050: functionOf(service)?.id ?? '',
    c0060: code.ictType(service.ict_type ?? ''),
    c0070: contract.start_date,
    c0080: contract.end_date ?? code.noEnd,
    c0090: code.termination(contract.termination_reason),
    c0100: contract.notice_days,
    c0110: contract.supplier_notice_days,
    c0120: code.country(contract.governing_country),
    c0130: code.country(service.provision_country),
    c0140: code.yesNo(stored),
    c0150: placeOf(service.storage_country),
    c0160: code.country(service.processing_country) || placeOf(null),
    c0170: stored ? code.level(service.sensitivity) : '',
    c0180: code.reliance(service.reliance),
  }
}

function assessmentOf({ contract, supplier }: Arrangement, service: ServiceFact): TableRow {
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

/** Whoever takes part, and the ultimate parents of those: whoever is named as one has a row of its own. */
function providersOf({ suppliers, entity }: RegisterFacts, { providers, arrangements }: Reported): TableRow[] {
  const named = providers.flatMap(({ parent_code }) => (parent_code ? suppliers.filter(({ code: own }) => own === parent_code) : []))
  const rows = [...providers, ...named].map((one) => providerOf(one, arrangements, entity.currency))
  const parents = [...providers, ...named].flatMap((one) => (one.parent_code ? [parentOf(one)] : []))
  return apart('B_05.01', [...rows, ...parents])
}

const parentOf = ({ parent_code, parent_code_type, corporate_group, parent_country }: SupplierFact): TableRow => ({
  c0010: parent_code,
  c0020: code.codeType(parent_code_type),
  c0030: null,
  c0040: null,
  c0050: corporate_group,
  c0060: corporate_group,
  c0070: code.person('LEGAL'),
  c0080: code.country(parent_country),
  c0090: null,
  c0100: null,
  c0110: parent_code,
  c0120: code.codeType(parent_code_type),
})

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
    c0030: supplier.additional_code,
    c0040: supplier.additional_code ? code.codeType(supplier.additional_code_type) : null,
    c0050: supplier.legal_name ?? supplier.name,
    c0060: supplier.legal_name ?? supplier.name,
    c0070: code.person(supplier.person_type),
    c0080: code.country(supplier.country),
    c0090: single ? code.currency(only) : '',
    c0100: single ? own.reduce((sum, { contract }) => sum + (contract.annual_cost ?? 0), 0) : null,
    c0110: supplier.parent_code ?? value,
    c0120: supplier.parent_code ? code.codeType(supplier.parent_code_type) : type,
  }
}
