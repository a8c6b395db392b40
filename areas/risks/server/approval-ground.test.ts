import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { openDeduction, releaseDeduction } from '#areas/scores/server/index.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
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
const read = async ({ id }: Row, by = pilot): Promise<Row> => objectOf(await by.get(`/risk/${id}`))
const call = (row: Row, name: string, body: object = {}, by = pilot): Promise<Row> => by.post(`/risk/${row.id}/${name}`, body)
const ground = async ({ id }: Row, by = pilot): Promise<Row> => objectOf(await by.get(`/risk/${id}/approval`))

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  second = await app.member(golden.id, 'global_pilote')
  register = objectOf(await pilot.post('/risk_register', { name_en: 'Group', impact_types: ['FINANCIAL'] })).id
})
afterAll(() => app.close())

async function asked() {
  const row = objectOf(
    await pilot.post('/risk', {
      name_en: 'Ransomware',
      register,
      perimeter: golden.perimeter.A,
      init_impact: 5,
      init_probability: 4,
      // As low as it can be by hand: what measures are worth moves nothing but their own line.
      manual_impact: 2,
      manual_probability: 2,
      manual_comment: 'Known',
      target_impact: 2,
      target_probability: 2,
      business_impacts: [{ type: 'LEGAL', impact: 3 }],
      measures: [golden.measure.M4],
    }),
  )
  const program = objectOf(await pilot.post('/program', { name_en: 'Risks' })).id
  const action = objectOf(
    await pilot.post('/remediation', {
      name_en: 'Second site',
      program,
      perimeter: golden.perimeter.A,
      target_date: dayFromNow(30),
      status: 'PLANNED',
      source_object: { entity: 'risk', id: row.id },
    }),
  )
  objectOf(await call(row, 'request'))
  return { row, action }
}

test('an action that is postponed after the request makes it stale: it is told beside what was frozen, locks the approval at once and is asked for anew', async () => {
  const { row, action } = await asked()
  await app.jobs()
  expect((await ground(row, second)).lines.map(({ changed }: Row) => changed)).toEqual([false, false])
  expect(await read(row, second)).toMatchObject({ stale: false, decide_right: true, asked_by: { id: pilot.memberId } })
  objectOf(await pilot.put(`/remediation/${action.id}`, { target_date: dayFromNow(90), postponement_reason: 'Out of stock' }))
  // Before the job has run, too.
  expect((await call(row, 'approve', {}, second)).status).toBe(409)
  const { lines, events } = await ground(row, second)
  expect(lines.find(({ entity }: Row) => entity === 'remediation')).toMatchObject({
    id: action.id,
    changed: true,
    before: { target_date: dayFromNow(30) },
    now: { target_date: dayFromNow(90) },
  })
  expect(events[0]).toMatchObject({ entity: 'remediation', id: action.id, action: 'update' })
  await app.jobs()
  expect(await read(row, second)).toMatchObject({ status: 'TO_BE_APPROVED', stale: true, stale_reason: 'PLAN' })
  objectOf(await call(row, 'request'))
  expect(await read(row)).toMatchObject({ stale: false, stale_reason: null })
  objectOf(await call(row, 'approve', {}, second))
  // What was approved does not go stale by a date of an action (decisions, Lifecycles).
  objectOf(await pilot.put(`/remediation/${action.id}`, { target_date: dayFromNow(120), postponement_reason: 'Still out of stock' }))
  await app.jobs()
  expect(await read(row)).toMatchObject({ status: 'APPROVED', stale: false })
})

test('a measure that loses worth is told in percents, by whoever may open it; taking back ends what was stale', async () => {
  const { row } = await asked()
  await golden.as((tx) => openDeduction(tx, { measure: golden.measure.M4, remediation: 78, points: 60 }))
  await app.jobs()
  const { lines } = await ground(row, second)
  expect(lines.find(({ entity }: Row) => entity === 'measure')).toMatchObject({ changed: true, before: { worth: 100 }, now: { worth: 40 } })
  expect(await read(row)).toMatchObject({ stale: true })
  objectOf(await call(row, 'withdraw'))
  expect(await read(row)).toMatchObject({ status: 'NOT_REQUESTED', stale: false, stale_reason: null })
  await golden.as((tx) => releaseDeduction(tx, 78))
})

test('what the reader may not open has no name in the ground of a request', async () => {
  const { row } = await asked()
  const worker = await app.member(golden.id, 'contributor')
  objectOf(await pilot.put(`/risk_register/${register}`, { approvers: [worker.memberId] }))
  const { lines } = await ground(row, worker)
  expect(lines.find(({ entity }: Row) => entity === 'remediation')).toMatchObject({ name: null, identifier: null })
  expect((await app.member(golden.id, 'contributor').then((other) => other.get(`/risk/${row.id}/approval`))).status).toBe(404)
})

/** The text of the Word file that comes of the frozen copy of a request. */
async function paperOf({ id }: Row, request: number, by: Person): Promise<string> {
  const { job_id: job } = objectOf(await by.post(`/risk/${id}/risk_approval_report`, { format: 'docx', request }))
  await app.jobs()
  const { file_id: file } = objectOf(await by.get(`/report/${job}`))
  const document = zipEntries((await by.get(`/file/${file}/download`)).body as Buffer)?.find(({ name }) => name === 'word/document.xml')
  return document?.read().toString() ?? ''
}

test('what was approved leaves as a file with its fingerprint: levels in words, what it rested on, who decided; whoever may not open an action is not told its name there', async () => {
  const { row } = await asked()
  objectOf(await call(row, 'approve', { comment: 'Within what we live with' }, second))
  const [one] = (await pilot.get(`/risk/${row.id}/decision`)).body.objects
  expect(one.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  // What is written since is not in it.
  objectOf(await pilot.put(`/risk/${row.id}`, { name_en: 'Called otherwise' }))
  const paper = await paperOf(row, one.id, pilot)
  for (const text of [
    one.fingerprint,
    'Frozen copy of request 1',
    'Ransomware',
    'Approved',
    'Within what we live with',
    '5 × 4',
    'Legal',
    'Second site',
    '100%',
  ])
    expect(paper).toContain(text)
  expect(paper).not.toContain('Called otherwise')
  const worker = await app.member(golden.id, 'contributor')
  objectOf(await pilot.put(`/risk_register/${register}`, { approvers: [worker.memberId] }))
  const theirs = await paperOf(row, one.id, worker)
  expect(theirs).toContain('that you may not open')
  expect(theirs).not.toContain('Second site')
  const other = await asked()
  const [elsewhere] = (await pilot.get(`/risk/${other.row.id}/decision`)).body.objects
  expect((await pilot.post(`/risk/${row.id}/risk_approval_report`, { format: 'docx', request: elsewhere.id })).status).toBe(404)
  const stranger = await app.member(golden.id, 'contributor')
  expect((await stranger.post(`/risk/${row.id}/risk_approval_report`, { format: 'docx', request: one.id })).status).toBe(404)
})
