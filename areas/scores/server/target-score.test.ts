import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/server/test-app.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
})
afterAll(() => app.close())

const target = async (query = '') => (await pilot.get(`/score${query}`)).body.object.target

test('the organisation’s own target stands for its whole score, those of its policies elsewhere', async () => {
  expect(await target()).toBe(75)
  expect((await pilot.put('/score/target', { target_score: 82 })).body).toMatchObject({ ok: true, object: { target_score: 82 } })
  expect(await target()).toBe(82)
  expect(await target(`?perimeter=${golden.perimeter.B}`)).toBe(75)
  expect(await target(`?policy=${golden.policy}`)).toBe(75)
  const { objects } = (await pilot.get('/score/perimeters')).body
  expect(objects.find((row: { parent_id: number | null }) => row.parent_id === null).target).toBe(82)
  await pilot.put('/score/target', { target_score: null })
  expect(await target()).toBe(75)
})

test('only a global pilot sets it, to a whole number from 0 to 100, in the own organisation', async () => {
  for (const value of [-1, 101, 7.5, '70']) expect((await pilot.put('/score/target', { target_score: value })).status).toBe(400)
  for (const role of ['global_auditor', 'local_pilote', 'contributor'] as const) {
    expect((await (await app.member(golden.id, role)).put('/score/target', { target_score: 5 })).status).toBe(403)
  }
  const other = await app.customer()
  const stranger = await app.member(other.id, 'global_pilote')
  await stranger.put('/score/target', { target_score: 5 })
  expect((await pilot.get('/score/target')).body.object).toEqual({ target_score: null })
})
