import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { objectOf } from '#tools/test/actions-world.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let gap: number
/** Three risks of two perimeters. */
let risks: number[]

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  ;({ pilot } = golden)
  const register = objectOf(await pilot.post('/risk_register', { name_en: 'Group', impact_types: ['FINANCIAL'], appetite: 2 })).id
  const gaps = objectOf(await pilot.post('/gap_register', { name_en: 'Audit' })).id
  gap = objectOf(await pilot.post('/gap', { name_en: 'No backup', register: gaps, perimeter: golden.perimeter.B })).id
  const { A, B } = golden.perimeter
  risks = []
  for (const perimeter of [A, B, B])
    risks.push(objectOf(await pilot.post('/risk', { name_en: 'Ransomware', register, perimeter, init_impact: 3, init_probability: 3 })).id)
})
afterAll(() => app.close())

const linked = async (by = pilot): Promise<number[]> => {
  const { body } = await by.post('/risk/page', { queryParams: { filters: [{ name: 'gaps', selected_options: [gap] }] } })
  return (body.objects as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)
}
const link = (body: object, by = pilot) => by.put(`/gap/${gap}/risks`, body)

test('risks are linked from the gap and taken away again, each with a version of its own in the history', async () => {
  const [a = 0, b = 0, c = 0] = risks
  expect((await link({ add: [c, a] })).body).toMatchObject({ ok: true, message: 'The risks of the gap are saved' })
  expect(await linked()).toEqual([a, c])
  const { version } = objectOf(await pilot.get(`/risk/${a}`))
  // What is so already leaves no trace.
  expect((await link({ add: [a, b], remove: [c] })).status).toBe(200)
  expect(await linked()).toEqual([a, b])
  expect(objectOf(await pilot.get(`/risk/${a}`)).version).toBe(version)
  const history = (await pilot.get(`/risk/${c}/history`)).body.objects as { changes: { field: string }[] }[]
  expect(history.filter(({ changes }) => changes.some(({ field }) => field === 'gaps'))).toHaveLength(2)
  expect((await link({ remove: risks })).status).toBe(200)
  expect(await linked()).toEqual([])
})

test('only risks that its caller manages, to a gap that they see; all or none', async () => {
  const [a = 0, b = 0, c = 0] = risks
  const site = await app.member(golden.id, 'local_pilote', { perimeterIds: [golden.perimeter.B] })
  expect((await link({ add: [b, a] }, site)).status).toBe(404)
  expect(await linked()).toEqual([])
  expect((await link({ add: [b, c] }, site)).status).toBe(200)
  const elsewhere = objectOf(await pilot.post('/perimeter', { name_en: 'Site C', parent: golden.perimeter.A })).id
  const stranger = await app.member(golden.id, 'local_pilote', { perimeterIds: [elsewhere] })
  expect((await link({ remove: [b] }, stranger)).status).toBe(404)
  for (const role of ['global_auditor', 'local_auditor', 'contributor'] as const) {
    const reader = await app.member(golden.id, role, role === 'global_auditor' ? {} : { perimeterIds: [golden.perimeter.B] })
    expect((await link({ remove: [b] }, reader)).status).toBe(403)
  }
  expect(await linked()).toEqual([b, c])
  const other = await app.customer()
  expect((await link({ remove: [b] }, await app.member(other.id, 'global_pilote'))).status).toBe(404)
})

test('a closed risk stays as it is, and what makes no sense is refused', async () => {
  const [a = 0, b = 0] = risks
  expect((await link({})).status).toBe(400)
  expect((await link({ add: [a], remove: [a] })).status).toBe(400)
  expect((await link({ add: [a, a] })).status).toBe(400)
  expect((await link({ add: [a], more: [b] })).status).toBe(400)
  expect((await link({ add: [999_999] })).status).toBe(404)
  objectOf(await pilot.put(`/risk/${a}`, { treatment: 'CLOSED', treatment_reason: 'Over' }))
  expect((await link({ add: [a] })).body.errors).toEqual({ gaps: ['A closed risk stays as it is: reopen it first'] })
})
