import { z } from 'zod'
import type { Operation } from './api.ts'

export type Json = Record<string, unknown>

/** The JSON schemas of a list of operations: what several of them use stands once among the components. */
export interface Schemas {
  readonly of: (schema: z.ZodType) => Json
  readonly propertiesOf: (schema: z.ZodType) => { readonly properties: Readonly<Record<string, Json>>; readonly required: readonly string[] }
  readonly components: Readonly<Record<string, Json>>
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const place = (name: string) => `#/components/schemas/${name}`

/** JSON text from which on a schema that is used twice is worth a component of its own. */
const worthNaming = 120

/**
 * Converts each schema once, however many operations use it, and puts what stands in several places, or refers to itself, among the components.
 * A row is named after its entity. Transforms are documented by what goes into them; what has no JSON counterpart is left open.
 */
export function schemasOf(operations: readonly Operation[]): Schemas {
  const sent = converted(
    operations.flatMap(({ params, query, body }) => [params, query, body]),
    'input',
  )
  const answered = converted(
    operations.map(({ answer }) => answer),
    'output',
  )
  const roots = new Map([...sent.roots, ...answered.roots])
  const rows = rowsOf(operations, answered.roots)
  const parts = new Map([...sent.parts, ...withSharedRows(answered.parts, rows)])
  const names = namesOf(
    parts,
    new Map([['output/Row', 'Row'], ...rows.flatMap(({ tag, whole, listed }) => [[whole, tag] as const, [listed, `${tag}_listed`] as const])]),
  )
  const components: Record<string, Json> = {}

  /** With references to components; what is short stands where it is used. */
  const placed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(placed)
    if (!isObject(value)) return value
    if (typeof value.$ref === 'string') return used(value.$ref)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, placed(inner)]))
  }
  const used = (ref: string): unknown => {
    const name = names.get(ref)
    if (name === undefined) return placed(parts.get(ref))
    if (!components[name]) {
      components[name] = {}
      components[name] = placed(parts.get(ref)) as Json
    }
    return { $ref: place(name) }
  }
  const of = new Map([...roots].map(([schema, json]) => [schema, placed(json) as Json]))
  return {
    components,
    of: (schema) => of.get(schema) ?? {},
    propertiesOf(schema) {
      const { $ref, ...json } = of.get(schema) ?? {}
      const whole = typeof $ref === 'string' ? components[$ref.slice(place('').length)] : json
      const { properties = {}, required = [] } = (whole ?? {}) as { properties?: Record<string, Json>; required?: string[] }
      return { properties, required }
    },
  }
}

/** The names of the parts that are components: rows, what is long, and what refers to itself; equal ones have one name. */
function namesOf(parts: ReadonlyMap<string, Json>, rows: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const byText = new Map<string, string>()
  for (const [ref, json] of parts) {
    const text = JSON.stringify(json)
    const row = rows.get(ref)
    if (!row && text.length < worthNaming && !text.includes('"$ref"')) continue
    const name = row ?? byText.get(text) ?? `Part${byText.size}`
    byText.set(text, name)
    names.set(ref, name)
  }
  return names
}

interface Converted {
  readonly roots: ReadonlyMap<z.ZodType, Json>
  /** What several schemas use, by the reference to it. */
  readonly parts: ReadonlyMap<string, Json>
}

/** All in one, so that what is looked at once is known everywhere: one by one takes five times as long. */
function converted(list: readonly (z.ZodType | undefined)[], io: 'input' | 'output'): Converted {
  const schemas = [...new Set(list.filter((schema) => schema !== undefined))]
  const all = z.object(Object.fromEntries(schemas.map((schema, index) => [`root${index}`, schema])))
  const { properties = {}, $defs = {} } = JSON.parse(
    JSON.stringify(z.toJSONSchema(all, { io, unrepresentable: 'any', reused: 'ref', override: ({ jsonSchema }) => brief(jsonSchema) })).replaceAll(
      '"#/$defs/',
      `"${io}/`,
    ),
  ) as { properties?: Record<string, Json>; $defs?: Record<string, Json> }
  const open = (json: Json): Json => {
    if (io === 'input') return json
    const { additionalProperties: _, ...rest } = json
    return rest
  }
  return {
    roots: new Map(schemas.map((schema, index) => [schema, open(properties[`root${index}`] ?? {})])),
    parts: new Map(Object.entries($defs).map(([name, json]) => [`${io}/${name}`, open(json)])),
  }
}

/** Leaves out what the format or the type says already, and says in one type what is a value or nothing. */
function brief(schema: Json): void {
  const [value, nothing, ...more] = Array.isArray(schema.anyOf) ? (schema.anyOf as Json[]) : []
  if (value && nothing?.type === 'null' && more.length === 0 && typeof value.type === 'string' && !value.enum) {
    delete schema.anyOf
    Object.assign(schema, value, { type: [value.type, 'null'] })
  }
  if (schema.format === 'date-time') delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

interface RowParts {
  readonly tag: string
  /** The references to what reading one answers, and to what lists hold. */
  readonly whole: string
  readonly listed: string
}

function rowsOf(operations: readonly Operation[], roots: ReadonlyMap<z.ZodType, Json>): RowParts[] {
  const answers = new Map(operations.map(({ method, path, answer }) => [`${method} ${path}`, roots.get(answer)?.properties]))
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  return tags.flatMap((tag) => {
    const one = answers.get(`GET /${tag}/{id}`) as { object?: { $ref?: string } } | undefined
    const page = answers.get(`POST /${tag}/page`) as { objects?: { items?: { $ref?: string } } } | undefined
    const [whole, listed] = [one?.object?.$ref, page?.objects?.items?.$ref]
    return whole && listed && whole !== listed ? [{ tag, whole, listed }] : []
  })
}

/** Says once what every row has, and of a whole row only which of its values are always there. */
function withSharedRows(parts: ReadonlyMap<string, Json>, rows: readonly RowParts[]): ReadonlyMap<string, Json> {
  const all = new Map(parts)
  const propertiesOf = (ref: string) => (parts.get(ref)?.properties ?? {}) as Record<string, Json>
  const [first] = rows
  if (!first) return all
  const common = Object.fromEntries(
    Object.entries(propertiesOf(first.listed)).filter(([name, json]) => rows.every(({ listed }) => equal(propertiesOf(listed)[name], json))),
  )
  all.set('output/Row', {
    type: 'object',
    properties: common,
    required: Object.keys(common).filter((name) => requiredOf(parts.get(first.listed)).includes(name)),
  })
  for (const { whole, listed } of rows) {
    const own = Object.fromEntries(Object.entries(propertiesOf(listed)).filter(([name]) => !(name in common)))
    const required = requiredOf(parts.get(listed))
    const always = requiredOf(parts.get(whole)).filter((name) => !required.includes(name))
    const same = Object.entries(propertiesOf(whole)).every(([name, json]) => equal(propertiesOf(listed)[name], json))
    all.set(listed, { allOf: [{ $ref: 'output/Row' }, { type: 'object', properties: own, required: required.filter((name) => name in own) }] })
    if (same) all.set(whole, { allOf: [{ $ref: listed }, { required: always }] })
  }
  return all
}

const equal = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const requiredOf = (json: Json | undefined) => (json?.required ?? []) as string[]
