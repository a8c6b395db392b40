import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Operation } from './api.ts'
import { countPlaces, mapSchemas, SchemaPool, type Json } from './openapi-pool.ts'
import { describeRows } from './openapi-rows.ts'

/** The JSON schemas of a list of operations: what stands in several of them is said once, among the components. */
export interface Schemas {
  readonly of: (schema: z.ZodType) => Json
  readonly propertiesOf: (schema: z.ZodType) => { readonly properties: Readonly<Record<string, Json>>; readonly required: readonly string[] }
  readonly components: Readonly<Record<string, Json>>
}

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const lengthOf = (json: Json) => JSON.stringify(json).length

/**
 * Converts each schema once, however many operations use it, and puts what would be longer everywhere it stands, or refers to itself, among the components.
 * A row is named after its entity. Transforms are documented by what goes into them; what has no JSON counterpart is left open.
 */
export function schemasOf(operations: readonly Operation[]): Schemas {
  const pool = new SchemaPool()
  const spread = new Set(operations.flatMap(({ params, query }) => [params, query]))
  const sent = converted([...spread, ...operations.map(({ body }) => body)], 'input', pool)
  const answered = converted(
    operations.map(({ answer }) => answer),
    'output',
    pool,
  )
  const roots = new Map([...sent.roots, ...answered.roots])
  const rows = describeRows(operations, (answer) => answered.roots.get(answer) ?? {}, pool)
  const recursive = new Map([...sent.recursive, ...answered.recursive])
  const shapeOf = (schema: Json) => rows.shapes.get(schema) ?? schema
  const counts = countPlaces(roots.values(), shapeOf)
  const names = new Map(rows.names)
  const components: Record<string, Json> = {}
  for (const schema of recursive.values()) names.set(schema, `Part${names.size}`)

  const rendered = new Map<Json, Json>()
  const say = (schema: Json): Json => {
    const known = rendered.get(schema)
    if (known) return known
    const itself = typeof schema.$ref === 'string' && recursive.get(schema.$ref)
    if (itself) return say(itself)
    const given = names.get(schema)
    if (given !== undefined) rendered.set(schema, refTo(given))
    const json = mapSchemas(shapeOf(schema), say)
    const name = given ?? (isWorthNaming(lengthOf(json), counts.get(schema) ?? 0) ? `Part${names.size}` : undefined)
    if (name === undefined) {
      rendered.set(schema, json)
      return json
    }
    names.set(schema, name)
    components[name] = json
    rendered.set(schema, refTo(name))
    return refTo(name)
  }
  const properties = (schema: Json) => (schema.properties ?? {}) as Readonly<Record<string, Json>>
  const of = new Map([...roots].filter(([schema]) => !spread.has(schema)).map(([schema, json]) => [schema, say(json)]))
  return {
    components,
    of: (schema) => of.get(schema) ?? {},
    propertiesOf(schema) {
      const root = roots.get(schema) ?? {}
      return {
        properties: Object.fromEntries(Object.entries(properties(root)).map(([name, inner]) => [name, say(inner)])),
        required: (root.required ?? []) as readonly string[],
      }
    },
  }
}

/** Whether saying a schema once and referring to it is shorter than saying it everywhere. */
const isWorthNaming = (length: number, places: number) => places > 1 && places * (length - lengthOf(refTo('Part100'))) > length

interface Converted {
  readonly roots: ReadonlyMap<z.ZodType, Json>
  /** What refers to itself, by the reference that it does so with. */
  readonly recursive: ReadonlyMap<string, Json>
}

/** All in one, so that what is looked at once is known everywhere: one by one takes five times as long. */
function converted(list: readonly (z.ZodType | undefined)[], io: 'input' | 'output', pool: SchemaPool): Converted {
  const schemas = [...new Set(list.filter((schema) => schema !== undefined))]
  const all = z.object(Object.fromEntries(schemas.map((schema, index) => [`root${index}`, schema])))
  const { properties = {}, $defs = {} } = z.toJSONSchema(all, {
    io,
    unrepresentable: 'any',
    reused: 'ref',
    override: ({ jsonSchema }) => brief(jsonSchema, io),
  }) as { properties?: Record<string, Json>; $defs?: Record<string, Json> }

  const parts = new Map<string, Json>()
  const recursive = new Map<string, Json>()
  const open = new Set<string>()
  const partOf = (ref: string): Json => {
    const known = parts.get(ref)
    if (known) return known
    const own = `${io}/${ref}`
    if (open.has(ref)) {
      recursive.set(own, {})
      return pool.one({ $ref: own })
    }
    open.add(ref)
    const part = pooled($defs[ref.slice('#/$defs/'.length)] ?? {})
    open.delete(ref)
    parts.set(ref, part)
    if (recursive.has(own)) recursive.set(own, part)
    return part
  }
  const pooled = (schema: Json): Json => {
    const { $ref, ...beside } = schema
    if (typeof $ref !== 'string') return pool.one(orNull(mapSchemas(schema, pooled)))
    const part = partOf($ref)
    return Object.keys(beside).length === 0 ? part : pool.one({ ...part, ...mapSchemas(beside, pooled) })
  }
  return { roots: new Map(schemas.map((schema, index) => [schema, pooled(properties[`root${index}`] ?? {})])), recursive }
}

/** Says in one type what is a value or nothing. */
function orNull(schema: Json): Json {
  const { anyOf, ...beside } = schema as { anyOf?: Json[] }
  const [value, nothing, ...more] = anyOf ?? []
  if (!value || nothing?.type !== 'null' || more.length > 0 || typeof value.type !== 'string' || 'const' in value) return schema
  return { ...value, ...beside, type: [value.type, 'null'], ...(Array.isArray(value.enum) && { enum: [...(value.enum as unknown[]), null] }) }
}

/** Leaves out what the format or the type says already. */
function brief(schema: Json, io: 'input' | 'output'): void {
  // An answer may come to hold more than it says.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  if ('const' in schema) delete schema.type
  if (schema.format === 'date-time' || schema.format === 'uuid') delete schema.pattern
  if (isDeepStrictEqual(schema.propertyNames, { type: 'string' })) delete schema.propertyNames
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}
