import pg from 'pg'
import { expect, test } from 'vitest'
import { watchStatements } from './watch-statements.ts'

/** Sends to nobody: what was asked for is seen all the same. */
const ask = async (text: string) => void new pg.Client().query(text)

test('each is told what was sent while it watched, though an earlier one never returned', async () => {
  const { query } = pg.Client.prototype
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = watchStatements(() => promise)
  expect((await watchStatements(() => ask('select 1'))).texts).toEqual(['select 1'])
  await ask('select 2')
  expect((await watchStatements(() => ask('select 3'))).texts).toEqual(['select 3'])
  resolve()
  expect((await first).texts).toEqual(['select 1', 'select 2', 'select 3'])
  expect(pg.Client.prototype.query).toBe(query)
})
