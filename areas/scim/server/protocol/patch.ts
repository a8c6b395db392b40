import { checked, find, isComplex, isUnkept, singleOf, stable, valueOf, type Complex, type Document, type Found, type Value } from './attributes.ts'
import { invalid } from './errors.ts'
import { readTarget, type Filter, type Target } from './filter.ts'
import { matchesValue } from './matches.ts'
import type { ResourceType, Schema } from './schemas.ts'

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const mostOperations = 1000

type Op = 'add' | 'replace' | 'remove'
export interface Operation {
  readonly op: Op
  readonly path: string | undefined
  readonly value: unknown
}

/** Reads the operations of a change; whatever the case of their names, as Entra ID writes them. */
export function readOperations(body: unknown): Operation[] {
  const given = isComplex(body) ? (body as Readonly<Record<string, unknown>>) : {}
  const all = lookUp(given, 'operations')
  const schemas = lookUp(given, 'schemas')
  if (Array.isArray(schemas) && !schemas.some((one) => String(one).toLowerCase() === patchSchema.toLowerCase()))
    throw invalid('invalidSyntax', `The body is none of ${patchSchema}`)
  if (!Array.isArray(all) || all.length === 0) throw invalid('invalidSyntax', 'Operations are missing')
  if (all.length > mostOperations) throw invalid('tooMany', `A change has at most ${mostOperations} operations`)
  return all.map((one: unknown) => {
    if (!isComplex(one)) throw invalid('invalidSyntax', 'An operation is an object')
    const op = String(lookUp(one, 'op')).toLowerCase()
    const path = lookUp(one, 'path')
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw invalid('invalidSyntax', `${op.slice(0, 40)} is no operation`)
    if (path !== undefined && path !== null && typeof path !== 'string') throw invalid('invalidPath', 'A path is text')
    if (op === 'remove' && !path) throw invalid('noTarget', 'What is removed needs a path')
    return { op, path: typeof path === 'string' && path.trim() !== '' ? path : undefined, value: lookUp(one, 'value') }
  })
}

const lookUp = (from: Readonly<Record<string, unknown>>, name: string) => {
  const key = Object.keys(from).find((one) => one.toLowerCase() === name)
  return key === undefined ? undefined : from[key]
}

/** What is worked out for a document is changed elsewhere. */
export type Worked = (operation: Operation, target: Target) => void

type Draft = Record<string, Value | undefined>

/** A document after a change: all of its operations, or none. */
export function patched(type: ResourceType, document: Document, operations: readonly Operation[], worked: Worked = () => {}): Document {
  const draft: Draft = { ...document }
  for (const operation of operations) apply(type, draft, operation, worked)
  const left = Object.fromEntries(Object.entries(draft).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  return checked(type, left)
}

function apply(type: ResourceType, draft: Draft, operation: Operation, worked: Worked): void {
  const { op, path, value } = operation
  if (path === undefined) {
    if (!isComplex(value)) throw invalid('invalidValue', 'Without a path the value is an object')
    for (const [key, one] of Object.entries(value)) {
      if (isWritable(type, key)) apply(type, draft, { op, path: key, value: one }, worked)
    }
    return
  }
  const target = readTarget(path)
  const extension = target.path.name === '' ? type.extensions.find(({ id }) => id.toLowerCase() === target.path.schema?.toLowerCase()) : undefined
  if (extension) return applyToSchema(type, draft, operation, extension, worked)
  const sub = target.sub ?? target.path.sub
  const found = find(type, { ...target.path, sub })
  if (!found) {
    if (isUnkept(target.path)) return
    throw invalid('invalidPath', `There is no ${path.slice(0, 100)}`)
  }
  if (type.worked.includes(found.attribute.name) && found.attribute.mutability !== 'readOnly') return worked(operation, target)
  if (found.attribute.mutability === 'readOnly' || found.sub?.mutability === 'readOnly') throw invalid('mutability', `${path.slice(0, 100)} is only read`)
  if (op === 'remove' && found.attribute.required) throw invalid('mutability', `${found.attribute.name} is always there`)
  const holder: Draft = found.schema ? { ...(isComplex(draft[found.schema.id]) ? (draft[found.schema.id] as Complex) : {}) } : draft
  holder[found.attribute.name] = changed(found, target.filter, operation, holder[found.attribute.name])
  if (found.schema) draft[found.schema.id] = emptied(holder)
}

/** Whether what is sent beside other things is to be written: what is only read, or is not known, is left out there as in a whole resource. */
function isWritable(type: ResourceType, key: string): boolean {
  if (key.toLowerCase() === 'schemas') return false
  const { path, sub } = readTarget(key)
  if (path.name === '') return type.extensions.some(({ id }) => id.toLowerCase() === path.schema?.toLowerCase())
  const found = find(type, { ...path, sub: sub ?? path.sub })
  return found !== undefined && found.attribute.mutability !== 'readOnly' && found.sub?.mutability !== 'readOnly'
}

/** An extension as a whole: its attributes one by one, or all of them away. */
function applyToSchema(type: ResourceType, draft: Draft, { op, value }: Operation, { id }: Schema, worked: Worked): void {
  if (op === 'remove') {
    delete draft[id]
    return
  }
  if (!isComplex(value)) throw invalid('invalidValue', `${id} takes an object`)
  for (const [key, one] of Object.entries(value)) if (isWritable(type, `${id}:${key}`)) apply(type, draft, { op, path: `${id}:${key}`, value: one }, worked)
}

function emptied(values: Draft): Complex | undefined {
  const left = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  return Object.keys(left).length > 0 ? left : undefined
}

function changed({ attribute, sub }: Found, filter: Filter | undefined, { op, value }: Operation, held: Value | undefined): Value | undefined {
  if (!attribute.multiValued) {
    if (filter) throw invalid('invalidPath', `${attribute.name} has one value alone`)
    if (!sub) {
      if (op === 'remove') return undefined
      const given = valueOf(attribute, value)
      return attribute.type === 'complex' && isComplex(held) && isComplex(given) ? { ...held, ...given } : given
    }
    const next: Draft = { ...(isComplex(held) ? held : {}) }
    next[sub.name] = op === 'remove' ? undefined : valueOf(sub, value, `${attribute.name}.${sub.name}`)
    return emptied(next)
  }
  const values = Array.isArray(held) ? (held as readonly Value[]) : []
  const isMeant = (one: Value) => !filter || matchesValue(attribute, filter, one)
  if (op === 'remove') {
    if (sub) return kept(values.map((one) => (isMeant(one) ? emptied({ ...(one as Complex), [sub.name]: undefined }) : one)))
    // Some name in the value what is to go, and mean no more than that.
    const gone = filter || value === undefined || value === null ? undefined : (valueOf(attribute, value) as readonly Complex[] | undefined)
    return kept(values.filter((one) => (gone ? !gone.some((other) => isSame(one, other)) : !isMeant(one))))
  }
  if (!filter && !sub) {
    const given = (valueOf(attribute, value) ?? []) as readonly Value[]
    if (op === 'replace') return kept(given)
    const added = given.filter((one) => !values.some((other) => stable(one) === stable(other)))
    return kept(onePrimary(values, added))
  }
  const one = sub ? { [sub.name]: valueOf(sub, value, `${attribute.name}.${sub.name}`) } : singleOf(attribute, value, attribute.name)
  const given = isComplex(one) ? one : {}
  const meant = values.filter(isMeant)
  // What is not there yet is made, with what the filter says of it.
  if (meant.length === 0) return kept(onePrimary(values, [emptied({ ...(filter ? said(attribute.subAttributes ?? [], filter) : {}), ...given }) ?? []].flat()))
  const next = values.map((old) => (meant.includes(old) ? emptied({ ...(old as Complex), ...given }) : old))
  return kept(given.primary === true && meant.length === 1 ? next.map((old, n) => (meant.includes(values[n] ?? '') ? old : lesser(old))) : next)
}

const kept = (values: readonly (Value | undefined)[]): Value | undefined => {
  const left = values.filter((one) => one !== undefined)
  return left.length > 0 ? left : undefined
}

/** A value that is no longer the primary one. */
const lesser = (value: Value | undefined): Value | undefined => (isComplex(value) && value.primary === true ? { ...value, primary: false } : value)

const onePrimary = (values: readonly Value[], added: readonly Value[]): (Value | undefined)[] =>
  added.some((one) => isComplex(one) && one.primary === true) ? [...values.map(lesser), ...added] : [...values, ...added]

const isSame = (one: Value, other: Complex): boolean =>
  isComplex(one) && (typeof other.value === 'string' ? one.value === other.value : stable(one) === stable(other))

/** What a filter says that a value is. */
function said(parts: readonly { readonly name: string; readonly type: string }[], filter: Filter): Draft {
  if (filter.op === 'and') return { ...said(parts, filter.of[0]), ...said(parts, filter.of[1]) }
  if (filter.op !== 'eq') return {}
  const part = parts.find(({ name }) => name.toLowerCase() === filter.path.name.toLowerCase())
  if (!part || filter.value === null) return {}
  return { [part.name]: part.type === 'boolean' ? filter.value === true || filter.value === 'true' : String(filter.value) }
}
