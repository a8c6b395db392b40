import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import type { RiskExplanation } from '#areas/risks/contract/calls.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let second: Person
let register: number

// The body is whatever the server said; a test looks into it freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any
const objectOf = (answer: Row): Row => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.object
}
const made = async (fields: object = {}): Promise<Row> =>
  objectOf(await pilot.post('/risk', { name_en: 'Ransomware', register, perimeter: golden.perimeter.A, init_impact: 5, init_probability: 5, ...fields }))
const read = async ({ id }: Row): Promise<Row> => objectOf(await pilot.get(`/risk/${id}`))
const put = (row: Row, changes: object, by = pilot): Promise<Row> => by.put(`/risk/${row.id}`, changes)
const at = (row: Row) => [row.current_impact, row.current_probability, row.efficiency]
const found = async (word: string): Promise<number[]> =>
  (await pilot.post('/risk/page', { queryParams: { filters: [{ name: 'findings', selected_options: [word] }] } })).body.objects.map(({ id }: Row) => id)

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  second = await app.member(golden.id, 'global_pilote')
  register = objectOf(await pilot.post('/risk_register', { name_en: 'Group', impact_types: ['FINANCIAL'] })).id
})
afterAll(() => app.close())

test('a weak measure beside a good one lowers the risk; its share says how much of it counts, and is told where the level is explained', async () => {
  const { M2, M3 } = golden.measure
  // 75: 5 − 4 × 0.75 = 2.
  const row = await made({ measures: [M2] })
  expect(at(row)).toEqual([2, 2, 75])
  // 70 beside it: 1 − 0.25 × 0.3 = 92.5; the mean, 72.5, had raised it to 3 × 3.
  objectOf(await put(row, { measures: [M2, M3] }))
  expect(at(await read(row))).toEqual([2, 2, 93])
  // A half of 75 and a tenth of 70: 1 − 0.625 × 0.93 = 41.875; 5 − 4 × 0.41875 = 3.325.
  objectOf(
    await put(row, {
      measure_shares: [
        { measure: M2, share: 50 },
        { measure: M3, share: 10 },
      ],
    }),
  )
  expect(at(await read(row))).toEqual([4, 4, 42])
  const explained: RiskExplanation = objectOf(await pilot.get(`/risk/${row.id}/explanation`))
  expect(explained.effect).toBeCloseTo(41.875, 9)
  expect(explained.impact.exact).toBeCloseTo(3.325, 9)
  expect([explained.pending, explained.measures.map(({ share }) => share)]).toEqual([false, [50, 10]])
  // What is linked no more takes its share along; linked again it counts whole.
  objectOf(await put(row, { measures: [M3] }))
  expect((await read(row)).measure_shares.map(({ measure, share }: Row) => [measure.id, share])).toEqual([[M3, 10]])
  objectOf(await put(row, { measures: [M2, M3] }))
  expect(at(await read(row))[2]).toBe(Math.round(100 * (1 - 0.25 * 0.93)))
  const { objects } = (await pilot.get(`/risk/${row.id}/history`)).body
  expect(JSON.stringify(objects)).toContain('measure_shares')
})

test('a share of what is not linked, one that is said twice and one out of bounds are refused by their place', async () => {
  const { M2, M3 } = golden.measure
  const refused = async (measure_shares: object[]) =>
    (await pilot.post('/risk', { name_en: 'X', register, init_impact: 3, init_probability: 2, measures: [M2], measure_shares })).body.errors
  expect(await refused([{ measure: M3, share: 50 }])).toEqual({ 'measure_shares.0.measure': ['This measure is not linked here: link it first'] })
  expect(
    Object.keys(
      await refused([
        { measure: M2, share: 50 },
        { measure: M2, share: 60 },
      ]),
    ),
  ).toEqual(['measure_shares.1.measure'])
  expect(Object.keys(await refused([{ measure: M2, share: 0 }]))).toEqual(['measure_shares.0.share'])
  expect(Object.keys(await refused([{ measure: M2, share: 101 }]))).toEqual(['measure_shares.0.share'])
})

test('another share makes an approval stale as another measure does', async () => {
  const row = await made({ target_impact: 1, target_probability: 1, measures: [golden.measure.M4] })
  objectOf(await pilot.post(`/risk/${row.id}/request`, {}))
  objectOf(await second.post(`/risk/${row.id}/approve`, {}))
  objectOf(await put(row, { measure_shares: [{ measure: golden.measure.M4, share: 99 }] }))
  expect(await read(row)).toMatchObject({ stale: true, stale_reason: 'LEVEL', current_impact: 2 })
})

test('what the rule itself moves is listed until somebody has looked; approvals go stale by it where the place moves, and by nothing where it stays', async () => {
  const { M1, M2, M3, M4 } = golden.measure
  const approved = async (fields: object): Promise<Row> => {
    const row = await made({ target_impact: 1, target_probability: 1, ...fields })
    objectOf(await pilot.post(`/risk/${row.id}/request`, {}))
    objectOf(await second.post(`/risk/${row.id}/approve`, {}))
    return row
  }
  const moves = await approved({ measures: [M2, M3], manager: pilot.memberId })
  const stays = await approved({ measures: [M1, M2, M3], min_impact: 5, min_probability: 5 })
  const open = await made({ measures: [M2, M3] })
  const alone = await made({ measures: [M4] })
  // As an installation has them that counted by the mean: 72.5 is 5 − 4 × 0.725 = 2.1, so 3 × 3.
  const owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  for (const [{ id }, efficiency, place] of [
    [moves, 73, 3],
    [stays, 75, 5],
    [open, 73, 3],
  ] as const)
    await owner.query(`update risk set rule_state = 'PENDING', efficiency = $2, current_impact = $3, current_probability = $3 where id = $1`, [
      id,
      efficiency,
      place,
    ])
  // What was asked is not changed once written; this one is made to be of before shares.
  await owner.query('alter table decision_request disable trigger user')
  await owner.query(`update decision_request set copy = jsonb_set(copy::jsonb #- '{en,measure_shares}', '{en,efficiency}', '75')::text where object_id = $1`, [
    stays.id,
  ])
  await owner.query('alter table decision_request enable trigger user')
  await owner.end()
  objectOf(await pilot.put(`/measure/${M4}`, { name_en: 'Something else, for the job to run' }))
  await app.jobs()
  expect(await read(moves)).toMatchObject({ current_impact: 2, rule_state: 'MOVED', stale: true, stale_reason: 'RULE', status: 'APPROVED' })
  expect(await read(open)).toMatchObject({ current_impact: 2, rule_state: 'MOVED', stale: false })
  expect(await read(stays)).toMatchObject({ current_impact: 5, efficiency: 99, rule_state: null, stale: false })
  expect(await read(alone)).toMatchObject({ rule_state: null })
  expect((await found('RULE_MOVED')).toSorted((a, b) => a - b)).toEqual([moves.id, open.id])
  // The effect that was frozen was a mean: it is not compared with what measures do now.
  objectOf(await put(stays, { manual_comment: null, measures: [M1, M2, M3] }))
  expect(await read(stays)).toMatchObject({ stale: false })
  objectOf(await pilot.post(`/risk/${open.id}/review`, {}))
  objectOf(await pilot.post(`/risk/${moves.id}/request`, {}))
  expect(await found('RULE_MOVED')).toEqual([])
})

test('a measure that its reader may not open stays with its share, whether the list of measures or that of shares is given back', async () => {
  const { M2, M3 } = golden.measure
  const local = await app.member(golden.id, 'local_pilote', { perimeterIds: [golden.perimeter.B] })
  const row = await made({ perimeter: golden.perimeter.B, measures: [M2, M3], measure_shares: [{ measure: M2, share: 50 }] })
  const before = at(row)
  const seen = objectOf(await local.get(`/risk/${row.id}`))
  const lines = seen.measure_shares.map(({ id, measure, share }: Row) => ({ id, measure: measure.id, share }))
  expect(lines).toHaveLength(1)
  expect((await local.get(`/measure/${M2}`)).status).toBe(404)
  objectOf(await put(row, { measure_shares: lines }, local))
  // Naming it anew is another matter.
  expect((await put(row, { measure_shares: [{ measure: M2, share: 60 }] }, local)).body.errors).toHaveProperty(['measure_shares.0.measure'])
  objectOf(await put(row, { measures: [M3, golden.measure.M4] }, local))
  objectOf(await put(row, { measures: [M3] }, local))
  const after = await read(row)
  expect([
    at(after),
    after.measures.map(({ id }: Row) => id as number).toSorted((a: number, b: number) => a - b),
    after.measure_shares.map(({ share }: Row) => share),
  ]).toEqual([before, [M2, M3].toSorted((a, b) => a - b), [50]])
})
