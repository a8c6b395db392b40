import { afterAll, beforeAll, expect, test } from 'vitest'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import { resourceOf, type Changes } from './resource.ts'
import { authorizeVerb, createRow, removeRow, updateRow } from './store.ts'
import type { Tx } from './transaction.ts'

let kit: KitApp
let kept: number
let removed: number

/** Writes what happened at noon of a day. */
const on = <T>(day: string, write: (tx: Tx) => Promise<T>) =>
  kit.db.transaction(
    kit.customers.A,
    (tx) => {
      tx.act(kit.who({}))
      return write(tx)
    },
    { at: new Date(`${day}T12:00:00Z`) },
  )
const thing = () => resourceOf(kit.resources, 'thing')
const create = (day: string, changes: Changes) =>
  on(day, async (tx) => (await createRow(tx, authorizeVerb(tx, thing(), 'create'), thing(), kit.resources, changes)).id)

beforeAll(async () => {
  kit = await kitApp()
  kept = await create('2026-01-10', { identifier: 'K-1', name_en: 'First name', status: 'OPEN' })
  removed = await create('2026-01-15', { identifier: 'K-2', name_en: 'Gone since' })
  await on('2026-02-10', (tx) => updateRow(tx, authorizeVerb(tx, thing(), 'update'), thing(), kit.resources, kept, { name_en: 'Second name', status: 'DONE' }))
  await on('2026-02-20', (tx) => removeRow(tx, authorizeVerb(tx, thing(), 'delete'), thing(), kit.resources, removed))
})
afterAll(() => kit.close())

const page = async (day?: string, filters: unknown[] = []) =>
  (await kit.call('POST', `/thing/page${day ? `?as_of=${day}` : ''}`, { queryParams: { filters } })).body
const names = async (day?: string) => ((await page(day)).objects ?? []).map(({ name }) => name)

test('a list shows the versions and the rows that stood at the end of a day', async () => {
  expect(await names('2026-01-09')).toEqual([])
  expect(await names('2026-01-10')).toEqual(['First name'])
  expect(await names('2026-02-09')).toEqual(['First name', 'Gone since'])
  expect(await names('2026-02-10')).toEqual(['Second name', 'Gone since'])
  expect(await names('2026-02-20')).toEqual(['Second name'])
  expect(await names()).toEqual(['Second name'])
})

test('filters compare what was true then', async () => {
  const done = [{ name: 'status', selected_options: ['DONE'] }]
  expect((await page('2026-02-01', done)).total).toBe(0)
  expect((await page('2026-02-11', done)).total).toBe(1)
})

test('the past gives no right to write it, whatever the reader may write now', async () => {
  const past = await page('2026-02-01')
  expect(past).toMatchObject({ add_right: false, total: 2 })
  for (const row of past.objects ?? [])
    expect(row).toMatchObject({ view_right: true, edit_right: false, delete_right: false, edit_right_regular: false, checkbox_right: false, copy_right: false })
  expect((await page()).objects?.[0]).toMatchObject({ edit_right: true, delete_right: true })
})

test('one record is read as it stood, also when it has gone since', async () => {
  const read = async (id: number, day: string, customer: 'A' | 'B' = 'A') => kit.call('GET', `/thing/${id}?as_of=${day}`, undefined, { customer })
  expect((await read(kept, '2026-02-01')).body.object).toMatchObject({ name: 'First name', version: 1, edit_right: false })
  expect((await read(removed, '2026-02-01')).body.object).toMatchObject({ name: 'Gone since' })
  expect((await read(removed, '2026-02-21')).status).toBe(404)
  expect((await read(kept, '2026-02-01', 'B')).status).toBe(404)
  expect((await read(kept, '2026-02-30')).status).toBe(400)
})

test('a search in the past is refused, since texts are indexed as they are now', async () => {
  expect((await kit.call('POST', '/thing/page?as_of=2026-02-01', { queryParams: { global_search: 'first' } })).status).toBe(400)
})
