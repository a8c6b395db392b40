import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { query } from '#kit/server/data/database/transaction.ts'
import { unionAll } from './union-all.ts'

const none = sql`select null::bigint as id where false`
const textOf = (...queries: Parameters<typeof unionAll>[0]) => sql`select id from ${unionAll(queries, none)} x`.compile(query)

test('queries become one, in their order and with their values', () => {
  const { sql: text, parameters } = textOf(sql`select id from a where n = ${1}`, sql`select id from b where n = ${2}`)
  expect(text).toBe('select id from (select id from a where n = $1 union all select id from b where n = $2) x')
  expect(parameters).toEqual([1, 2])
})

test('one stays itself, and none is the typed empty one', () => {
  expect(textOf(sql`select id from a`).sql).toBe('select id from (select id from a) x')
  expect(textOf().sql).toBe('select id from (select null::bigint as id where false) x')
})
