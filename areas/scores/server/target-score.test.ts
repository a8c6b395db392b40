import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/server/test-app.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { loadFacts } from './load-facts.ts'
import { dayBefore, publishScores } from './snapshot.ts'
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

test('a target is to be reached by its day, else by the end of the year, and a day gone by was aimed at as it was then', async () => {
  const posture = async (on = '') => (await pilot.get(`/score/posture${on}`)).body.object as Posture
  const today = (await posture()).day
  expect((await posture()).target_date).toBe(`${today.slice(0, 4)}-12-31`)
  await golden.as(async (tx) => publishScores(tx, await loadFacts(tx, dayBefore(today))))
  expect((await pilot.put('/score/target', { target_score: 82, target_date: '2031-06-30' })).body.object).toEqual({
    target_score: 82,
    target_date: '2031-06-30',
  })
  // What is not named stays.
  expect((await pilot.put('/score/target', { target_score: 83 })).body.object).toEqual({ target_score: 83, target_date: '2031-06-30' })
  expect(await posture()).toMatchObject({ target: 83, target_date: '2031-06-30' })
  const then = `?on=${dayBefore(today)}`
  expect(await posture(then)).toMatchObject({ target: 75, target_date: `${dayBefore(today).slice(0, 4)}-12-31`, targets: [{ target: 75 }] })
  expect((await pilot.get(`/score${then}`)).body.object.target).toBe(75)
  for (const target_date of ['2031-02-30', 'soon', 5]) expect((await pilot.put('/score/target', { target_score: 1, target_date })).status).toBe(400)
  await pilot.put('/score/target', { target_score: null, target_date: null })
})

test('only a global pilot sets it, to a whole number from 0 to 100, in the own organisation', async () => {
  for (const value of [-1, 101, 7.5, '70']) expect((await pilot.put('/score/target', { target_score: value })).status).toBe(400)
  for (const role of ['global_auditor', 'local_pilote', 'contributor'] as const) {
    expect((await (await app.member(golden.id, role)).put('/score/target', { target_score: 5 })).status).toBe(403)
  }
  const other = await app.customer()
  const stranger = await app.member(other.id, 'global_pilote')
  await stranger.put('/score/target', { target_score: 5 })
  expect((await pilot.get('/score/target')).body.object).toEqual({ target_score: null, target_date: null })
})
