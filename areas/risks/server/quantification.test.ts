import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let root = 0
let register = 0

// The body is whatever the server said; a test looks into it freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any
const objectOf = (answer: Row): Row => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.object
}
const line = (moment: string, frequency: readonly number[], loss: readonly number[]) => ({
  moment,
  ...Object.fromEntries(
    (['low', 'likely', 'high'] as const).flatMap((bound, n) => [[`frequency_${bound}`, frequency[n]] as const, [`loss_${bound}`, loss[n]] as const]),
  ),
})
const made = async (estimates: readonly object[], more: object = {}): Promise<Row> =>
  objectOf(await pilot.post('/risk', { name_en: 'Ransomware', register, perimeter: root, init_impact: 3, init_probability: 3, estimates, ...more }))
const wholeOf = async (by = pilot, queryParams = {}): Promise<Row> => by.post(`/risk_register/${register}/quantification`, { queryParams })
const figuresOf = async ({ id }: Row, by = pilot): Promise<Row> => objectOf(await by.get(`/risk/${id}/quantification`))

beforeAll(async () => {
  app = await testApp()
  const customer = await app.customer('Quantified')
  root = customer.root
  pilot = await app.member(customer.id, 'global_pilote')
  register = objectOf(await pilot.post('/risk_register', { name_en: 'Group', impact_types: ['FINANCIAL'] })).id
})
afterAll(() => app.close())

test('estimates go from least to greatest, once for a moment, and always for now', async () => {
  const refused = async (estimates: object[]) =>
    (await pilot.post('/risk', { name_en: 'X', register, init_impact: 1, init_probability: 1, estimates })).body.errors?.estimates ?? []
  const now = line('NOW', [0, 1, 2], [1, 2, 3])
  expect(await refused([now, now])).toEqual(['A moment is estimated once'])
  expect(await refused([line('AFTER', [0, 1, 2], [1, 2, 3])])).toEqual(['Estimate it as it is now, too'])
  expect(await refused([line('NOW', [2, 1, 3], [1, 2, 3])])).toEqual(['Frequencies go from the lowest to the highest'])
  expect(await refused([line('NOW', [0, 1, 2], [1, 4, 3])])).toEqual(['Losses go from the lowest to the highest'])
})

test('a risk and its register are told in euros, what the actions are worth too, and a closed risk costs the register nothing', async () => {
  const program = objectOf(await pilot.post('/program', { name_en: 'Plan' })).id
  const action = async (cost: number) => objectOf(await pilot.post('/remediation', { name_en: 'Do', program, type: 'SIMPLE', perimeter: root, cost })).id
  // Once a year 60 k€ on average, a quarter of it after treatment: 45 k€ for 9 k€.
  const first = await made([line('NOW', [1, 1, 1], [0, 60, 120]), line('AFTER', [0.25, 0.25, 0.25], [0, 60, 120])], {
    actions: [await action(5), await action(4)],
  })
  const figures = await figuresOf(first)
  expect(figures).toMatchObject({ years: 100_000, risks: 1, estimated: 1, told: { before: false, after: true } })
  expect(figures.worth).toEqual({ saved: 45_000, cost: 9, per_kilo_euro: 5000, months: 2.4 })
  const { now, after, before } = figures.moments
  // What is expected is one figure, whoever tells it: in closed form.
  expect(now.mean).toBeCloseTo(60_000, 5)
  expect(after.mean).toBeCloseTo(15_000, 5)
  expect(before).toEqual(now)
  expect(Math.abs(now.quiet - Math.exp(-1))).toBeLessThan(0.01)
  expect(figures.curve.length).toBeGreaterThan(20)
  expect(await figuresOf(first)).toEqual(figures)

  const second = await made([line('NOW', [0, 2, 4], [10, 10, 10])])
  await made([])
  const whole = objectOf(await wholeOf())
  expect(whole).toMatchObject({ risks: 3, estimated: 2, worth: figures.worth })
  expect(whole.contributions.map(({ id, now: cost }: Row) => [id, cost])).toEqual([
    [first.id, 60_000],
    [second.id, 20_000],
  ])
  expect(whole.moments.now.mean).toBeCloseTo(80_000, 5)
  // Of what a list shows.
  expect(objectOf(await wholeOf(pilot, { filters: [{ name: 'identifier', selected_options: [second.identifier] }] }))).toMatchObject({ risks: 1, estimated: 1 })
  expect((await pilot.put(`/risk/${first.id}`, { treatment: 'CLOSED' })).status).toBe(200)
  expect(objectOf(await wholeOf())).toMatchObject({ risks: 2, estimated: 1, worth: { cost: 0 } })
})

test('nothing is told of what is not estimated, and to nobody of what is not theirs', async () => {
  const bare = await made([])
  expect(await figuresOf(bare)).toBe(null)
  const theirs = await app.member((await app.customer('Beside')).id, 'global_pilote')
  expect((await theirs.get(`/risk/${bare.id}/quantification`)).status).toBe(404)
  expect((await wholeOf(theirs)).status).toBe(404)
  const nobodys = await app.member(pilot.customerId, 'contributor')
  expect((await nobodys.get(`/risk/${bare.id}/quantification`)).status).toBe(404)
})
