import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql, type RawBuilder } from 'kysely'
import { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { testDatabase, type TestDatabase } from '#tools/test/database.ts'
import { compare } from './compare.ts'
import { marked } from './mark-claims.ts'
import { claiming, keptClaims } from './read-claims.ts'
import { witnessOf } from './witness.ts'

let database: TestDatabase
let db: DatabaseAccess
beforeAll(async () => {
  database = await testDatabase()
  db = new DatabaseAccess({ url: database.appUrl, connections: 2 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** What is found at a statement, told as a file of tests fails with it. */
async function found(statement: RawBuilder<unknown>): Promise<string[]> {
  const witness = witnessOf(inject('nullableColumns'))
  expect(witness.take()).toEqual([])
  await db.transaction(1, (tx) => tx.run(statement))
  return witness.take().map(({ site, column, claimed, found: is }) => `${site.replace(/\d+$/, 'n')} ${column}: claimed ${claimed}, found ${is}`)
}

const here = 'tools/rows/claims.test.ts:n'

test('a claim that holds is left alone', async () => {
  interface Held {
    readonly id: number
    readonly day: string
    readonly at: Date
    readonly kind: 'A' | 'B'
    readonly more: { readonly list: readonly string[]; readonly note: string | null }
    readonly left?: string
    readonly none: string | null
  }
  expect(
    await found(
      sql<Held>`select 1::bigint as id, date '2026-01-01' as day, now() as at, 'A' as kind, '{"list": ["a"], "note": null}'::jsonb as more, null::text as none`,
    ),
  ).toEqual([])
})

test('names: what is missing and what nobody claimed', async () => {
  expect(await found(sql<{ id: number; gone: string }>`select 1 as id`)).toEqual([`${here} gone: claimed string, found no such column`])
  expect(await found(sql<{ id: number }>`select 1 as id, 'x' as extra`)).toEqual([`${here} extra: claimed nothing, found string`])
  // Whoever writes a star reads what there is.
  expect(await found(sql<{ id: number }>`select * from (values (1, 'x')) as v (id, extra)`)).toEqual([])
})

test('types, without a row too: days and moments, numbers, lists', async () => {
  expect(await found(sql<{ at: string }>`select now() as at where false`)).toEqual([`${here} at: claimed string, found date`])
  expect(await found(sql<{ day: Date }>`select date '2026-01-01' as day where false`)).toEqual([`${here} day: claimed Date, found string`])
  expect(await found(sql<{ count: string }>`select count(*) as count from generate_series(1, 2)`)).toEqual([`${here} count: claimed string, found number`])
  expect(await found(sql<{ ids: number }>`select array[1, 2]::bigint[] as ids`)).toEqual([`${here} ids: claimed number, found array`])
  expect(await found(sql<{ kind: 'A' | 'B' }>`select 'C' as kind`)).toEqual([`${here} kind: claimed "A" | "B", found "C"`])
})

test('within JSON and lists', async () => {
  expect(await found(sql<{ one: { at: Date } }>`select jsonb_build_object('at', '2026-01-01') as one`)).toEqual([
    `${here} one.at: claimed Date, found "2026-01-01"`,
  ])
  expect(await found(sql<{ all: { id: number }[] }>`select '[{"id": 1}, {"id": null}]'::jsonb as all`)).toEqual([
    `${here} all[].id: claimed number, found null`,
  ])
  expect(await found(sql<{ names: string[] }>`select array['a', null] as names`)).toEqual([`${here} names[]: claimed string, found null`])
  // A piece that is shared may hold more.
  expect(await found(sql<{ one: { id: number } }>`select '{"id": 1, "more": true}'::jsonb as one`)).toEqual([])
  expect(await found(sql<{ counts: Record<string, number> }>`select '{"a": 1, "b": "2"}'::jsonb as counts`)).toEqual([
    `${here} counts.b: claimed number, found "2"`,
  ])
})

test('nothing: seen, or possible in a column of a table', async () => {
  expect(await found(sql<{ name: string }>`select null::text as name`)).toEqual([`${here} name: claimed string, found null`])
  expect(await found(sql<{ title: string }>`select job_title as title from member where customer_id = ${1}`)).toEqual([
    `${here} title: claimed string, found a column that may be null`,
  ])
  expect(await found(sql<{ title: string }>`select job_title as title from member where customer_id = ${1} and job_title is not null`)).toEqual([])
  expect(await found(sql<{ email: string }>`select email from member where customer_id = ${1}`)).toEqual([])
})

test('what is sent outside a transaction claims rows too', async () => {
  await db.alone<{ id: string }>('select 1 as id')
  expect(witnessOf(inject('nullableColumns')).take()).toEqual([
    { site: expect.stringMatching(/^tools\/rows\/claims\.test\.ts:\d+$/), column: 'id', claimed: 'string', found: 'number' },
  ])
})

test('a prepared statement that is given up leaves with another one, and is not taken for it', async () => {
  const witness = witnessOf(inject('nullableColumns'))
  await db.transaction(1, async (tx) => {
    // A connection keeps ten that read the past, of texts that came twice.
    tx.readPast(new Date())
    for (const n of Array.from({ length: 24 }, (_, at) => Math.floor(at / 2))) await tx.run(sql<{ n: number }>`select ${sql.lit(n)}::int as n`)
  })
  expect(witness.take()).toEqual([])
})

test('a claim of one of several rows takes the columns of each', () => {
  const fields = [{ name: 'b', dataTypeID: 25, tableID: 0, columnID: 0 }]
  expect(compare([{ has: { a: ['number'] } }, { has: { b: ['string'] } }], { text: 'select', fields, rows: [{ b: 'x' }] }, new Map())).toEqual([])
})

test('marks keep every line, and leave a text alone that is another than was read', () => {
  const code = 'const a = 1\nconst b = sql<{ id: number }>`select 1`\n'
  const claim = { site: 'x.ts:2', at: code.indexOf('sql<'), end: code.indexOf('sql<') + 3, row: [] }
  expect(marked(code, [claim]).split('\n')).toHaveLength(3)
  expect(marked(code, [claim])).toContain('$claimed(sql, "x.ts:2", "[]")<{ id: number }>`select 1`')
  expect(marked(`// More\n${code}`, [claim])).toBe(`// More\n${code}`)
})

test('no source claims rows where nobody reads what it claims', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = globSync('{kit,platform,areas,app,demo}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const claimants = sources.filter((path) => claiming.test(readFileSync(join(root, path), 'utf8')))
  expect(claimants.length).toBeGreaterThan(400)
  const read = keptClaims(root)
  expect(claimants.filter((path) => !Object.hasOwn(read, path))).toEqual([])
})
