import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp()
})
afterAll(() => kit.close())
afterEach(() => kit.owner.query('delete from thing; delete from identifier_counter'))

const make = async (identifier?: string): Promise<unknown> => {
  const { body } = await kit.call('POST', '/thing', { name_en: 'Thing', ...(identifier && { identifier }) })
  return body.object?.['identifier'] ?? body
}
const made = async (...identifiers: string[]) => {
  for (const identifier of identifiers) expect(await make(identifier)).toBe(identifier)
}

test('count from one, and skip what was typed by hand', async () => {
  await made('T-2', 'T-3', 'X-9')
  expect([await make(), await make(), await make()]).toEqual(['T-1', 'T-4', 'T-5'])
})

test('go on in the form of those that are there: after IND-01 to IND-12 comes IND-13, and no IND-1', async () => {
  const twelve = Array.from({ length: 12 }, (_, n) => `T-${String(n + 1).padStart(2, '0')}`)
  await made(...twelve)
  expect([await make(), await make()]).toEqual(['T-13', 'T-14'])
  await made('T-1')
  expect(await make()).toBe('T-15')
})

test('have as many figures as the first, however it is written, and more where they are needed', async () => {
  await made('T-008', 'T-A', 'T-010b', 'T-0999')
  expect([await make(), await make()]).toEqual(['T-001', 'T-002'])
  await kit.owner.query('update identifier_counter set last = 998')
  expect([await make(), await make()]).toEqual(['T-1000', 'T-1001'])
})

test('are counted by each organisation for itself', async () => {
  await made('T-01')
  const { body } = await kit.call('POST', '/thing', { name_en: 'Thing' }, { customer: 'B' })
  expect([await make(), body.object?.['identifier']]).toEqual(['T-02', 'T-1'])
})

test('of hundreds that came in before are found by few statements, and none is left out', async () => {
  await kit.owner.query(
    `insert into thing (customer_id, identifier, name_en) select $1, 'T-' || lpad(n::text, 4, '0'), 'Thing' from generate_series(1, 700) n`,
    [kit.customers.A],
  )
  const { texts } = await watchStatements(async () => expect(await make()).toBe('T-0701'))
  expect(texts.length).toBeLessThan(20)
  expect([await make(), await make()]).toEqual(['T-0702', 'T-0703'])
})
