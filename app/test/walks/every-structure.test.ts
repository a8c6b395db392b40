import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Field, Fields } from '#kit/contract/field.ts'
import { fieldSchema } from '#kit/contract/schema.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { resources } from '#app/server/registry.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

/*
 * What is kept as free structure is read later by code that takes it as it is: a wrong one kept the scores of a whole organisation from being worked out. So whatever
 * somebody may write looks like a schema, and what does not is refused where it is wrong.
 */
let app: TestApp
let pilot: Person
let ids: Ids
beforeAll(async () => {
  ;({ app, pilot, ids } = await filledApp())
})
afterAll(() => app.close())

interface Structure {
  readonly entity: string
  readonly name: string
  readonly field: Field
}
const inFields = (entity: string, fields: Fields): Structure[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.options.by === 'server' ? [] : field.options.fields ? inFields(entity, field.options.fields) : field.kind === 'json' ? [{ entity, name, field }] : [],
  )
const structures = [...resources.values()].flatMap(({ def }) => inFields(def.name, def.fields))

type Json = Readonly<Record<string, unknown>> & { readonly items?: Json; readonly properties?: Readonly<Record<string, Json>>; readonly type?: string }

/** Something of a type that a JSON schema names, and of every other type; what an array or an object holds is turned into each in its turn. */
const right = ({ type, items, properties }: Json): unknown =>
  type === 'array' && items
    ? [right(items)]
    : type === 'object'
      ? Object.fromEntries(Object.entries(properties ?? {}).map(([key, of]) => [key, right(of)]))
      : type === 'string'
        ? '2026-01-01'
        : 1
function wrong(schema: Json): unknown[] {
  const { type, items, properties } = schema
  const others = [{ a: 1 }, ['x'], [[['x']]], 'x', 'a\u0000b', true, -1e308, 1.5].filter((value) => !fits(type, value))
  if (type === 'array' && items) return [...others, ...wrong(items).map((value) => [value]), Array(10_000).fill(right(items))]
  if (type !== 'object') return type === 'string' ? [...others, null, 'a\u0000b', 'x'.repeat(100_000)] : [...others, null, 2 ** 60]
  const whole = right(schema) as object
  const bent = Object.entries(properties ?? {}).flatMap(([key, of]) => [undefined, ...wrong(of)].map((value) => ({ ...whole, [key]: value })))
  return [...others, null, { ...whole, unknown: 1 }, ...bent]
}
const fits = (type: string | undefined, value: unknown) =>
  type === 'array' ? Array.isArray(value) : type === 'integer' ? Number.isSafeInteger(value) : typeof value === type && !Array.isArray(value)

test('every structure that somebody may write says what it looks like, down to its last value', () => {
  expect(structures.map(({ entity, name }) => `${entity}.${name}`).toSorted()).toEqual([
    'indicator.bounds',
    'indicator.notes',
    'policy_application.implementation_groups',
    'scale.matrix',
  ])
  const open = (json: Json): boolean => {
    if (json.type === 'array') return json.items === undefined || json.maxItems === undefined || open(json.items)
    return json.type === 'object' ? json.additionalProperties !== false || Object.values(json.properties ?? {}).some(open) : json.type === undefined
  }
  const undescribed = structures.filter(({ field }) => !field.options.schema || open(z.toJSONSchema(field.options.schema, { io: 'input' }) as Json))
  expect(undescribed.map(({ entity, name }) => `${entity}.${name}`)).toEqual([])
})

test.each(structures)('what $entity $name cannot be is refused by its name, and nothing fails over it, then or later', async ({ entity, name, field }) => {
  const path = `/${entity}/${ids.get(entity)?.[0]}`
  const values = wrong(z.toJSONSchema(field.options.schema as z.ZodType, { io: 'input' }) as Json)
  expect(values.length).toBeGreaterThan(10)
  for (const value of values) {
    const { status, body } = await pilot.put(path, { [name]: value })
    const named = Object.keys(body.errors ?? {}).some((key) => key.split('.')[0] === name)
    expect([JSON.stringify(value).slice(0, 60), status, named]).toEqual([JSON.stringify(value).slice(0, 60), 400, true])
  }
  for (const read of [path, `/${entity}`, '/score', '/dashboard/attention']) expect([read, (await pilot.get(read)).status]).toEqual([read, 200])
  expect(fieldSchema(field).safeParse(null).success).toBe(true)
})
