import type { Fields } from '#kit/contract/field.ts'
import type { RowRule } from '#kit/server/access/row-rule.ts'
import type { Area, LentRead } from '#kit/server/http/area.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Scopes } from '#areas/programs/contract/api-key.ts'

/** Rows that programs work with, by the name that they know them by. */
export interface ExposedType {
  readonly type: string
  readonly resource: Resource
  readonly creates: boolean
  readonly updates: boolean
}

/** Whose rows no program reads or writes, whatever an area says: who comes in, and how; what an organisation is; programs themselves. */
const closed = new Set(['access', 'tenancy', 'people', 'programs'])

/** What every area exposes, by name. Throws for a name given twice, and for what is closed to programs. */
export function exposedBy(areas: readonly Area[], resources: Resources): ReadonlyMap<string, ExposedType> {
  const types = new Map<string, ExposedType>()
  for (const [type, entity] of areas.flatMap(({ exposes }) => Object.entries(exposes ?? {}))) {
    const resource = resourceOf(resources, entity)
    const { rights, area } = resource.def
    if (types.has(type)) throw new Error(`Two areas expose ${type}`)
    if (closed.has(area)) throw new Error(`${entity} is closed to programs`)
    types.set(type, { type, resource: withinReach(resource), creates: rights.create !== null, updates: rights.update !== null })
  }
  return new Map([...types].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Reads that areas lend beside rows, by one scope. */
export interface LentScope {
  /** Of its word. */
  readonly area: string
  readonly reads: readonly LentRead[]
}
export type Lent = ReadonlyMap<string, LentScope>

/** What every area lends, by scope. Throws for a scope that is a type of rows as well, for a read lent twice, and for what is no read without a path of its own. */
export function lentBy(areas: readonly Area[]): Lent {
  const scopes = new Map<string, LentScope>()
  const names = new Set<string>()
  for (const { name: area, lends } of areas)
    for (const [scope, reads] of Object.entries(lends ?? {})) {
      if (areas.some(({ exposes }) => exposes?.[scope] !== undefined)) throw new Error(`${scope} is the name of rows`)
      for (const { name, call } of reads) {
        if (names.has(name)) throw new Error(`Two reads are lent as ${name}`)
        if (!/^GET [^{]*$/.test(call.route) || call.right === 'public' || call.right === 'session') throw new Error(`${call.route} cannot be lent`)
        names.add(name)
      }
      const known = scopes.get(scope)
      scopes.set(scope, { area: known?.area ?? area, reads: [...(known?.reads ?? []), ...reads] })
    }
  return scopes
}

/** What a key has made, or is given, is its own nowhere: it reaches what its role does, where its maker still does. */
export function withinReach(resource: Resource): Resource {
  const rules = { ...resource.rules }
  for (const [verb, rule] of Object.entries(resource.rules)) Object.assign(rules, { [verb]: nobodysOwn(rule) })
  return { ...resource, rules }
}

const nobodysOwn =
  (rule: RowRule): RowRule =>
  (row, who) =>
    rule(row, { ...who, memberId: 0 })

export const isWritable = ({ creates, updates }: ExposedType) => creates || updates

/** Entities that fields name, those of owned rows too. */
const namedBy = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ options }) => [...[options.entity ?? []].flat(), ...(options.entities ?? []), ...namedBy(options.fields ?? {})])

/**
 * The rights that scopes come to: to read a type, and what its rows name, so that they are named; to write one, all that its entity's rights say beside. Which rows of which type may be
 * asked for is said by the scope alone, since rights are shared.
 */
export function rightsOfScopes(
  { read, write }: Scopes,
  types: ReadonlyMap<string, ExposedType>,
  resources: Resources,
  every: ReadonlySet<string>,
  lent: Lent = new Map(),
): ReadonlySet<string> {
  const rights = new Set<string>(read.flatMap((name) => lent.get(name)?.reads.map(({ call }) => call.right) ?? []))
  for (const name of [...read, ...write]) {
    const resource = types.get(name)?.resource
    if (!resource) continue
    rights.add(resource.def.rights.read)
    for (const entity of namedBy(resource.def.fields)) {
      const named = resources.get(entity)
      if (named) rights.add(named.def.rights.read)
    }
  }
  for (const name of write) {
    const def = types.get(name)?.resource.def
    if (!def) continue
    for (const right of [def.rights.create, def.rights.update]) if (right !== null) rights.add(right)
    for (const right of every) if (right.startsWith(`${def.name}.`)) rights.add(right)
  }
  return rights
}

/** Whether a scope lets a type be read or written; who writes it reads it, too. */
export const scopeLets = ({ read, write }: Scopes, type: string, verb: 'read' | 'write'): boolean =>
  write.includes(type) || (verb === 'read' && read.includes(type))
