import type { ContractFact, RegisterFacts, ServiceFact, SupplierFact } from './facts.ts'

/** An agreement about ICT services, with its supplier. */
export interface Arrangement {
  readonly contract: ContractFact
  readonly supplier: SupplierFact
  /** Those that support a critical function first. */
  readonly services: readonly ServiceFact[]
}
/** Somebody who takes part in a service, and for whom. */
export interface Link {
  readonly rank: number
  readonly supplier: SupplierFact
  readonly recipient: SupplierFact
}
/** What services of one name support together. */
export interface SupportedFunction {
  readonly id: string
  readonly critical: boolean
  /** What is said of it: by the service that says most, and by the others what that one leaves open. */
  readonly of: ServiceFact
  /** The service at which the rest is to be said. */
  readonly at: number
}

/** What a register is about, as its tables and what they lack need it. */
export interface Reported {
  readonly arrangements: readonly Arrangement[]
  /** Agreements under which others of the register were made, and that cover no ICT service themselves. */
  readonly frameworks: readonly Omit<Arrangement, 'services'>[]
  readonly functionOf: (service: ServiceFact) => SupportedFunction | undefined
  readonly functions: readonly SupportedFunction[]
  readonly chainOf: (arrangement: Arrangement, service: ServiceFact) => readonly Link[]
  /** Whoever takes part, each once. */
  readonly providers: readonly SupplierFact[]
}

const functionKey = ({ function_name }: ServiceFact) => (function_name ?? '').trim().toLowerCase()
const weight = { YES: 2, NO: 1, NOT_ASSESSED: 0 } as const
const heavier = (a: ServiceFact, b: ServiceFact) => weight[b.function_critical ?? 'NOT_ASSESSED'] - weight[a.function_critical ?? 'NOT_ASSESSED'] || a.id - b.id

/** What the first says, and what only the others do. */
export function fold<T extends object>(rows: readonly T[]): T {
  const merged = Object.assign({}, ...rows.toReversed()) as Record<string, unknown>
  for (const row of rows.toReversed()) for (const [name, value] of Object.entries(row)) if (value !== null && value !== '') merged[name] = value
  return merged as T
}

export function reported(facts: RegisterFacts): Reported {
  const supplierOf = new Map(facts.suppliers.map((one) => [one.id, one]))
  const serviceOf = new Map(facts.services.map((one) => [one.id, one]))
  const arrangements = facts.contracts.flatMap((contract): Arrangement[] => {
    const supplier = supplierOf.get(contract.supplier_id ?? 0)
    const services = contract.services.flatMap((id) => serviceOf.get(id) ?? []).toSorted(heavier)
    return supplier && services.length > 0 ? [{ contract, supplier, services }] : []
  })
  const functions = functionsOf(facts)
  const covered = new Map<string, Link[]>()
  const chain = (one: Arrangement, service: ServiceFact): readonly Link[] => {
    const key = `${one.supplier.id} ${service.id}`
    const known = covered.get(key) ?? chainOf(facts, supplierOf, one.supplier, service)
    covered.set(key, known)
    return known
  }
  const links = arrangements.flatMap((one) => one.services.flatMap((service) => chain(one, service)))
  const frameworks = frameworksOf(facts, supplierOf, arrangements)
  const taking = [...links, ...frameworks].map(({ supplier }) => supplier)
  return {
    arrangements,
    frameworks,
    functionOf: (service) => functions.get(functionKey(service)),
    functions: [...functions.values()],
    chainOf: chain,
    providers: [...new Map(taking.map((one) => [one.id, one])).values()],
  }
}

function frameworksOf({ contracts }: RegisterFacts, supplierOf: ReadonlyMap<number, SupplierFact>, arrangements: readonly Arrangement[]) {
  const byReference = new Map(contracts.map((one) => [one.identifier, one]))
  const found = new Map(arrangements.map(({ contract }) => [contract.identifier, contract]))
  const frameworks: Omit<Arrangement, 'services'>[] = []
  const wanted = [...found.values()]
  for (let at = 0; at < wanted.length; at += 1) {
    const reference = wanted[at]?.overarching
    const contract = reference === null || reference === undefined || found.has(reference) ? undefined : byReference.get(reference)
    const supplier = supplierOf.get(contract?.supplier_id ?? 0)
    if (!contract || !supplier) continue
    found.set(contract.identifier, contract)
    wanted.push(contract)
    frameworks.push({ contract, supplier })
  }
  return frameworks
}

/** A function bears the number of the first service that supports it, so that it keeps its name while others come and go. */
function functionsOf({ services }: RegisterFacts): ReadonlyMap<string, SupportedFunction> {
  const named = Map.groupBy(
    services.filter((service) => functionKey(service) !== ''),
    functionKey,
  )
  const all = [...named].map(([key, group]): [string, SupportedFunction] => {
    const sorted = group.toSorted(heavier)
    const first = Math.min(...group.map(({ id }) => id))
    return [key, { id: `F${first}`, critical: sorted[0]?.function_critical === 'YES', of: fold(sorted), at: sorted[0]?.id ?? first }]
  })
  return new Map(all.toSorted(([, a], [, b]) => Number(a.id.slice(1)) - Number(b.id.slice(1))))
}

/** Who takes part in a service of an agreement: the supplier itself, who works for it on this service, and who works for those; by rank, a line for each that works for somebody. */
function chainOf({ edges }: RegisterFacts, supplierOf: ReadonlyMap<number, SupplierFact>, supplier: SupplierFact, service: ServiceFact): Link[] {
  const links: Link[] = [{ rank: 1, supplier, recipient: supplier }]
  const expanded = new Set<number>()
  for (let at = 0; at < links.length; at += 1) {
    const { rank, supplier: recipient } = links[at] as Link
    if (expanded.has(recipient.id)) continue
    expanded.add(recipient.id)
    for (const edge of edges) {
      const next = edge.owner === recipient.id && (rank > 1 || edge.service === null || edge.service === service.id) ? supplierOf.get(edge.supplier) : undefined
      if (next && next.id !== supplier.id) links.push({ rank: rank + 1, supplier: next, recipient })
    }
  }
  return links
}
