import type { z } from 'zod'
import type { Operation } from './api.ts'
import type { Json } from './openapi-pool.ts'
import type { Schemas } from './openapi-schemas.ts'

/** The answers of a list of operations: what stands around a row or rows is said once for all entities. */
export interface Answers {
  readonly of: (answer: z.ZodType) => Json
  readonly components: Readonly<Record<string, Json>>
}

const ok = { type: 'object', required: ['ok'], properties: { ok: { const: true }, message: { type: 'string' } } }
const message = JSON.stringify(ok.properties.message)

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

export function answersOf(operations: readonly Operation[], schemas: Schemas): Answers {
  const places = new Map<string, number>()
  const split = new Map([...new Set(operations.map(({ answer }) => answer))].map((answer) => [answer, splitOf(schemas.of(answer))]))
  for (const { around } of split.values()) if (around) places.set(around.text, (places.get(around.text) ?? 0) + 1)
  const components: Record<string, Json> = { Done: ok }
  const names = new Map<string, string>()
  for (const { around } of split.values()) {
    if (!around || names.has(around.text) || (places.get(around.text) ?? 0) < 2) continue
    const name = around.name in components ? `${around.name}_${names.size}` : around.name
    names.set(around.text, name)
    components[name] = around.json
  }
  return {
    components,
    of(answer) {
      const { whole, around, own } = split.get(answer) ?? splitOf(schemas.of(answer))
      const name = around && names.get(around.text)
      return name === undefined ? whole : { allOf: [refTo(name)], properties: own }
    },
  }
}

interface Split {
  /** The answer, with what every answer has. */
  readonly whole: Json
  /** The same without the row or rows that it holds, if it holds any. */
  readonly around?: { readonly json: Json; readonly text: string; readonly name: string }
  readonly own?: Json
}

function splitOf(answer: Json): Split {
  const { type: _, properties = {}, ...rest } = answer as Json & { properties?: Record<string, Json> }
  const allOf = [refTo('Done')]
  if (answer.$ref !== undefined || answer.allOf !== undefined) return { whole: { allOf: [...allOf, answer] } }
  const remaining = Object.fromEntries(Object.entries(properties).filter(([name, schema]) => name !== 'message' || JSON.stringify(schema) !== message))
  const whole = { allOf, ...rest, ...(Object.keys(remaining).length > 0 && { properties: remaining }) }
  const { object, objects } = remaining as { object?: Json; objects?: { items?: Json } }
  const [key, open, own] = objects?.items?.$ref ? ['objects', { ...objects, items: {} }, { items: objects.items }] : ['object', {}, object]
  if (!own || (key === 'object' && !('$ref' in own))) return { whole }
  const json = { ...whole, properties: { ...remaining, [key]: open } }
  return { whole, around: { json, text: JSON.stringify(json), name: ['Done', ...Object.keys(remaining).slice(0, 2)].join('_') }, own: { [key]: own } }
}
