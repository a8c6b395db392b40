import { invalid } from './errors.ts'
import type { Path } from './filter.ts'
import { commonAttributes, type Attribute, type ResourceType, type Schema } from './schemas.ts'

export type Value = string | boolean | Complex | readonly Value[]
export interface Complex {
  readonly [name: string]: Value | undefined
}
/** What was told of a resource, in the names of its schemas; those of an extension stand under its URN. Nothing of it is empty. */
export type Document = Complex

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const [longestText, mostValues] = [2000, 500]

/** Attributes of the RFC that are not kept, since nothing here asks for them: taken, and left out. */
const unkept = new Set(['password', 'nickname', 'profileurl', 'phonenumbers', 'ims', 'photos', 'x509certificates'])

export interface Found {
  readonly attribute: Attribute
  /** The extension that it stands under. */
  readonly schema: Schema | undefined
  readonly sub: Attribute | undefined
}

export const named = (attributes: readonly Attribute[], name: string) => attributes.find((one) => same(one.name, name))

/** The attribute that a path is about; undefined where the type has none of the name. */
export function find(type: ResourceType, { schema, name, sub }: Path): Found | undefined {
  const extension = schema === undefined || same(schema, type.core.id) ? undefined : type.extensions.find(({ id }) => same(id, schema))
  if (schema !== undefined && !extension && !same(schema, type.core.id)) return undefined
  const attribute = named(extension ? extension.attributes : [...type.core.attributes, ...commonAttributes], name)
  if (!attribute) return undefined
  const part = sub === undefined ? undefined : named(attribute.subAttributes ?? [], sub)
  return sub !== undefined && !part ? undefined : { attribute, schema: extension, sub: part }
}

/** Whether a path is of the RFC and merely not kept. */
export const isUnkept = ({ schema, name }: Path) =>
  schema === undefined ? unkept.has(name.toLowerCase()) : unkept.has(name.toLowerCase()) && /:core:/i.test(schema)

/** One value as an attribute takes it; undefined for none. Throws invalidValue. */
export function valueOf(attribute: Attribute, given: unknown, at = attribute.name): Value | undefined {
  if (attribute.multiValued) {
    const all = Array.isArray(given) ? given : given === null || given === undefined ? [] : [given]
    if (all.length > mostValues) throw invalid('invalidValue', `${at} has at most ${mostValues} values`)
    const values = all.flatMap((one) => singleOf(attribute, one, at) ?? [])
    if (values.filter((one) => isComplex(one) && one.primary === true).length > 1) throw invalid('invalidValue', `One value of ${at} alone is the primary one`)
    return values.length > 0 ? values : undefined
  }
  // One value in a list is how some send a single one.
  return singleOf(attribute, Array.isArray(given) && given.length <= 1 ? given[0] : given, at)
}

export const isComplex = (value: unknown): value is Complex => typeof value === 'object' && value !== null && !Array.isArray(value)

export function singleOf(attribute: Attribute, given: unknown, at: string): Value | undefined {
  if (given === null || given === undefined) return undefined
  const bad = () => invalid('invalidValue', `${at} takes another value`)
  if (attribute.type === 'complex') {
    // Some send the value of one that has several parts by itself.
    const whole = isComplex(given) ? (given as Readonly<Record<string, unknown>>) : named(attribute.subAttributes ?? [], 'value') ? { value: given } : undefined
    if (!whole) throw bad()
    const read: Record<string, Value> = {}
    for (const [key, value] of Object.entries(whole)) {
      const sub = named(attribute.subAttributes ?? [], key)
      if (!sub || sub.mutability === 'readOnly') continue
      const one = valueOf(sub, value, `${at}.${sub.name}`)
      if (one !== undefined) read[sub.name] = one
    }
    return Object.keys(read).length > 0 ? read : undefined
  }
  if (attribute.type === 'boolean') {
    // As text, as Entra ID writes it in its older mode.
    if (typeof given === 'string' && /^(?:true|false)$/i.test(given)) return given.toLowerCase() === 'true'
    if (typeof given !== 'boolean') throw bad()
    return given
  }
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text !== 'string' || text.length > longestText || text.includes('\0') || !text.isWellFormed()) throw bad()
  if (text === '') return undefined
  return text
}

/** What may be written of a body, in the names of the schemas. Throws invalidValue for what is missing or of another kind. */
export function documentOf(type: ResourceType, body: Readonly<Record<string, unknown>>): Document {
  const read: Record<string, Value> = {}
  for (const [key, given] of Object.entries(body)) {
    const extension = type.extensions.find(({ id }) => same(id, key))
    if (extension) {
      if (given === null) continue
      if (!isComplex(given)) throw invalid('invalidValue', `${extension.id} takes another value`)
      const own = valuesOf(extension.attributes, given)
      if (Object.keys(own).length > 0) read[extension.id] = own
      continue
    }
    const attribute = named(
      [...type.core.attributes, ...commonAttributes],
      same(key.slice(0, type.core.id.length), type.core.id) ? key.slice(type.core.id.length + 1) : key,
    )
    if (!attribute || attribute.mutability === 'readOnly' || type.worked.includes(attribute.name)) continue
    const value = valueOf(attribute, given)
    if (value !== undefined) read[attribute.name] = value
  }
  return checked(type, read)
}

function valuesOf(attributes: readonly Attribute[], given: Readonly<Record<string, unknown>>): Record<string, Value> {
  const read: Record<string, Value> = {}
  for (const [key, one] of Object.entries(given)) {
    const attribute = named(attributes, key)
    if (!attribute || attribute.mutability === 'readOnly') continue
    const value = valueOf(attribute, one)
    if (value !== undefined) read[attribute.name] = value
  }
  return read
}

/** Throws where something is missing that every resource of the type has. */
export function checked(type: ResourceType, document: Document): Document {
  for (const { name, required } of type.core.attributes) if (required && typeof document[name] !== 'string') throw invalid('invalidValue', `${name} is missing`)
  return document
}

/** The same whatever the order in which it was told. */
export const stable = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (isComplex(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one))
