/** What a departure does to the score: what only that person does goes undone, unless somebody takes it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import type { DepartureEffect } from '#areas/people/contract/holder-calls.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let leaving: Person
let runbook: number
const tasks: number[] = []

const task = async (fields: object): Promise<number> => {
  const { body } = await pilot.post('/runtask', {
    name_en: 'Restore test',
    runbook,
    kind: 'CONTROL',
    periodicity: 'QUARTERLY',
    start_date: dayFromNow(-20),
    measure: golden.measure.M4,
    perimeter: golden.perimeter.B,
    ...fields,
  })
  expect(body.errors).toBeUndefined()
  return body.object.id
}
const effect = async (member: number, left: readonly number[] = [], by = pilot): Promise<DepartureEffect> => {
  const { status, body } = await by.post(`/member/${member}/departure/preview`, { left: left.map((id) => ({ entity: 'runtask', id })) })
  expect([status, body.message]).toEqual([200, undefined])
  return body.object
}

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  leaving = await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [golden.perimeter.B] })
  runbook = (await pilot.post('/runbook', { name_en: 'Continuity' })).body.object.id
  for (const name_en of ['Restore test', 'Access review']) tasks.push(await task({ name_en, manager: leaving.memberId }))
})
afterAll(() => app.close())

test('without them their recurring tasks go undone; with everything taken over nothing is lost', async () => {
  const { kept, without, proposed, tasks: count, left, place, until } = await effect(leaving.memberId)
  expect({ count, left, later: until > dayFromNow(80), place: place !== '' }).toEqual({ count: 2, left: 0, later: true, place: true })
  expect(without).toBeLessThan(kept ?? 0)
  expect(proposed).toBe(kept)
})

test('what nobody takes goes undone with the proposal too; others’ objects change nothing', async () => {
  const all = await effect(leaving.memberId)
  const half = await effect(leaving.memberId, tasks.slice(0, 1))
  expect(half.left).toBe(1)
  expect(half.proposed).toBeLessThan(half.kept ?? 0)
  expect(half.proposed).toBeGreaterThan(half.without ?? 100)
  expect(await effect(leaving.memberId, tasks)).toEqual({ ...all, left: 2, proposed: all.without })
  const other = await task({ manager: pilot.memberId })
  expect(await effect(leaving.memberId, [other])).toMatchObject({ left: 0, proposed: expect.any(Number) })
})

test('what a group shares, and who holds no recurring task, changes nothing', async () => {
  const group = (await pilot.post('/group', { name: 'Team' })).body.object.id
  const holder = await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [golden.perimeter.B] })
  await task({ group })
  const { tasks: count, kept, without } = await effect(holder.memberId)
  expect([count, without]).toEqual([0, kept])
})

test('only who may hand over asks, about people of their own', async () => {
  const auditor = await app.member(pilot.customerId, 'global_auditor')
  expect((await auditor.post(`/member/${leaving.memberId}/departure/preview`, { left: [] })).status).toBe(403)
  expect((await pilot.post('/member/999999/departure/preview', { left: [] })).status).toBe(404)
})
