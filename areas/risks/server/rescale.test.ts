import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let register: number
let scale: number

// The body is whatever the server said; a test looks into it freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any
const objectOf = (answer: Row): Row => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.object
}
const made = async (fields: object = {}): Promise<Row> =>
  objectOf(await pilot.post('/risk', { name_en: 'Ransomware', register, perimeter: golden.perimeter.A, init_impact: 5, init_probability: 4, ...fields }))
const read = async ({ id }: Row): Promise<Row> => objectOf(await pilot.get(`/risk/${id}`))

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  register = objectOf(await pilot.post('/risk_register', { name_en: 'Group', impact_types: ['FINANCIAL'], appetite: 2 })).id
  const places = (word: string) => [1, 2, 3].map((n) => ({ name_en: `${word} ${n}` }))
  scale = objectOf(
    await pilot.post('/scale', {
      type: 'risk',
      name_en: 'Three by three',
      levels: [
        { name_en: 'Low', value: 10 },
        { name_en: 'High', value: 20 },
      ],
      impact_levels: places('Impact'),
      probability_levels: places('Probability'),
      matrix: [
        [10, 10, 10],
        [10, 10, 20],
        [10, 20, 20],
      ],
    }),
  ).id
})
afterAll(() => app.close())

const mapping = (changes: object = {}) => ({ scale, impacts: [1, 1, 2, 2, 3], probabilities: [1, 1, 2, 3, 3], appetite: 10, ...changes })

test('a register goes over to another matrix as its preview said: places, levels, business impacts and what is closed', async () => {
  const open = await made({
    min_impact: 3,
    min_probability: 2,
    target_impact: 3,
    target_probability: 2,
    measures: [golden.measure.M2, golden.measure.M3],
    business_impacts: [{ type: 'FINANCIAL', impact: 5 }],
  })
  const closed = await made({ init_impact: 4, init_probability: 3 })
  objectOf(await pilot.put(`/risk/${closed.id}`, { treatment: 'CLOSED' }))
  expect(objectOf(await pilot.get(`/risk_register/${register}/rescale/${scale}`))).toMatchObject({ appetite: 2, to: { impacts: [{}, {}, {}] } })
  // By hand: 5 × 4 is 3 × 3; down to 2 × 1 by 72.5 %: 3 − 0.725 and 3 − 1.45, rounded up 3 × 2, which is High.
  expect(objectOf(await pilot.post(`/risk_register/${register}/rescale_preview`, mapping()))).toEqual({
    risks: 2,
    moves: [{ from: open.current_level, to: 20, count: 1 }],
    above_before: 1,
    above_after: 1,
    stale: 0,
    requests: 0,
  })
  expect(await read(open)).toMatchObject({ init_impact: 5, version: open.version })
  const done = objectOf(await pilot.post(`/risk_register/${register}/rescale`, mapping()))
  expect(done).toMatchObject({ scale: { id: scale }, appetite: 10 })
  expect(await read(open)).toMatchObject({
    init_impact: 3,
    init_probability: 3,
    min_impact: 2,
    min_probability: 1,
    target_impact: 2,
    target_probability: 1,
    current_impact: 3,
    current_probability: 2,
    init_level: 20,
    current_level: 20,
    target_level: 10,
    above: true,
  })
  expect((await read(open)).business_impacts).toMatchObject([{ type: 'FINANCIAL', impact: 3 }])
  expect(await read(closed)).toMatchObject({ treatment: 'CLOSED', init_impact: 2, init_probability: 2, current_level: 10 })
  expect((await pilot.get(`/risk/${open.id}/history`)).body.objects[0].action).toBe('rescale')
  expect((await pilot.get(`/risk_register/${register}/history`)).body.objects[0].action).toBe('rescale')
  // Otherwise than with a mapping the scale of judged risks stays.
  expect((await pilot.put(`/risk_register/${register}`, { scale: null })).body.errors).toHaveProperty('scale')
})

test('a mapping that is short, out of the scale, out of order or without its level is refused with every wrong part named; whoever may not change all risks changes none', async () => {
  const refused = async (changes: object) => Object.keys((await pilot.post(`/risk_register/${register}/rescale`, mapping(changes))).body.errors ?? {})
  expect(await refused({ impacts: [1, 2], probabilities: [1, 5, 3], appetite: 7 })).toEqual(['impacts', 'probabilities', 'appetite'])
  expect(await refused({ impacts: [2, 1, 3], probabilities: [1, 2, 3] })).toEqual(['impacts'])
  const local = await app.member(golden.id, 'local_pilote', { perimeterIds: [golden.perimeter.B] })
  expect((await local.post(`/risk_register/${register}/rescale`, mapping({ impacts: [1, 2, 3], probabilities: [1, 2, 3] }))).status).toBe(403)
})

test('the top of a register is by level, then by what is estimated; each line of the plan tells what it brings alone', async () => {
  const euros = (moment: string, often: number) => ({
    moment,
    frequency_low: often,
    frequency_likely: often,
    frequency_high: often,
    loss_low: 100,
    loss_likely: 100,
    loss_high: 100,
  })
  const cheap = await made({ init_impact: 3, init_probability: 3, estimates: [euros('NOW', 0.1)] })
  const dear = await made({ init_impact: 1, init_probability: 1, estimates: [euros('NOW', 2), euros('AFTER', 1)] })
  const program = objectOf(await pilot.post('/program', { name_en: 'Risks' })).id
  objectOf(
    await pilot.post('/remediation', { name_en: 'Vault', program, perimeter: golden.perimeter.A, cost: 50, source_object: { entity: 'risk', id: dear.id } }),
  )
  const top = async (by: string) => objectOf(await pilot.post(`/risk_register/${register}/top`, { by })).risks
  expect((await top('level'))[0]).toMatchObject({ id: cheap.id, loss: 10, distance: 1 })
  expect((await top('loss'))[0]).toMatchObject({ id: dear.id, loss: 200, distance: 0, actions: 1 })
  const plan = objectOf(await pilot.post(`/risk_register/${register}/plan`, {}))
  // All that is planned for it: the whole of 200 − 100 k€ a year, for 50 k€.
  expect(plan.risks.find(({ id }: Row) => id === dear.id).steps).toMatchObject([{ alone: null, saves: 100, per_kilo_euro: 2000 }])
})

test('measures of the perimeter that the threat says to help are proposed until they are linked', async () => {
  const { solution } = objectOf(await pilot.get(`/measure/${golden.measure.M2}`))
  const { perimeter } = objectOf(await pilot.get(`/measure/${golden.measure.M2}`))
  const threat = objectOf(await pilot.post('/threat', { name_en: 'Theft', solutions: [solution.id] })).id
  const row = await made({ init_impact: 2, init_probability: 2, threat, perimeter: perimeter.id })
  const proposed = async () => (await pilot.get(`/risk/${row.id}/proposal`)).body.objects.map(({ id }: Row) => id)
  expect(await proposed()).toEqual([golden.measure.M2])
  objectOf(await pilot.put(`/risk/${row.id}`, { measures: [golden.measure.M2] }))
  expect(await proposed()).toEqual([])
})
