import type { z } from 'zod'
import type { Operation } from './api.ts'
import type { Json, SchemaPool } from './openapi-pool.ts'

/** How rows are described: each under its entity's name, and what all rows have once. */
export interface Rows {
  readonly names: ReadonlyMap<Json, string>
  /** What is said in the place of a row's own schema. */
  readonly shapes: ReadonlyMap<Json, Json>
}

interface RowSchemas {
  readonly tag: string
  /** What reading one answers, and what lists hold. */
  readonly whole: Json
  readonly listed: Json
}

const propertiesOf = (schema: Json) => (schema.properties ?? {}) as Readonly<Record<string, Json>>
const requiredOf = (schema: Json) => (schema.required ?? []) as readonly string[]

function rowsOf(operations: readonly Operation[], answered: (answer: z.ZodType) => Json): RowSchemas[] {
  const answers = new Map(operations.map(({ method, path, answer }) => [`${method} ${path}`, answer]))
  const propertyOf = (call: string, name: string): Json | undefined => {
    const answer = answers.get(call)
    return answer && propertiesOf(answered(answer))[name]
  }
  return [...new Set(operations.map(({ tag }) => tag))].flatMap((tag) => {
    const whole = propertyOf(`GET /${tag}/{id}`, 'object')
    const listed = propertyOf(`POST /${tag}/page`, 'objects')?.items as Json | undefined
    return whole?.properties && listed?.properties && whole !== listed ? [{ tag, whole, listed }] : []
  })
}

/** Says once what every row has, and of a whole row only which of its values are always there. */
export function describeRows(operations: readonly Operation[], answered: (answer: z.ZodType) => Json, pool: SchemaPool): Rows {
  const rows = rowsOf(operations, answered)
  const names = new Map<Json, string>()
  const shapes = new Map<Json, Json>()
  const [first] = rows
  if (!first) return { names, shapes }
  const common = Object.fromEntries(
    Object.entries(propertiesOf(first.listed)).filter(([name, schema]) => rows.every(({ listed }) => propertiesOf(listed)[name] === schema)),
  )
  const row = pool.one({ type: 'object', properties: common, required: requiredOf(first.listed).filter((name) => name in common) })
  names.set(row, 'Row')
  for (const { tag, whole, listed } of rows) {
    names.set(whole, tag).set(listed, `${tag}_listed`)
    const own = Object.fromEntries(Object.entries(propertiesOf(listed)).filter(([name]) => !(name in common)))
    const required = requiredOf(listed)
    shapes.set(listed, { allOf: [row], properties: own, required: required.filter((name) => name in own) })
    if (!Object.entries(propertiesOf(whole)).every(([name, schema]) => propertiesOf(listed)[name] === schema)) continue
    shapes.set(whole, { allOf: [listed], required: requiredOf(whole).filter((name) => !required.includes(name)) })
  }
  return { names, shapes }
}
