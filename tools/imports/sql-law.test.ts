import { expect, test } from 'vitest'
import type { SourceFile } from './source-files.ts'
import { foreignUses, sqlFindings, tablesIn, withoutExceptions } from './sql-law.ts'

const owners = new Map([
  ['remediation', 'actions'],
  ['remediation_history', 'actions'],
  ['measure', 'measures'],
  ['gap', 'gaps'],
  ['member', 'people'],
  ['file', 'kit'],
])
const source = (path: string, text: string): SourceFile => ({ path, text, lines: 1, imports: [] })
const usesIn = (path: string, statement: string) =>
  foreignUses([source(path, `const s = sql<{ n: number }>\`${statement}\``)], owners).map(({ table, way }) => [table, way])

test.each([
  ['select 1 from measure m', ['measure']],
  ['select 1 from public.measure m join "remediation" r on true', ['measure', 'remediation']],
  ['exists (select 1 from lateral measure)', ['measure']],
  ['update measure set x = 1', ['measure']],
  ['insert into remediation_history (a) values (1)', ['remediation_history']],
  ['delete from only measure', ['measure']],
  ['measure m where m.customer_id = 1', ['measure']],
  ['with measure as (select 1) select 1 from measure', []],
  ['with a as (select 1), measure (x, y) as materialized (select 2) select 1 from measure, gap', []],
  ['select m.measure from nothing_known m', []],
])('%s names %j', (statement, tables) => {
  expect(tablesIn(statement, owners).map(({ table }) => table)).toEqual(tables)
})

test('an area names its own tables, those of the kit, and reads who and where', () => {
  expect(usesIn('areas/measures/server/rules.ts', 'select 1 from measure m join file f on true join member p on true')).toEqual([])
})

test('a table of an area below, beside or above is found, and a write of what everybody reads', () => {
  expect(usesIn('areas/actions/server/rules.ts', 'select 1 from measure')).toEqual([['measure', 'down']])
  expect(usesIn('areas/measures/server/rules.ts', 'select 1 from remediation')).toEqual([['remediation', 'up']])
  expect(usesIn('areas/gaps/server/rules.ts', 'select 1 from remediation')).toEqual([['remediation', 'up']])
  expect(usesIn('areas/measures/server/rules.ts', 'update member set x = 1')).toEqual([['member', 'down']])
  expect(usesIn('areas/measures/server/rules.test.ts', 'select 1 from remediation')).toEqual([])
})

test('what is put into a statement is not part of it, and a piece of a statement is one', () => {
  expect(
    foreignUses([source('areas/measures/server/a.ts', 'const a = sql`select 1 from ${open(sql`remediation r where r.x`)} where ${remediation}`')], owners),
  ).toHaveLength(1)
})

test('every use is a finding that says whose the table is and what to ask instead', () => {
  const uses = foreignUses([source('areas/actions/server/a.ts', 'sql`from measure join gap`')], owners)
  expect(sqlFindings(uses)).toEqual([
    'areas/actions/server/a.ts: names measure of measures, which publishes what others may ask of it in server/facts.ts',
    'areas/actions/server/a.ts: names gap of gaps, which stands above or beside and tells what it has through an extension point',
  ])
})

test('the kit names no table of an area, and the application stands under the law as areas do', () => {
  expect(usesIn('kit/server/data/a.ts', 'select 1 from remediation join member on true join file on true')).toEqual([['remediation', 'up']])
  expect(usesIn('app/server/a.ts', 'select 1 from remediation join file on true')).toEqual([['remediation', 'down']])
  expect(usesIn('app/server/a.test.ts', 'select 1 from remediation')).toEqual([])
})

test('an exception holds for a table and the area that names it, and is found once nothing needs it', () => {
  const statement = 'sql`select 1 from measure join gap on true`'
  const uses = foreignUses([source('areas/reviews/server/a.ts', statement), source('areas/risks/server/a.ts', statement)], owners)
  const exceptions = [{ reader: 'reviews', tables: ['measure', 'remediation'], reason: '' }]
  const { uses: left, unused } = withoutExceptions(uses, exceptions)
  expect(left.map(({ path, table }) => `${path} ${table}`)).toEqual([
    'areas/reviews/server/a.ts gap',
    'areas/risks/server/a.ts measure',
    'areas/risks/server/a.ts gap',
  ])
  expect(unused).toEqual(['reviews: remediation'])
})
