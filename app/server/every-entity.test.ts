import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredSort } from '#kit/contract/entity.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { columnsOf, inputKeys, type Field } from '#kit/contract/field.ts'
import { roles } from '#kit/contract/right.ts'
import { catalogues, resources, rights } from './registry.ts'
import { auditFaults } from '#tools/test/audit-faults.ts'
import { testApp, type Person, type TestApp } from './test-app.ts'

let app: TestApp
let pilot: Person
let stranger: Person
const people = new Map<string, Person>()
const columns = new Map<string, Set<string>>()

beforeAll(async () => {
  app = await testApp()
  const [ours, theirs] = [await app.customer('Ours'), await app.customer('Theirs')]
  for (const role of roles) people.set(role, await app.member(ours.id, role, role.startsWith('local') ? { perimeterIds: [ours.root] } : {}))
  await app.member(ours.id, 'global_pilote', { email: 'pilot@ours.example' })
  stranger = await app.member(theirs.id, 'global_pilote')
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
/** Longer than the bound of any text; where there is no bound, too long for an index, even packed. */
const [long, huge] = ['x'.repeat(25_000), 'x'.repeat(1_000_000)]
const isUnbounded = ({ kind, options: { max = Infinity } }: Field) =>
  ['identifier', 'text', 'localized', 'markdown', 'email', 'url', 'json'].includes(kind) && max >= long.length
const localized = (area: string, lang: 'en' | 'fr') =>
  (catalogues as Record<string, Record<string, { entities?: Record<string, EntityWords> }>>)[area]?.[lang]?.entities

interface EntityWords {
  one: string
  many: string
  fields: Record<string, string>
  choices: Record<string, Record<string, string>>
  sections: Record<string, string>
}

describe.each(entities.map((resource) => [resource.def.name, resource] as const))('%s', (name, { def }) => {
  const fields = Object.entries(def.fields)

  // A session of its own: with all entities tried by one, the server would take it for a flood.
  beforeAll(async () => {
    pilot = await app.signIn('pilot@ours.example')
  })

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

  test('refuses each verb without its right, in each role', async () => {
    const calls = [
      ['read', 'POST', `/${name}/page`, {}],
      ['read', 'GET', `/${name}`],
      ['read', 'GET', `/${name}/options`],
      ['read', 'GET', `/${name}/1`],
      ['read', 'GET', `/${name}/1/history`],
      ['create', 'POST', `/${name}`, {}],
      ['update', 'PUT', `/${name}/1`, {}],
      ['update', 'PUT', `/${name}/bulk`, { rows: [{ id: 1 }], changes: {} }],
      ['delete', 'DELETE', `/${name}/1`],
      ['delete', 'POST', `/${name}/bulk_delete`, { ids: [1] }],
    ] as const
    for (const role of roles) {
      for (const [verb, method, path, body] of calls) {
        const right = def.rights[verb]
        if (right === null) continue
        const { status } = await people.get(role)!.call(method, path, body)
        if (rights[right]?.includes(role)) expect(status, `${role} ${method} ${path}`).not.toBe(500)
        else expect(status, `${role} ${method} ${path}`).toBe(403)
      }
    }
  })

  test('answers 404 for ids that are another customer’s, unknown, or no ids', async () => {
    const theirs = (await stranger.get(`/${name}?limit=1`)).body.objects?.[0]?.id as number | undefined
    for (const id of [theirs, 999_999_999, 'abc', '0', '-1'].filter((v) => v !== undefined)) {
      expect((await pilot.get(`/${name}/${id}`)).status, `GET ${id}`).toBe(404)
      if (def.rights.update) expect((await pilot.put(`/${name}/${id}`, {})).status, `PUT ${id}`).toBe(404)
      if (def.rights.delete) expect((await pilot.delete(`/${name}/${id}`)).status, `DELETE ${id}`).toBe(404)
      expect((await pilot.get(`/${name}/${id}/history`)).status, `history ${id}`).toBe(404)
    }
    if (theirs !== undefined)
      expect((await pilot.get(`/${name}/options?ids=${theirs}`)).body.objects.map((row: { name: string }) => row.name)).not.toContain('Theirs')
  })

  test('refuses unknown keys, keys of the server, sorts and filters that are not declared, naming each', async () => {
    if (def.rights.create) {
      const server = fields.filter(([, f]) => f.options.by === 'server').map(([field]) => field)
      const { status, body } = await pilot.post(`/${name}`, { no_such_field: 1, ...Object.fromEntries(server.map((field) => [field, null])) })
      expect(status).toBe(400)
      expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(['no_such_field', ...server]))
    }
    const wrong = await pilot.post(`/${name}/page`, {
      queryParams: { sort: [{ name: 'customer_id', order: 'asc' }], filters: [{ name: 'customer_id', selected_options: [1] }] },
    })
    expect(wrong.body).toMatchObject({ ok: false, message: 'Bad parameters' })
    expect(Object.keys(wrong.body.errors)).toEqual(['sort.customer_id', 'filters.customer_id'])
  })

  test('sorts by each column, filters by each filter and searches without an error', async () => {
    for (const column of [...def.list.columns, ...(def.list.more ?? [])]) {
      for (const order of ['asc', 'desc']) {
        const { status } = await pilot.post(`/${name}/page`, { queryParams: { sort: [{ name: column, order }] } })
        expect([200, 400], `sort ${column}`).toContain(status)
      }
    }
    expect((await pilot.post(`/${name}/page`, { queryParams: { sort: declaredSort(def) } })).status, 'the declared order, asked for').toBe(200)
    for (const filter of def.list.filters) {
      const field = def.fields[filter]!
      const option = {
        choice: field.options.values?.[0],
        choices: field.options.values?.[0],
        ref: 1,
        links: 1,
        ref_one_of: `${field.options.entities?.[0]}:1`,
        scale: 50,
        boolean: true,
        integer: { from: 1, to: 2 },
        decimal: { from: 1 },
        date: { to: '2026-01-31' },
        timestamp: { from: '2026-01-31' },
      }[field.kind as string] ?? { text: "é%_\\'" }
      const { status, body } = await pilot.post(`/${name}/page`, { queryParams: { filters: [{ name: filter, selected_options: [option, null] }] } })
      expect(status, `filter ${filter}: ${JSON.stringify(body)}`).toBe(200)
    }
    expect((await pilot.post(`/${name}/page`, { queryParams: { global_search: "l'été 100% x" } })).status).toBe(200)
    expect((await pilot.get(`/${name}/options?search=%25_`)).status).toBe(200)
  })

  test('names a field’s wrong type and never fails on hostile values', async () => {
    if (!def.rights.create) return
    for (const value of [{ a: 1 }, [], long, 'a\u0000b', -1e308, true, '<script>alert(1)</script>', '‮evil', '😀'.repeat(200)]) {
      for (const [key, f] of fields.flatMap(([field, f]) => inputKeys(field, f).map((key) => [key, f] as const))) {
        const sent = value === long && isUnbounded(f) ? huge : value
        const { status } = await pilot.post(`/${name}`, { [key]: sent })
        expect(status, `${key} = ${JSON.stringify(sent).slice(0, 40)}`).toBeLessThan(429)
      }
    }
  })
})

test('the rights of each role are those of the specification', () => {
  const table = Object.fromEntries(Object.entries(rights).map(([right, holders]) => [right, roles.filter((role) => holders.includes(role)).join(' ')]))
  expect(table).toMatchSnapshot()
})

test('nothing that was done to any entity accuses anybody in the audit', async () => {
  expect(await auditFaults(app)).toEqual([])
})
