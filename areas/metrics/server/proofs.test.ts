import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cell, GivenValue, Grid } from '#areas/metrics/contract/calls.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let local: Person
let auditor: Person
let contributor: Person
let north: number
let shop: number
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
const thisMonth = periodOf('MONTHLY', today)
/** So many months ago. */
const month = (ago: number) => movePeriod('MONTHLY', thisMonth, -ago)

beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer('Proofs')
  pilot = await app.member(id, 'global_pilote')
  const place = async (name_en: string, parent: number): Promise<number> => (await pilot.post('/perimeter', { name_en, parent })).body.object.id
  north = await place('North', root)
  shop = await place('Shop', root)
  local = await app.member(id, 'local_pilote', { perimeterIds: [north] })
  auditor = await app.member(id, 'local_auditor', { perimeterIds: [north] })
  contributor = await app.member(id, 'contributor')
})
afterAll(() => app.close())

const made = async (rest: object = {}): Promise<number> => {
  const body = { name_en: 'Patched', unit: '%', decimals: 1, minimum: 0, maximum: 100, start_date: month(5), perimeters: [north, shop], ...rest }
  const { status, body: answer } = await pilot.post('/metric', body)
  expect([status, answer.errors]).toEqual([200, undefined])
  return answer.object.id
}
const enter = (who: Person, id: number, ...values: GivenValue[]) => who.post(`/metric/${id}/value`, { values })
const correct = (who: Person, id: number, ...values: GivenValue[]) => who.put(`/metric/${id}/value`, { values })
const gridOf = async (who: Person, id: number): Promise<Grid> => (await who.get(`/metric/${id}/grid?from=${month(5)}&to=${month(0)}`)).body.object
const evidenceIn = async (perimeter: number): Promise<number> =>
  (await pilot.post('/evidence', { name_en: 'Report', perimeter, url: `https://intranet.example/${perimeter}` })).body.object.id

test('a value shows evidence within the reach of whoever shows it, others are told how much, and what proves something stays', async () => {
  const id = await made({ manager: contributor.memberId })
  const [here, there] = [await evidenceIn(north), await evidenceIn(shop)]
  const at = { perimeter_id: north, period: month(1) }
  const prove = (who: Person, evidences: number[]) => who.put(`/metric/${id}/proof`, { ...at, evidences })
  expect((await prove(pilot, [here])).body.errors).toEqual({ evidences: ['Enter a value before adding proof'] })
  await enter(pilot, id, { ...at, value: 1 })
  expect((await prove(pilot, [here, there])).body).toMatchObject({ objects: [{ id: here }, { id: there }], hidden: 0 })
  expect((await gridOf(pilot, id)).cells).toMatchObject([{ proofs: 2 }])
  const read = async (who: Person) => (await who.get(`/metric/${id}/proof?perimeter_id=${north}&period=${month(1)}`)).body
  expect(await read(local)).toMatchObject({ objects: [{ id: here }], hidden: 1 })
  expect((await prove(local, [there])).status).toBe(400)
  // What is out of reach is not taken off by whoever does not see it.
  expect((await prove(local, [])).body).toMatchObject({ objects: [], hidden: 1 })
  expect((await prove(auditor, [])).status).toBe(403)
  expect((await pilot.get(`/evidence/${there}`)).body.object.used).toBe(true)
  // Evidence says where it is used, within the reach of whoever asks, and metrics are found by it.
  const usedBy = async (who: Person) =>
    ((await who.get(`/evidence/${there}/linked`)).body.objects as { entity: string; objects: { id: number }[] }[]).flatMap(({ entity, objects }) =>
      objects.map((one) => [entity, one.id]),
    )
  expect(await usedBy(pilot)).toEqual([['metric', id]])
  expect((await pilot.get(`/metric/${id}`)).body.object.evidences).toMatchObject([{ id: there }])
  expect((await local.get(`/metric/${id}`)).body.object.evidences).toEqual([])
  expect((await pilot.delete(`/evidence/${there}`)).status).toBe(409)
  expect((await pilot.put(`/metric/${id}/proof`, { perimeter_id: north, period: month(-1), evidences: [] })).status).toBe(400)
  await enter(pilot, id, { ...at, value: null })
  expect((await read(pilot)).objects, 'A value that is emptied proves nothing').toEqual([])
  expect(await usedBy(pilot)).toEqual([])
  expect((await pilot.delete(`/evidence/${there}`)).status).toBe(200)
})

test('a value is corrected by a call of its own: of what its writer saw, by whoever enters, in periods that are open', async () => {
  const id = await made({ start_date: month(30), history_size: 10 })
  const at = { perimeter_id: north, period: month(1) }
  expect((await correct(pilot, id, { ...at, value: 5 })).body.errors).toEqual({ 'values.0.value': ['There is no value to correct yet'] })
  expect((await correct(pilot, id, { ...at, value: 5, version: 1 })).status, 'there is nothing to correct').toBe(409)
  await enter(pilot, id, { ...at, value: 5 })
  const { body } = await correct(local, id, { ...at, value: 6, comment: 'recount', version: 1 })
  expect(body.objects).toMatchObject([{ value: 6, comment: 'recount', version: 2 }])
  expect((await correct(pilot, id, { ...at, value: 7, version: 1 })).status).toBe(409)
  expect((await correct(auditor, id, { ...at, value: 7, version: 2 })).body.message).toBe('You don’t have the right to update or add a value')
  expect((await correct(pilot, id, { perimeter_id: north, period: month(12), value: 7, version: 1 })).body.errors).toEqual({
    'values.0.period': ['This period is closed'],
  })
  const former = (await pilot.get(`/metric/${id}/value?perimeter_id=${north}&period=${month(1)}`)).body.objects as Cell[]
  expect(former.map(({ value, version }) => [value, version])).toEqual([
    [6, 2],
    [5, 1],
  ])
})

test('a value alone needs no list: what is wrong is told of its own fields (MET-16)', async () => {
  const id = await made()
  const one = { perimeter_id: north, period: month(1) }
  const address = `/metric/${id}/value`
  expect((await pilot.put(address, { ...one, value: 3 })).body.errors).toEqual({ value: ['There is no value to correct yet'] })
  expect((await pilot.post(address, { ...one, value: 4, comment: 'counted', proofs: [] })).body).toMatchObject({
    message: 'Value saved',
    objects: [{ value: 4, comment: 'counted' }],
  })
  expect((await pilot.put(address, { ...one, value: 5 })).body.objects).toMatchObject([{ value: 5, version: 2 }])
  expect((await pilot.put(address, { ...one, value: 6, version: 1 })).status).toBe(409)
  expect((await pilot.post(address, { ...one, value: 101 })).body.errors).toHaveProperty('value')
  expect((await pilot.post(address, { ...one, value: 'x', colour: 'red' })).body.errors).toEqual({ value: ['Invalid value'], colour: ['Unknown field'] })
  expect((await pilot.post(address, { values: [{ ...one, value: 'x' }] })).body.errors).toEqual({ 'values.0.value': ['Invalid value'] })
})

test('values are entered with what they show, all of it or nothing', async () => {
  const id = await made()
  const [here, there] = [await evidenceIn(north), await evidenceIn(shop)]
  const values = (proofs: number[]): GivenValue[] => [
    { perimeter_id: north, period: month(1), value: 1, proofs },
    { perimeter_id: north, period: month(2), value: 2 },
  ]
  expect((await enter(local, id, ...values([there]))).body.errors).toEqual({ 'values.0.proofs': ['Unknown evidence'] })
  expect((await gridOf(pilot, id)).cells).toEqual([])
  expect((await enter(local, id, ...values([here]))).body.objects).toEqual(
    expect.arrayContaining([expect.objectContaining({ period: month(1), proofs: 1 }), expect.objectContaining({ period: month(2), proofs: 0 })]),
  )
  expect((await correct(pilot, id, { perimeter_id: north, period: month(1), value: 1, version: 1, proofs: [] })).body.objects).toMatchObject([
    { proofs: 0, version: 1 },
  ])
  const emptied = await correct(pilot, id, { perimeter_id: north, period: month(1), value: null, version: 1, proofs: [here] })
  expect(emptied.body.errors).toEqual({ 'values.0.proofs': ['Enter a value before adding proof'] })
})
