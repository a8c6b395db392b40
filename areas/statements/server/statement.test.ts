import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readSheet } from 'read-excel-file/node'
import { testApp, type Person } from '#app/test/worlds/test-app.ts'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { closeReviews } from '#tools/test/actions-world.ts'
import { policyWorld } from '#tools/test/policy-world.ts'

type World = Awaited<ReturnType<typeof policyWorld>>
const app = await testApp()
let world: World
let pilot: Person
let second: Person
let site: number
let application: number
let lineage: { A: number; B: number; C: number }
let solution: number

afterAll(() => app.close())
beforeEach(async () => {
  world = await policyWorld(app)
  pilot = world.pilot
  second = await app.member(pilot.customerId, 'global_pilote')
  const { made, control, category, publish, perimeter, policy } = world
  solution = (await made('/solution', { name_en: 'Locks', category })).id
  const [a, b, c] = [
    await control('Lock doors', { identifier: 'A.1' }),
    await control('Guard gates', { identifier: 'A.2' }),
    await control('Dig moats', { identifier: 'A.3' }),
  ]
  lineage = { A: a.lineage_id, B: b.lineage_id, C: c.lineage_id }
  await pilot.put(`/control/${a.id}/solutions`, { solutions: [{ solution, share: 100, to_confirm: false }] })
  await publish()
  site = (await perimeter('Site')).id
  await pilot.post(`/policy/${policy.id}/apply`, { perimeters: [site] })
  application = (await pilot.post('/policy_application/page')).body.objects[0].id
})

const url = (what: string) => `/policy_application/${application}/${what}`
// The statement is whatever the server says; tests look into it freely.
// oxlint-disable-next-line typescript/no-explicit-any
const statement = async (by = pilot, query = ''): Promise<any> => (await by.get(`${url('applicability')}${query}`)).body.object
const lines = async (by = pilot, query = '') =>
  (await statement(by, query)).lines as { approval: string; was: unknown; state: string; justification: { text: string } | null }[]
const include = (lineage_id: number, justification: string) => world.made('/control_inclusion', { perimeter: site, lineage_id, justification })
const exclude = (lineage_id: number, justification: string) => world.made('/control_not_applicable', { perimeter: site, lineage_id, justification })
async function justified(): Promise<void> {
  await include(lineage.A, 'Legal duty')
  await include(lineage.B, 'Treats R-04')
  await exclude(lineage.C, 'No castle')
}
const asked = async (by: Person) =>
  ((await by.get('/notification')).body.objects as { kind: string; entity: string }[]).map(({ kind, entity }) => `${kind} ${entity}`)
async function approved(): Promise<number> {
  const { request } = (await pilot.post(url('ask_approval'), { comment: 'Yearly' })).body.object
  // Those who may decide are told, as long as nobody has.
  expect(await asked(second)).toEqual(['to_approve policy_application'])
  expect(await asked(pilot)).not.toContain('to_approve policy_application')
  const answer = await second.post(url('decide_approval'), { request, outcome: 'APPROVED' })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  expect(await asked(second)).toEqual([])
  return request
}

test('one reason is written for several requirements at once, all or none; what has one keeps it unless it is to be replaced', async () => {
  await include(lineage.A, 'Legal duty')
  await exclude(lineage.C, 'No castle')
  const reasons = async () => (await lines()).map(({ justification }) => justification?.text ?? null)
  const justify = (body: object, by = pilot) => by.post(url('justify'), body)
  const all = Object.values(lineage)
  expect((await justify({ lineages: [...all, 999_999], justification: 'Contract' })).body.errors).toMatchObject({ lineages: expect.anything() })
  expect((await justify({ lineages: [], justification: '  ' })).body.errors).toMatchObject({ lineages: expect.anything(), justification: expect.anything() })
  expect(await reasons()).toEqual(['Legal duty', null, 'No castle'])
  expect((await justify({ lineages: all, justification: 'Contract' })).body).toMatchObject({
    message: '1 requirement justified',
    object: { written: 1, kept: 2 },
  })
  expect(await reasons()).toEqual(['Legal duty', 'Contract', 'No castle'])
  expect((await justify({ lineages: all, justification: 'Our insurer asks for it', replace: true })).body.object).toEqual({ written: 3, kept: 0 })
  expect(await reasons()).toEqual(Array(3).fill('Our insurer asks for it'))
  // As one by one: history, and the rules of each row.
  const [exclusion] = (await pilot.post('/control_not_applicable/page')).body.objects
  expect((await pilot.get(`/control_not_applicable/${exclusion.id}/history`)).body.objects[0].changes).toMatchObject([
    { field: 'justification', before: 'No castle', after: 'Our insurer asks for it' },
  ])
  const local = await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [site] })
  expect((await justify({ lineages: [lineage.B], justification: 'Local', replace: true }, local)).body.object).toEqual({ written: 1, kept: 0 })
  const elsewhere = await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [(await world.perimeter('Plant')).id] })
  const reader = await app.member(pilot.customerId, 'global_auditor')
  expect([
    (await justify({ lineages: all, justification: 'Mine' }, elsewhere)).status,
    (await justify({ lineages: all, justification: 'Mine' }, reader)).status,
  ]).toEqual([404, 403])
})

test('each requirement is told with its state, measures, reason, author and day', async () => {
  await justified()
  const { lines: told, application: of, may } = await statement()
  expect(of).toMatchObject({ policy: { name: 'House rules' }, perimeter: { name: 'Site' }, version: 'v1' })
  expect(may).toEqual({ write: true, ask: true, decide: false, alone: false })
  expect(told.map((line: { identifier: string; state: string }) => [line.identifier, line.state])).toEqual([
    ['A.1', 'NO_MEASURE'],
    ['A.2', 'NO_MEASURE'],
    ['A.3', 'EXCLUDED'],
  ])
  expect(told[0]).toMatchObject({ justification: { text: 'Legal duty', author: { id: pilot.memberId }, version: 1 }, approval: 'NEW', was: null })
  expect(told[2]).toMatchObject({ justification: { text: 'No castle' }, performance: null, proofs: { valid: 0, ends: null, soon: false } })
})

test('an implemented measure makes its requirement implemented; data of its checks proves it for a year', async () => {
  const measures = (await pilot.post('/measure/page', { queryParams: { filters: [{ name: 'perimeter', selected_options: [site] }] } })).body.objects
  const measure = measures[0]
  const plan = await world.made('/program', { name_en: 'Plan' })
  const action = await world.made('/remediation', {
    name_en: 'Build',
    program: plan.id,
    perimeter: site,
    type: 'BUILD',
    measure: measure.id,
    proofs: [{ name: 'Report', url: 'https://intranet.example/r' }],
  })
  const done = await pilot.put(`/remediation/${action.id}`, { status: 'FINISHED', version: action.version })
  expect(done.body).toMatchObject({ ok: true })
  expect(await closeReviews(pilot, action.id)).toHaveLength(1)
  const [line] = (await statement()).lines
  expect(line).toMatchObject({ state: 'IMPLEMENTED', performance: 100, measures: [{ id: measure.id, by: null }], proofs: { valid: 1, soon: false } })
  expect(line.proofs.ends > new Date().toISOString()).toBe(true)
})

test('a missing reason blocks the request alone', async () => {
  await include(lineage.A, 'Legal duty')
  const refused = await pilot.post(url('ask_approval'), {})
  expect(refused).toMatchObject({ status: 409, body: { message: '2 requirements are not justified yet' } })
  await include(lineage.B, 'Treats R-04')
  await include(lineage.C, 'Who knows')
  expect((await pilot.post(url('ask_approval'), {})).status).toBe(200)
})

test('one pilot asks, another approves: a version is frozen, and what changes afterwards says so', async () => {
  await justified()
  const { request } = (await pilot.post(url('ask_approval'), { comment: 'Yearly' })).body.object
  expect((await statement()).request).toMatchObject({ id: request, comment: 'Yearly', stale: false, by: { id: pilot.memberId } })
  expect((await pilot.post(url('decide_approval'), { request, outcome: 'APPROVED' })).status).toBe(403)
  expect((await second.post(url('decide_approval'), { request, outcome: 'REJECTED' })).status).toBe(400)
  expect((await second.post(url('decide_approval'), { request, outcome: 'APPROVED' })).status).toBe(200)
  expect((await lines()).map(({ approval }) => approval)).toEqual(['APPROVED', 'APPROVED', 'APPROVED'])
  expect((await statement()).versions).toMatchObject([{ number: 1, request, by: { id: second.memberId } }])

  const [, gates] = (await statement()).lines
  await pilot.put(`/control_inclusion/${gates.justification.id}`, { justification: 'Treats R-04 and R-05', version: 1 })
  expect(await lines()).toMatchObject([
    { approval: 'APPROVED' },
    { approval: 'CHANGED', was: { justification: 'Treats R-04', state: 'NO_MEASURE' } },
    { approval: 'APPROVED' },
  ])
  const next = await approved()
  expect((await statement()).versions.map((version: { number: number }) => version.number)).toEqual([2, 1])
  expect((await lines()).every(({ approval, was }) => approval === 'APPROVED' && was === null)).toBe(true)
  // Compared with the first version, the old text stands under the new one.
  expect((await lines(pilot, `?against=${request}`))[1]).toMatchObject({ approval: 'APPROVED', was: { justification: 'Treats R-04' } })
  expect((await pilot.get(`${url('applicability')}?against=${next + 1000}`)).status).toBe(404)
})

test('what has changed since it was asked is not approved; it is asked anew, rejected with a reason or taken back', async () => {
  await justified()
  const { request } = (await pilot.post(url('ask_approval'), {})).body.object
  const [doors] = (await statement()).lines
  await pilot.put(`/control_inclusion/${doors.justification.id}`, { justification: 'Another reason', version: 1 })
  expect((await statement(second)).request.stale).toBe(true)
  expect((await second.post(url('decide_approval'), { request, outcome: 'APPROVED' })).status).toBe(409)
  expect((await second.post(url('decide_approval'), { request, outcome: 'REJECTED', reason: 'Say more' })).status).toBe(200)
  expect(await statement()).toMatchObject({ request: null, rejected: { reason: 'Say more', by: { id: second.memberId } } })
  await pilot.post(url('ask_approval'), {})
  expect((await pilot.post(url('withdraw_approval'))).status).toBe(200)
  expect((await statement()).request).toBeNull()
})

describe('where nobody else could approve', () => {
  const disable = async (person: Person) => {
    const { version } = (await pilot.get(`/member/${person.memberId}`)).body.object
    expect(await pilot.put(`/member/${person.memberId}`, { disabled: true, version })).toMatchObject({ status: 200 })
  }
  const approveAlone = (request: number, more: object = { alone: true }) => pilot.post(url('decide_approval'), { request, outcome: 'APPROVED', ...more })
  const asked = async () => (await pilot.post(url('ask_approval'), {})).body.object.request as number
  beforeEach(async () => {
    await justified()
    await disable(second)
  })

  test('its author approves, having said so: the version, the audit and the report keep it', async () => {
    for (const role of ['global_auditor', 'local_auditor', 'contributor'] as const) await app.member(pilot.customerId, role, { perimeterIds: [site] })
    await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [(await world.perimeter('Elsewhere')).id] })
    const request = await asked()
    expect((await statement()).may).toEqual({ write: true, ask: true, decide: false, alone: true })
    expect(await approveAlone(request, {})).toMatchObject({ status: 403, body: { message: 'Somebody else must decide what you asked for' } })
    expect((await pilot.post(url('decide_approval'), { request, outcome: 'REJECTED', reason: 'No', alone: true })).status).toBe(403)
    expect((await approveAlone(request)).status).toBe(200)
    expect((await statement()).versions).toMatchObject([{ number: 1, by: { id: pilot.memberId }, alone: true }])
    const log = await app.db.transaction(pilot.customerId, (tx) =>
      tx.runText<{ details: string }>(`select details from audit_log where customer_id = $1 and action = 'statement_decided' and object_id = $2`, [
        pilot.customerId,
        application,
      ]),
    )
    expect(log.map(({ details }) => JSON.parse(details) as object)).toEqual([{ request, outcome: 'APPROVED', reason: null, alone: true }])
    const job = (await pilot.post(url('statement_report'), { format: 'docx' })).body.object.job_id as string
    await app.jobs()
    const { file_id } = (await pilot.get(`/report/${job}`)).body.object
    const entries = zipEntries((await pilot.get(`/file/${file_id}/download`)).body as Buffer)
    expect(
      entries
        ?.find(({ name }) => name === 'word/document.xml')
        ?.read()
        .toString(),
    ).toContain('Approved by its author: nobody else could.')
  })

  test.each([
    ['another global pilot', 'global_pilote', []],
    ['a pilot of the perimeter', 'local_pilote', ['site']],
  ] as const)('%s who is there by then approves, and nobody but them', async (_, role, reach) => {
    const request = await asked()
    const other = await app.member(pilot.customerId, role, { perimeterIds: reach.map(() => site) })
    expect((await statement()).may.alone).toBe(false)
    expect((await approveAlone(request)).status).toBe(403)
    expect((await other.post(url('decide_approval'), { request, outcome: 'APPROVED', alone: true })).status).toBe(200)
    // Who did not ask is not alone, whatever they say.
    expect((await statement()).versions).toMatchObject([{ by: { id: other.memberId }, alone: false }])
  })

  test('what has changed since is not approved by its author either', async () => {
    const request = await asked()
    const [doors] = (await statement()).lines
    await pilot.put(`/control_inclusion/${doors.justification.id}`, { justification: 'Another reason', version: 1 })
    expect((await approveAlone(request)).status).toBe(409)
  })
})

test('others of the organisation read what they reach, and nobody of another organisation', async () => {
  await justified()
  const there = await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [site] })
  const auditor = await app.member(pilot.customerId, 'global_auditor')
  const elsewhere = await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [(await world.perimeter('Elsewhere')).id] })
  const foreign = await app.member((await app.customer()).id, 'global_pilote')
  expect((await statement(there)).may).toEqual({ write: true, ask: false, decide: false, alone: false })
  expect((await statement(auditor)).may).toEqual({ write: false, ask: false, decide: false, alone: false })
  for (const person of [elsewhere, foreign])
    for (const call of [person.get(url('applicability')), person.get(url('applicability_file')), person.post(url('statement_report'), { format: 'pdf' })])
      expect((await call).status).toBe(404)
  const { request } = (await pilot.post(url('ask_approval'), {})).body.object
  expect((await auditor.post(url('decide_approval'), { request, outcome: 'APPROVED' })).status).toBe(403)
  expect((await elsewhere.post(url('decide_approval'), { request, outcome: 'APPROVED' })).status).toBe(404)
  expect((await there.post(url('decide_approval'), { request, outcome: 'APPROVED' })).status).toBe(200)
})

test('Excel, Word and PDF hold the lines that are shown; a report is only its asker’s', async () => {
  await justified()
  const sheet = await readSheet((await pilot.get(`${url('applicability_file')}?show=EXCLUDED`)).body as Buffer)
  expect(sheet.map((row) => row[2])).toEqual(['Requirement', 'Dig moats'])
  const asked = await pilot.post(url('statement_report'), { format: 'docx', show: 'APPLICABLE', search: 'gate r-04' })
  const job = asked.body.object.job_id as string
  expect((await pilot.get(`/report/${job}`)).body.object).toEqual({ stage: 'waiting', file_id: null })
  await app.jobs()
  const { stage, file_id } = (await pilot.get(`/report/${job}`)).body.object
  expect(stage).toBe('done')
  const file = (await pilot.get(`/file/${file_id}/download`)).body as Buffer
  const body = zipEntries(file)
    ?.find(({ name }) => name === 'word/document.xml')
    ?.read()
    .toString()
  expect(body).toContain('Guard gates')
  expect(body).toContain('Treats R-04')
  expect(body).not.toContain('Lock doors')
  expect((await second.get(`/report/${job}`)).status).toBe(404)
  expect((await second.get(`/file/${file_id}/download`)).status).toBe(404)
  await pilot.post(url('statement_report'), { format: 'pdf' })
  await app.jobs()
  expect((await pilot.post(url('statement_report'), { format: 'odt' })).status).toBe(400)
})
