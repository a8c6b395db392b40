import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#kit/contract/errors.ts'
import { declaredSort } from '#kit/contract/entity.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { columnsOf, type Field } from '#kit/contract/field.ts'
import { roles } from '#kit/contract/right.ts'
import { createSchema, messagesOf, updateSchema } from '#kit/contract/schema.ts'
import { checkQuery } from '#kit/server/data/sql/list-query-sql.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { catalogues, resources, rights } from '#app/server/registry.ts'
import { derivedFrom, notColumns } from './shapes.ts'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'
import { walkedResources } from './walked.ts'

let app: TestApp
const columns = new Map<string, Set<string>>()

beforeAll(async () => {
  app = await testApp()
  const client = new pg.Client(app.database.ownerUrl)
  await client.connect()
  const { rows } = await client.query<{ table: string; column: string }>(
    "select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'",
  )
  await client.end()
  for (const { table, column } of rows) columns.set(table, (columns.get(table) ?? new Set()).add(column))
})
afterAll(() => app.close())

const entities = [...resources.values()]
const localized = (area: string, lang: 'en' | 'fr') =>
  (catalogues as Record<string, Record<string, { entities?: Record<string, EntityWords> }>>)[area]?.[lang]?.entities

interface EntityWords {
  one: string
  many: string
  fields: Record<string, string>
  choices: Record<string, Record<string, string>>
  sections: Record<string, string>
}

describe.each(walkedResources.map((resource) => [resource.def.name, resource] as const))('%s', (name, resource) => {
  const { def } = resource
  const fields = Object.entries(def.fields)

  test('has a column for each stored field, and the same ones in its history', () => {
    const wanted = [
      'customer_id',
      'id',
      'version',
      'created_at',
      'created_by',
      'updated_at',
      'updated_by',
      ...fields.flatMap(([field, f]) => columnsOf(field, f)),
    ]
    for (const table of [name, `${name}_history`])
      expect(
        wanted.filter((column) => !columns.get(table)?.has(column)),
        table,
      ).toEqual([])
    expect([...(columns.get(name) ?? [])].filter((column) => !columns.get(`${name}_history`)?.has(column))).toEqual([])
  })

  test('has a table for each list of links or children', () => {
    for (const [field, f] of fields) {
      if (f.options.derived || (f.kind !== 'links' && f.kind !== 'rows')) continue
      for (const table of [`${name}__${field}`, `${name}__${field}_history`]) expect(columns.get(table)?.has('owner_id'), table).toBe(true)
      const owned = Object.entries(f.options.fields ?? {}).flatMap(([child, c]) => columnsOf(child, c))
      expect(owned.filter((column) => !columns.get(`${name}__${field}`)?.has(column))).toEqual([])
    }
  })

  test('refers only to entities that exist, and names only its own fields', () => {
    const refs = (f: Field): string[] =>
      [f.options.entity ?? '', ...(f.options.entities ?? []), ...Object.values(f.options.fields ?? {}).flatMap(refs)].filter(Boolean)
    expect(fields.flatMap(([, f]) => refs(f)).filter((entity) => !resources.has(entity))).toEqual([])
    const named = [
      def.title,
      ...def.list.columns,
      ...(def.list.more ?? []),
      ...def.list.filters,
      ...def.list.search,
      ...def.form.flatMap((section) => section.fields),
    ]
    expect(named.filter((field) => !(field in def.fields))).toEqual([])
    expect(Object.values(def.rights).filter((right) => right !== null && !(right in rights))).toEqual([])
  })

  test.each(languages)('has every label in %s', (lang) => {
    const words = localized(def.area, lang)?.[name]
    expect(words?.one && words.many, `${def.area}.entities.${name}`).toBeTruthy()
    const nested = fields.flatMap(([, f]) => Object.keys(f.options.fields ?? {}))
    expect([...Object.keys(def.fields), ...nested].filter((field) => !words?.fields[field])).toEqual([])
    expect(def.form.map(({ section }) => section).filter((section) => !words?.sections[section])).toEqual([])
    const choices = fields.filter(([, f]) => f.kind === 'choice' || f.kind === 'choices')
    expect(
      choices.flatMap(([field, f]) => (f.options.values ?? []).filter((value) => !words?.choices[field]?.[value]).map((value) => `${field}.${value}`)),
    ).toEqual([])
  })

  test('takes no unknown key and no key of the server, and names each', () => {
    const server = fields.filter(([, f]) => f.options.by === 'server').map(([field]) => field)
    const sent = { no_such_field: 1, ...Object.fromEntries(server.map((field) => [field, null])) }
    for (const schema of [createSchema(def), updateSchema(def)])
      expect(Object.keys(messagesOf(schema.safeParse(sent).error!))).toEqual(expect.arrayContaining(Object.keys(sent)))
  })

  test('sorts by what it shows, filters by what it declares, and by nothing else', () => {
    const sorted = (column: string) => refusedQuery(resource, { sort: [{ name: column, order: 'asc' }], filters: [] })
    const filtered = (field: string) => refusedQuery(resource, { sort: [], filters: [{ name: field, selected_options: [] }] })
    for (const key of notColumns) expect([key, sorted(key), filtered(key)]).toEqual([key, [`sort.${key}`], [`filters.${key}`]])
    expect(refusedQuery(resource, { sort: declaredSort(def), filters: [] })).toEqual([])
    expect(def.list.filters.flatMap(filtered)).toEqual([])
    const hidden = Object.keys(def.fields).filter((field) => ![...def.list.columns, ...(def.list.more ?? []), def.title].includes(field))
    const ordered = new Set(declaredSort(def).map(({ name: column }) => column))
    expect(hidden.filter((field) => !ordered.has(field) && sorted(field).length === 0)).toEqual([])
  })
})

/** What a list is refused for, before anything is asked of the database. */
function refusedQuery(resource: Resource, query: Parameters<typeof checkQuery>[1]): string[] {
  try {
    checkQuery(resource, query)
    return []
  } catch (error) {
    if (error instanceof AppError) return Object.keys(error.details.fields ?? {})
    throw error
  }
}

describe('what the kit makes for every entity', () => {
  const made = () => app.api.operations.flatMap((operation) => derivedFrom(operation) ?? []).map(({ def, call }) => `${def.name}: ${call}`)

  test('takes the right that the entity names for its verb: whoever lacks it is refused by the one gate that all operations go through', () => {
    const wrong = app.api.operations.flatMap((operation) => {
      const from = derivedFrom(operation)
      const right = from?.def.rights[from.verb]
      return right === undefined || right === operation.access ? [] : [`${operation.method} ${operation.path} takes ${operation.access} instead of ${right}`]
    })
    expect(wrong).toEqual([])
  })

  test('is there for each of them, and for a verb without a right there is no call', () => {
    const calls = {
      read: ['POST /page', 'GET ', 'GET /options', 'GET /{id}', 'GET /{id}/history', 'GET /{id}/comments', 'POST /{id}/comments', 'POST /export'],
      create: ['POST '],
      update: ['PUT /{id}', 'PUT /bulk', 'POST /bulk/undo'],
      delete: ['DELETE /{id}', 'POST /bulk_delete'],
    }
    const known = new Set(made())
    const wrong = entities.flatMap(({ def }) =>
      (Object.keys(calls) as (keyof typeof calls)[]).flatMap((verb) =>
        calls[verb].map((call) => `${def.name}: ${call}`).filter((call) => known.has(call) !== (def.rights[verb] !== null)),
      ),
    )
    expect(wrong).toEqual([])
  })
})

test('the rights of each role are those of the specification', () => {
  const table = Object.fromEntries(Object.entries(rights).map(([right, holders]) => [right, roles.filter((role) => holders.includes(role)).join(' ')]))
  expect(table).toMatchSnapshot()
})
