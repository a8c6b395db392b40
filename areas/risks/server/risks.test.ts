import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { openDeduction, releaseDeduction } from '#areas/scores/server/index.ts'
import type { RiskExplanation } from '#areas/risks/contract/calls.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let second: Person
let contributor: Person
let register: number

// The body is whatever the server said; a test looks into it freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any
const objectOf = (answer: Row): Row => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.object
}
const made = async (fields: object = {}, by = pilot): Promise<Row> =>
  objectOf(await by.post('/risk', { name_en: 'Ransomware', register, perimeter: golden.perimeter.A, init_impact: 5, init_probability: 4, ...fields }))
const read = async ({ id }: Row, by = pilot): Promise<Row> => objectOf(await by.get(`/risk/${id}`))
const put = (row: Row, changes: object, by = pilot): Promise<Row> => by.put(`/risk/${row.id}`, changes)
const call = (row: Row, name: string, body: object = {}, by = pilot): Promise<Row> => by.post(`/risk/${row.id}/${name}`, body)
const at = (row: Row) => [row.current_impact, row.current_probability, row.current_level, row.efficiency]

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  second = await app.member(golden.id, 'global_pilote')
  contributor = await app.member(golden.id, 'contributor')
  register = objectOf(await pilot.post('/risk_register', { name_en: 'Group', impact_types: ['FINANCIAL'], appetite: 2, approvers: [contributor.memberId] })).id
})
afterAll(() => app.close())

test('a register has an impact type, a scale of risks and a line that the scale has; the default scale is taken (RSK-07, RSK-10)', async () => {
  const refused = async (body: object) => (await pilot.post('/risk_register', { name_en: 'X', impact_types: ['LEGAL'], ...body })).body.errors
  expect(await refused({ impact_types: [] })).toEqual({ impact_types: ['At least one impact type must be selected'] })
  expect(await refused({ appetite: 9 })).toHaveProperty('appetite')
  const row = objectOf(await pilot.get(`/risk_register/${register}`))
  expect(row.scale.name).toBe('Risk')
})

test('what is missing or out of order is refused in the words of the specification (RSK-05, RSK-06)', async () => {
  const refused = async (body: object) => (await pilot.post('/risk', { name_en: 'X', register, init_impact: 3, init_probability: 2, ...body })).body.errors
  expect(await refused({ init_impact: null, init_probability: null })).toEqual({
    init_impact: ['Please select an impact'],
    init_probability: ['Please select a probability'],
  })
  expect(await refused({ priority: null })).toEqual({ priority: ['Please select a priority'] })
  expect(await refused({ min_impact: 4, min_probability: 3 })).toEqual({
    min_impact: ['Minimum impact cannot be larger than initial impact'],
    min_probability: ['Minimum probability cannot be larger than initial probability'],
  })
  expect(await refused({ target_impact: 4, target_probability: 3 })).toEqual({
    target_impact: ['Target impact cannot be larger than initial impact'],
    target_probability: ['Target probability cannot be larger than initial probability'],
  })
  expect(await refused({ init_impact: 6 })).toHaveProperty('init_impact')
  expect(await refused({ target_impact: 2 })).toHaveProperty('target_probability')
  expect(await refused({ manual_impact: 2 })).toHaveProperty('manual_comment')
})

test('levels follow their measures: performance of the score’s rules, served measures with their operator’s, what is not in place left out (RSK-08)', async () => {
  const { M1, M2, M3, M4 } = golden.measure
  // No measure: the initial level.
  expect(at(await made())).toEqual([5, 4, 4, null])
  // M2 is worth 75, M3 70: 1 − 0.25 × 0.3 = 92.5 %; 5 − 2 × 0.925 = 3.15 → 4, 4 − 2 × 0.925 = 2.15 → 3.
  const row = await made({ min_impact: 3, min_probability: 2, measures: [M2, M3], target_impact: 3, target_probability: 2 })
  expect(at(row)).toEqual([4, 3, 3, 93])
  expect([row.init_level, row.target_level, row.above]).toEqual([4, 2, true])
  const explained: RiskExplanation = objectOf(await pilot.get(`/risk/${row.id}/explanation`))
  expect([explained.effect, explained.impact.exact, explained.impact.computed, explained.pending]).toEqual([92.5, 3.15, 4, false])
  expect(explained.measures.map(({ worth, share }) => [worth, share])).toEqual([
    [75, 100],
    [70, 100],
  ])
  // M1 (80) as well: 1 − 0.2 × 0.25 × 0.3 = 98.5 %, so that 1.06 and 1.045 are rounded up; M4 (100) alone reaches the minimum.
  expect(at(await made({ measures: [M1, M2, M3] }))).toEqual([2, 2, 1, 99])
  expect(at(await made({ measures: [M1, M2, M3, M4] }))).toEqual([1, 1, 1, 100])
})

test('a target that is graver than where the risk stands is refused as it is set, and not approved where the risk has come below it since', async () => {
  const graver = { target_impact: ['The target is above the current level: aim at the current level or below'] }
  // M2 is worth 75: 2 × 2 of 5 × 4, level 1.
  const row = await made({ measures: [golden.measure.M2] })
  expect((await put(row, { target_impact: 4, target_probability: 4 })).body.errors).toEqual(graver)
  objectOf(await put(row, { target_impact: 1, target_probability: 2 }))
  // Lowering what it begins with below the target is told at the target.
  const open = await made({ target_impact: 4, target_probability: 4 })
  expect((await put(open, { init_impact: 3 })).body.errors).toEqual({ target_impact: ['Target impact cannot be larger than initial impact'] })
  // A measure that brings it below its target is no fault; asking for the approval of that target is.
  objectOf(await put(open, { measures: [golden.measure.M2] }))
  expect((await call(open, 'request')).body.errors).toEqual(graver)
  objectOf(await put(open, { target_impact: 2, target_probability: 2 }))
  objectOf(await call(open, 'request'))
})

test('levels move by themselves when a defect opens and is mended, and say so in the history', async () => {
  const row = await made({ min_impact: 3, min_probability: 2, measures: [golden.measure.M4] })
  expect(at(row)).toEqual([3, 2, 2, 100])
  // Worth 40: 5 − 2 × 0.4 = 4.2 → 5, 4 − 2 × 0.4 = 3.2 → 4.
  await golden.as((tx) => openDeduction(tx, { measure: golden.measure.M4, remediation: 77, points: 60 }))
  await app.jobs()
  expect(at(await read(row))).toEqual([5, 4, 4, 40])
  expect((await pilot.get(`/risk/${row.id}/history`)).body.objects[0].action).toBe('levels')
  await golden.as((tx) => releaseDeduction(tx, 77))
  await app.jobs()
  expect(at(await read(row))).toEqual([3, 2, 2, 100])
})

test('a level set by hand says why, stays when measures move, and is given back to them', async () => {
  const row = await made({ measures: [golden.measure.M2] })
  objectOf(await put(row, { manual_impact: 2, manual_probability: 5, manual_comment: 'Seen last year' }))
  expect(at(await read(row))).toEqual([2, 5, 3, 75])
  objectOf(await put(row, { manual_impact: null, manual_probability: null }))
  const back = await read(row)
  expect([back.current_impact, back.manual_comment]).toEqual([2, null])
})

test('an approval is somebody else’s, about exactly what was asked; another target asks anew (RSK-03, RSK-04)', async () => {
  const row = await made({ strategy: 'ACCEPT', manager: pilot.memberId, review_date: dayFromNow(90), measures: [golden.measure.M2] })
  expect((await put(row, { treatment: 'ACCEPTED' })).body.errors).toEqual({ treatment: ['The treatment must be approved first'] })
  objectOf(await call(row, 'request'))
  expect((await read(row)).status).toBe('TO_BE_APPROVED')
  expect((await call(row, 'approve')).status).toBe(403)
  expect((await call(row, 'reject', {}, second)).status).toBe(400)
  objectOf(await call(row, 'approve', { comment: 'Fine' }, second))
  const approved = await read(row)
  expect(approved).toMatchObject({ status: 'APPROVED', treatment: 'ACCEPTED', approver: { id: second.memberId }, decided_on: dayFromNow(0), stale: false })
  const { objects } = (await pilot.get(`/risk/${row.id}/decision`)).body
  expect(objects[0]).toMatchObject({ state: 'APPROVED', copy: { current_impact: approved.current_impact } })
  objectOf(await put(row, { target_impact: 1, target_probability: 1 }))
  expect(await read(row)).toMatchObject({ status: 'NOT_REQUESTED', treatment: 'OPEN', approver: null })
})

test('whoever approves the risks of a register decides, be it a contributor; a request that has changed is not approved', async () => {
  const row = await made({ target_impact: 2, target_probability: 2 })
  objectOf(await call(row, 'request'))
  expect(await read(row, contributor)).toMatchObject({ decide_right: true, edit_right: false })
  objectOf(await put(row, { description: 'More is known' }))
  expect(await read(row)).toMatchObject({ status: 'TO_BE_APPROVED', stale: true })
  expect((await call(row, 'approve', {}, contributor)).status).toBe(409)
  objectOf(await call(row, 'request'))
  objectOf(await call(row, 'approve', {}, contributor))
  expect(await read(row)).toMatchObject({ status: 'APPROVED', treatment: 'OPEN', stale: false })
})

test('an acceptance is stale once its level or a measure changes, and stays so until it is asked for anew', async () => {
  const row = await made({ strategy: 'ACCEPT', manager: pilot.memberId, review_date: dayFromNow(90), measures: [golden.measure.M2] })
  objectOf(await call(row, 'request'))
  objectOf(await call(row, 'approve', {}, second))
  objectOf(await put(row, { measures: [golden.measure.M1, golden.measure.M2] }))
  expect(await read(row)).toMatchObject({ status: 'APPROVED', treatment: 'ACCEPTED', stale: true, stale_reason: 'MEASURE', stale_on: dayFromNow(0) })
  const reviews = (await pilot.post('/review/page', { queryParams: { filters: [{ name: 'source', selected_options: ['RISK'] }] } })).body.objects
  expect(reviews.filter(({ target }: Row) => target.id === row.id)).toMatchObject([{ status: 'OPEN', target_type: 'RISK', target: { entity: 'risk' } }])
  objectOf(await call(row, 'request'))
  expect(await read(row)).toMatchObject({ status: 'TO_BE_APPROVED', treatment: 'OPEN', stale: false, stale_reason: null })
})

test('a closed risk stays as it is and leaves the matrix; its numbers are those of the rows that they open', async () => {
  const row = await made({ init_impact: 1, init_probability: 5 })
  const matrix = async () => objectOf(await pilot.post(`/risk_register/${register}/matrix`, {}))
  const before = await matrix()
  const listed = async (filters: object[]) =>
    (
      await pilot.post('/risk/page', {
        queryParams: { filters: [{ name: 'register', selected_options: [register] }, { name: 'closed', selected_options: [false] }, ...filters] },
      })
    ).body.total
  expect([before.total, before.above]).toEqual([await listed([]), await listed([{ name: 'above', selected_options: [true] }])])
  for (const { kind, impact, probability, count } of before.cells) {
    const side = (name: string, value: number) => ({ name: `${kind}_${name}`, selected_options: [{ from: value, to: value }] })
    expect([kind, impact, probability, await listed([side('impact', impact), side('probability', probability)])]).toEqual([kind, impact, probability, count])
  }
  objectOf(await put(row, { treatment: 'CLOSED' }))
  expect((await matrix()).total).toBe(before.total - 1)
  expect((await put(row, { init_impact: 2 })).body.errors).toEqual({ init_impact: ['A closed risk stays as it is: reopen it first'] })
  objectOf(await put(row, { treatment: 'OPEN' }))
  objectOf(await put(row, { init_impact: 2 }))
})

test('closing what waits for an approval takes the request back: nobody is asked about what stays as it is', async () => {
  const row = await made({ target_impact: 2, target_probability: 2 })
  objectOf(await call(row, 'request', {}, second))
  objectOf(await put(row, { treatment: 'CLOSED' }))
  expect(await read(row)).toMatchObject({ treatment: 'CLOSED', status: 'NOT_REQUESTED', decide_right: false })
  const { objects } = (await pilot.get(`/risk/${row.id}/decision`)).body
  expect(objects.map(({ state }: Row) => state)).toEqual(['WITHDRAWN'])
  expect((await call(row, 'approve')).status).toBe(409)
})

test('whoever a risk is given to links actions and asks for its approval, and judges nothing (RSK-16)', async () => {
  const worker = await app.member(golden.id, 'contributor')
  const row = await made({ manager: worker.memberId, target_impact: 1, target_probability: 1 })
  expect((await put(row, { init_impact: 1, actions: [] }, worker)).body.errors).toHaveProperty('init_impact')
  objectOf(await put(row, { actions: [] }, worker))
  objectOf(await call(row, 'request', {}, worker))
  expect((await read(row)).status).toBe('TO_BE_APPROVED')
})

test('a measure that is reset leaves its risks, which stay (RSK-18)', async () => {
  const row = await made({ measures: [golden.measure.M2, golden.measure.M3] })
  objectOf(await pilot.post(`/measure/${golden.measure.M3}/reset`, {}))
  const after = await read(row)
  expect(after.measures.map(({ id }: Row) => id)).toEqual([golden.measure.M2])
  expect(after.efficiency).toBe(75)
})

test('an action that comes from a risk says so and stands among its actions; the plan tells its cost and what is planned to bring (ACT-04)', async () => {
  const row = await made({ measures: [] })
  const program = objectOf(await pilot.post('/program', { name_en: 'Risks' })).id
  const action = objectOf(
    await pilot.post('/remediation', {
      name_en: 'Second site',
      program,
      perimeter: golden.perimeter.A,
      cost: 40,
      source_object: { entity: 'risk', id: row.id },
    }),
  )
  expect(action).toMatchObject({ source: 'RISK', source_id: row.id })
  expect((await read(row)).actions.map(({ id }: Row) => id)).toEqual([action.id])
  const plan = objectOf(await pilot.post(`/risk_register/${register}/plan`, {}))
  expect([plan.cost, plan.actions]).toEqual([40, 1])
  expect(plan.risks.find(({ id }: Row) => id === row.id).steps).toMatchObject([{ entity: 'remediation', id: action.id, cost: 40 }])
})

test('the trend of a register counts what was open at the end of each month, this one as it stands', async () => {
  const { months } = objectOf(await pilot.get(`/risk_register/${register}/trend`))
  const { total } = objectOf(await pilot.post(`/risk_register/${register}/matrix`, {}))
  const sum = ({ counts }: Row) => counts.reduce((all: number, { count }: Row) => all + count, 0)
  expect([months.length, sum(months[0]), sum(months.at(-1))]).toEqual([12, 0, total])
})
