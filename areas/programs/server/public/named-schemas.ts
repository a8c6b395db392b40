import { z } from 'zod'
import { fileSchema, referenceSchema } from '#kit/contract/row-schema.ts'
import type { Operation } from '#kit/server/http/api.ts'
import type { Json } from '#kit/server/http/openapi-pool.ts'
import { schemasOf, type Schemas } from '#kit/server/http/openapi-schemas.ts'

const prefix = '#/components/schemas/'

const person = z.object({ id: z.int(), name: z.string() })
/** What stands in most rows, by the name that it has there. */
const common = z.object({
  Reference: referenceSchema,
  ReferenceOrNull: referenceSchema.nullable(),
  Person: person,
  PersonOrNull: person.nullable(),
  File: fileSchema,
})

/**
 * Schemas under names that stay. What else several have in common stands in each of them: a name for it would be a number, and another one as soon as something is added, which programs that
 * were made from the document would have to follow.
 */
export class NamedSchemas {
  readonly named: Record<string, Json>
  readonly #schemas: Schemas
  readonly #common = new Map<string, string>()

  constructor(operations: readonly Operation[]) {
    const nothing: Operation = { method: 'GET', path: '', tag: '', summary: '', access: 'session', answer: common }
    this.#schemas = schemasOf([...operations, nothing])
    this.named = {}
    // One after the other, as a later one may hold an earlier one.
    for (const name of Object.keys(common.shape)) {
      const schema = this.#inPlace((this.#inPlace(this.#schemas.of(common)) as { properties: Record<string, Json> }).properties[name]) as Json
      this.named[name] = schema
      this.#common.set(JSON.stringify(schema), name)
    }
  }

  propertiesOf(schema: z.ZodType): { readonly properties: Readonly<Record<string, Json>>; readonly required: readonly string[] } {
    const { properties, required } = this.#schemas.propertiesOf(schema)
    return { required, properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, this.#whole(inner) as Json])) }
  }

  of(schema: z.ZodType, name: string): Json {
    const whole = this.#whole(this.#schemas.of(schema)) as Json
    if (typeof whole.$ref === 'string') return whole
    this.named[name] ??= whole
    return { $ref: `${prefix}${name}` }
  }

  /** The page of a list, and under a name of their own the rows that it holds. */
  page(schema: z.ZodType, type: string): Json {
    const { properties, ...page } = this.#whole(this.#schemas.of(schema)) as Json & { properties: { objects: Json } }
    const { items, ...objects } = properties.objects
    this.named[`${type}Listed`] = items as Json
    this.named[`${type}Page`] = { ...page, properties: { ...properties, objects: { ...objects, items: { $ref: `${prefix}${type}Listed` } } } }
    return { $ref: `${prefix}${type}Page` }
  }

  /** A schema with all that it refers to in its place, but for what has a name that stays. */
  #whole(value: unknown): unknown {
    const whole = this.#inPlace(value)
    const known = typeof whole === 'object' && whole !== null && 'properties' in whole ? this.#common.get(JSON.stringify(whole)) : undefined
    return known === undefined ? whole : { $ref: `${prefix}${known}` }
  }

  #inPlace(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#whole(one))
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...beside } = value as Json
    const here = Object.fromEntries(Object.entries(beside).map(([name, one]) => [name, this.#whole(one)]))
    if ($ref === undefined) return here
    const name = typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : ''
    if (name === '' || name in this.named) return { $ref, ...here }
    return { ...(this.#whole(this.#schemas.components[name] ?? {}) as Json), ...here }
  }
}
