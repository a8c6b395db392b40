export type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The keywords under which other schemas stand: one, a list of them, or several by name. */
const places: Readonly<Record<string, 'one' | 'list' | 'named'>> = {
  items: 'one',
  additionalProperties: 'one',
  propertyNames: 'one',
  not: 'one',
  anyOf: 'list',
  oneOf: 'list',
  allOf: 'list',
  prefixItems: 'list',
  properties: 'named',
}

/** A schema with those that stand directly in it replaced; what else it says is kept. */
export function mapSchemas(schema: Json, map: (inner: Json) => unknown): Json {
  const mapped = (keyword: string, value: unknown): unknown => {
    const place = places[keyword]
    if (place === 'list' && Array.isArray(value)) return value.map((inner: Json) => map(inner))
    if (place === 'one' && isJson(value)) return map(value)
    if (place === 'named' && isJson(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner as Json)]))
    return value
  }
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, mapped(keyword, value)]))
}

/** Schemas of which equal ones are the same object: whether two are equal is `===`, and how often one is used can be counted. */
export class SchemaPool {
  #known = new Map<string, Json>()
  #numbers = new Map<Json, number>()

  /** The one object for a schema; those that stand in it must be of this pool already. */
  one(schema: Json): Json {
    const key = JSON.stringify(mapSchemas(schema, (inner) => this.#numbers.get(inner)))
    const known = this.#known.get(key)
    if (known) return known
    this.#known.set(key, schema)
    this.#numbers.set(schema, this.#numbers.size)
    return schema
  }
}

/** In how many places each schema stands within others, from `roots` down. */
export function countPlaces(roots: Iterable<Json>, shapeOf: (schema: Json) => Json): ReadonlyMap<Json, number> {
  const counts = new Map<Json, number>()
  const walk = (schema: Json): void => {
    mapSchemas(shapeOf(schema), (inner) => {
      const count = counts.get(inner) ?? 0
      counts.set(inner, count + 1)
      if (count === 0) walk(inner)
    })
  }
  for (const root of new Set(roots)) walk(root)
  return counts
}
