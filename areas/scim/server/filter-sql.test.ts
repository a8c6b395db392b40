import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { makeWorld, type World } from '#tools/test/actions-world.ts'
import { documentOf, type Document } from './protocol/attributes.ts'
import { readFilter } from './protocol/filter.ts'
import { filterSql } from './protocol/filter-sql.ts'
import { matches } from './protocol/matches.ts'
import { enterpriseSchema, userType } from './protocol/schemas.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const inside = <T>(work: (tx: Tx) => Promise<T>) =>
  world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test'))
    return work(tx)
  })

const word = fc.constantFrom('', 'a', 'B', 'ab', 'AB', 'b%', 'a_', String.raw`\a`, 'é', '😀', 'zz')
const email = fc.record({ value: word, type: fc.constantFrom('work', 'home', ''), primary: fc.boolean() }, { requiredKeys: [] })
const documents: fc.Arbitrary<Document> = fc
  .record(
    {
      title: word,
      externalId: word,
      active: fc.boolean(),
      name: fc.record({ givenName: word, familyName: word }, { requiredKeys: [] }),
      emails: fc.array(email, { maxLength: 3 }).map((all) => all.map((one) => ({ ...one, primary: false }))),
      [enterpriseSchema.id]: fc.record({ department: word }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )
  .map((given) => documentOf(userType, { ...given, userName: 'a' }))

const attribute = fc.constantFrom(
  'title',
  'externalId',
  'userName',
  'name.givenName',
  'NAME.familyName',
  'emails.value',
  'emails.type',
  'emails',
  `${enterpriseSchema.id}:department`,
  'nowhere',
)
const op = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le')
const leaf = fc.oneof(
  fc.tuple(attribute, op, word).map(([name, is, value]) => `${name} ${is} ${JSON.stringify(value)}`),
  fc.tuple(attribute, fc.constantFrom('eq', 'ne')).map(([name, is]) => `${name} ${is} null`),
  attribute.map((name) => `${name} pr`),
  fc.boolean().map((value) => `active eq ${value}`),
  fc.tuple(op, word, fc.boolean()).map(([is, value, both]) => `emails[value ${is} ${JSON.stringify(value)}${both ? ' and not (type eq "home")' : ''}]`),
)
const filter = fc.letrec<{ all: string }>((tie) => ({
  all: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.tuple(tie('all'), fc.constantFrom('and', 'or'), tie('all')).map(([a, is, b]) => `(${a}) ${is} (${b})`),
    tie('all').map((one) => `not (${one})`),
  ),
})).all

test('a filter finds in the database what it finds in memory, and its opposite the rest', async () => {
  await inside(async (tx) => {
    const property = fc.asyncProperty(filter, documents, async (text, document) => {
      const read = readFilter(text)
      const found = await tx.first<{ holds: boolean }>(
        sql<{
          holds: boolean
        }>`select ${filterSql(userType, { plain: {}, several: {} }, read)} as holds from (select ${JSON.stringify(document)}::jsonb as document) t`,
        { planned: true },
      )
      expect([text, found?.holds]).toEqual([text, matches(userType, read, document)])
    })
    await fc.assert(property, { numRuns: 300 })
  })
})
