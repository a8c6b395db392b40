/** A rule about rows is put into statements that name the row as they like: what it looks up itself must stand under names that none of them gives. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { roles } from '#kit/contract/right.ts'
import { asSql, type Reader, type RowRule } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { readSources } from '#tools/imports/source-files.ts'
import { resources } from '#app/server/registry.ts'

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const somebody: Omit<Reader, 'roles'> = { rights: new Set(), memberId: 1, groupIds: [1], perimeterIds: [1], tagIds: [1] }
const textOf = (rule: RowRule, reader: Reader) => asSql(rule(rowRef('the_row'), reader)).compile(compiler).sql

/** The names that a condition gives to what it looks up, each with whether one that stands around it has the same. */
function namesIn(condition: string): { name: string; hidesAnother: boolean }[] {
  const given = /\b(?:from|join)\s+(?:"?\w+"?\.)?"?\w+"?\s+(?:as\s+)?"?(\w+)"?|\)\s+(?:as\s+)?(in_\w+)\b/gy
  const scopes: string[][] = [[]]
  const found: { name: string; hidesAnother: boolean }[] = []
  for (let at = 0; at < condition.length;) {
    given.lastIndex = at
    const match = given.exec(condition)
    const name = match?.[1] ?? match?.[2]
    if (match && condition[at] === ')') scopes.pop()
    if (match && name !== undefined && !['where', 'union', 'on', 'join', 'left'].includes(name)) {
      found.push({ name, hidesAnother: scopes.slice(0, -1).some((scope) => scope.includes(name)) || name === 'the_row' })
      scopes.at(-1)?.push(name)
    }
    if (match) {
      at += match[0].length
      continue
    }
    if (condition[at] === '(') scopes.push([])
    if (condition[at] === ')') scopes.pop()
    at += 1
  }
  return found
}

const ruled = [...resources.values()].flatMap(({ def, rules }) =>
  Object.entries(rules).flatMap(([verb, rule]) =>
    roles.map((role) => ({ name: `${def.name}.${verb} of a ${role}`, text: textOf(rule, { ...somebody, roles: [role] }) })),
  ),
)

test('names are found in a condition, and those that hide one around them', () => {
  const twice = `exists (select 1 from public.task k where k.x = (select 1 from "public"."task" as "k" where k.y = 1)) and exists (select 1 from public.task k)`
  expect(namesIn(twice)).toEqual([
    { name: 'k', hidesAnother: false },
    { name: 'k', hidesAnother: true },
    { name: 'k', hidesAnother: false },
  ])
  expect(namesIn('exists (select 1 from (select a from b union all select a from c) in_link join d in_e on true)').map(({ name }) => name)).toEqual([
    'in_link',
    'in_e',
  ])
})

test('what a rule looks up has a name of its own', () => {
  expect(ruled.some(({ text }) => text.includes('in_'))).toBe(true)
  const wrong = ruled.flatMap(({ name, text }) =>
    namesIn(text).flatMap((one) => (one.hidesAnother || !one.name.startsWith('in_') ? [`${name}: ${one.name} in ${text}`] : [])),
  )
  expect(wrong).toEqual([])
})

test('no statement but a rule or a fact gives such a name to a row', () => {
  const files = readSources(new URL('../../..', import.meta.url).pathname).filter(({ path }) => /^(?:kit|areas|app)\//.test(path) && !path.endsWith('.test.ts'))
  const givers = files.filter(({ text }) => /rowRef\(['"]in_/.test(text)).map(({ path }) => path)
  // Each of them names what its own rules look up in it; facts name what they look up themselves.
  expect(givers.filter((path) => !/\/(?:rules|facts)\.ts$/.test(path))).toEqual([
    'areas/evidence/server/evidence-places.ts',
    'areas/reviews/server/resource.ts',
  ])
})
