import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from './registry.ts'
import { testApp, type Person, type TestApp } from './test-app.ts'

let app: TestApp
let pilot: Person
beforeAll(async () => {
  app = await testApp()
  pilot = await app.member((await app.customer()).id, 'global_pilote')
})
afterAll(() => app.close())

const options = [
  'a\u0000',
  '\ud800',
  "' or 1=1 --",
  '\\',
  '2026-02-31',
  '0000-00-00',
  'infinity',
  1e308,
  -0,
  2 ** 60,
  1.5,
  true,
  { text: 'a\u0000' },
  { text: '%' },
  { text: '\\' },
  { from: '2026-02-31' },
  { from: '0000-00-00' },
  { from: 'infinity' },
  { from: -1e308, to: 1e308 },
  { to: 'a\u0000' },
]

describe.each([...resources.values()].map(({ def }) => [def.name, def] as const))('%s', (name, def) => {
  test('no filter fails on what it is asked for, alone or in pages and exports', async () => {
    const failing: string[] = []
    for (const filter of def.list.filters) {
      for (const option of options) {
        const queryParams = { filters: [{ name: filter, selected_options: [option] }] }
        const { status } = await pilot.post(`/${name}/page`, { queryParams })
        if (status >= 500) failing.push(`${filter} ${JSON.stringify(option)}: ${status}`)
      }
    }
    expect(failing).toEqual([])
  })

  test('names of every object are no columns and no filters', async () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'customer_id', 'version', 'id"', 'name; select 1']) {
      const sorted = await pilot.post(`/${name}/page`, { queryParams: { sort: [{ name: key, order: 'asc' }] } })
      const filtered = await pilot.post(`/${name}/page`, { queryParams: { filters: [{ name: key, selected_options: ['x'] }] } })
      expect([key, sorted.status, filtered.status]).toEqual([key, 400, 400])
    }
  })
})

test('what a filter compares row by row is bounded, what it looks up is not', async () => {
  const ask = (selected_options: unknown[]) => pilot.post('/label/page', { queryParams: { filters: [{ name: 'name', selected_options }] } })
  const texts = (count: number) => Array.from({ length: count }, (_, n) => ({ text: `x${n}` }))
  expect((await ask(texts(20))).status).toBe(200)
  expect((await ask(texts(21))).status).toBe(400)
  expect((await ask(texts(6000).map(({ text }) => text))).status).toBe(200)
})

test('a row that is named twice in a bulk edit is refused, for its undo would not hold', async () => {
  const { id } = (await pilot.post('/label', { name_en: 'Twice' })).body.object
  const changes = { color: '#112233' }
  expect((await pilot.put('/label/bulk', { rows: [{ id }, { id }], changes })).status).toBe(400)
  const { undo } = (await pilot.put('/label/bulk', { rows: [{ id }], changes })).body.object
  expect((await pilot.post('/label/bulk/undo', { undo })).body).toMatchObject({ ok: true })
  expect((await pilot.post('/label/bulk/undo', { undo })).status).toBe(404)
})

test('remarks and names of views hold no characters that cannot be shown', async () => {
  const { id } = (await pilot.post('/label', { name_en: 'Remarks' })).body.object
  for (const text of ['a\u0001b', 'a\ud800b', 'a\u0000b']) {
    expect((await pilot.post(`/label/${id}/comments`, { text })).status).toBe(400)
    expect((await pilot.post('/view', { list: 'label', name: text, state: { sort: [], filters: [], search: '' } })).status).toBe(400)
  }
})
