import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import {
  choice,
  choices,
  color,
  columnsOf,
  date,
  decimal,
  derived,
  email,
  files,
  flag,
  identifier,
  integer,
  json,
  links,
  localized,
  markdown,
  ref,
  rows,
  text,
  timestamp,
  url,
} from '#kit/contract/field.ts'
import { testDatabase, type TestDatabase } from '#tools/test/database.ts'
import { columnsOfFields, entityDdl } from './ddl.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client(database.ownerUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function columnTypes(table: string): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ name: string; type: string }>(
    "select column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = $1",
    [table],
  )
  return new Map(found.map(({ name, type }) => [name, type]))
}

test.each([...resources.values()].map(({ def }) => [def.name, def] as const))('%s: what is derived are the columns of its fields', (_, def) => {
  expect(columnsOfFields(def.fields, def.title).map((column) => column.name)).toEqual(Object.entries(def.fields).flatMap(([field, f]) => columnsOf(field, f)))
})

const everything = defineEntity({
  name: 'specimen',
  area: 'gaps',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'X' }),
    name: localized({ need: 'required' }),
    notes: localized({ long: true }),
    line: text({ need: 'required' }),
    story: markdown(),
    rank: integer({ min: 0, max: 5, default: 1 }),
    cost: decimal({ min: 0 }),
    open: flag({ default: true }),
    day: date({ need: 'required' }),
    at: timestamp(),
    status: choice(['NEW', "IT'S"], { default: 'NEW' }),
    parts: choices(['A', 'B']),
    perimeter: ref('perimeter', { need: 'required' }),
    group: ref('group'),
    order: integer(),
    on: date(),
    measures: links('measure'),
    steps: rows({ name: text({ need: 'required' }), to: date(), manager: ref('member') }),
    papers: files(),
    mail: email(),
    site: url(),
    tint: color(),
    rest: json(),
    count: derived(integer()),
  },
  rights: { read: 'specimen.read', create: null, update: null, delete: null },
  list: { columns: ['name'], filters: [], sort: 'name', search: [] },
  form: [],
  ordered: true,
})

test('an entity with every kind of field gets its tables, histories, policies and keys', async () => {
  await client.query(entityDdl(everything))
  const own = await columnTypes('specimen')
  const stored = Object.entries(everything.fields).flatMap(([field, f]) => columnsOf(field, f))
  expect(stored.filter((column) => !own.has(column))).toEqual([])
  expect([...own.keys()].toSorted()).toEqual(
    ['customer_id', 'id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'position', ...stored].toSorted(),
  )
  for (const table of ['specimen', 'specimen__measures', 'specimen__steps']) {
    const [live, past] = [await columnTypes(table), await columnTypes(`${table}_history`)]
    expect(
      [...live.keys()].filter((column) => !past.has(column)),
      table,
    ).toEqual([])
  }
  const { rows: forced } = await client.query("select relname from pg_class where relname like 'specimen%' and relkind = 'r' and relforcerowsecurity")
  expect(forced).toHaveLength(6)
  await expect(
    client.query("insert into specimen (customer_id, identifier, line, day, perimeter_id, status) values (1, 'X-1', 'l', '2026-01-01', 1, 'OLD')"),
  ).rejects.toThrow('specimen_status_check')
  await expect(
    client.query("insert into specimen (customer_id, identifier, line, day, perimeter_id, rank) values (1, 'X-1', 'l', '2026-01-01', 1, 6)"),
  ).rejects.toThrow('specimen_rank_check')
  await expect(client.query("insert into specimen (customer_id, identifier, line, day, perimeter_id) values (1, 'X-1', 'l', '2026-01-01', 1)")).rejects.toThrow(
    'violates foreign key',
  )
})
