import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { testApp, type Person, type TestApp } from '#app/server/test-app.ts'
import { objectOf, type Row } from '#tools/test/actions-world.ts'

let app: TestApp
let owner: pg.Client
let pilot: Person, contributor: Person, local: Person
let lyon: number, customer: number

beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  const { id, root } = await app.customer()
  customer = id
  pilot = await app.member(id, 'global_pilote', { email: 'pilot@x.example' })
  lyon = objectOf(await pilot.post('/perimeter', { name_en: 'Lyon', parent: root })).id as number
  contributor = await app.member(id, 'contributor', { email: 'field@x.example', perimeterIds: [lyon] })
  local = await app.member(id, 'local_pilote', { email: 'local@x.example', perimeterIds: [lyon] })
  await owner.query(`set role vigie_provider; update account set verified_at = now(); reset role`)
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const incident = async (fields: object = {}): Promise<Row> =>
  objectOf(await pilot.post('/incident', { name_en: 'Ransom note', perimeter: lyon, detected_at: ago(30), aware_at: ago(25), ...fields }))
const timeline = async (id: number): Promise<Row> => (await pilot.get(`/incident/${id}/timeline`)).body
const states = async (id: number) => Object.fromEntries(((await timeline(id)).clocks as Row[]).map(({ clock, state }) => [clock, state]))
const mails = async () =>
  (await owner.query(`select to_address, subject from outbox_mail where customer_id = ${customer} order by id`)).rows as {
    to_address: string
    subject: string
  }[]
const clocksJob = async () => {
  await app.db.transaction(customer, async (tx) => tx.enqueue({ name: 'incident.clocks', data: {} }))
  await app.jobs()
}

test('what is significant or touches personal data has its clocks; the organisation says whom to tell', async () => {
  const { version } = objectOf(await pilot.get('/organisation/settings'))
  await pilot.put('/organisation/settings', { gdpr_authority: 'CNIL', nis2_authority: 'ANSSI', version })
  const { id } = await incident()
  expect(await states(id)).toEqual({})
  await pilot.put(`/incident/${id}`, { significant: 'YES', personal_data: 'YES' })
  expect(await states(id)).toEqual({ EARLY_WARNING: 'LATE', NOTIFICATION: 'DUE', FINAL_REPORT: 'LATER', GDPR: 'DUE' })
  expect(((await timeline(id)).clocks as Row[]).map(({ authority }) => authority)).toEqual(['ANSSI', 'ANSSI', 'ANSSI', 'CNIL'])
  await pilot.put(`/incident/${id}`, { status: 'CLOSED', close_reason: 'FALSE_POSITIVE' })
  expect(await states(id)).toEqual({})
})

test('a sending is recorded once, with its reference; recorded wrongly it is corrected by a further entry', async () => {
  const { id } = await incident({ personal_data: 'YES' })
  const sending = { clock: 'GDPR', sent_at: ago(3), authority: 'CNIL', reference: '2026-118823' }
  const first = objectOf(await pilot.post(`/incident/${id}/sendings`, sending))
  expect(first).toMatchObject({ kind: 'SENT', clock: 'GDPR', authority: 'CNIL', reference: '2026-118823' })
  expect(await states(id)).toEqual({ GDPR: 'SENT' })
  expect((await pilot.post(`/incident/${id}/sendings`, sending)).status).toBe(409)
  const again = objectOf(await pilot.post(`/incident/${id}/sendings`, { ...sending, sent_at: ago(2), corrects: first.id }))
  expect(again.corrects).toBe(first.id)
  expect(Date.parse(objectOf(await pilot.get(`/incident/${id}`)).gdpr_sent_at)).toBeCloseTo(Date.now() - 2 * 3_600_000, -5)
  expect((await pilot.post(`/incident/${id}/sendings`, { ...sending, corrects: first.id })).status).toBe(409)
})

test('silly sendings are refused: another clock, before one knew, to come, of the year 26', async () => {
  const { id } = await incident({ personal_data: 'YES' })
  const send = async (more: object) => (await pilot.post(`/incident/${id}/sendings`, { clock: 'GDPR', sent_at: ago(1), ...more })).status
  expect(await send({ clock: 'EARLY_WARNING' })).toBe(409)
  expect(await send({ sent_at: ago(26) })).toBe(400)
  expect(await send({ sent_at: ago(-1) })).toBe(400)
  expect(await send({ sent_at: '0026-11-01T00:00:00Z' })).toBe(400)
  expect(await send({ clock: 'NONE' })).toBe(400)
  for (const moment of ['0026-01-01T00:00:00Z', ago(-5), '9999-01-01T00:00:00Z'])
    expect((await pilot.put(`/incident/${id}`, { aware_at: moment })).status, moment).toBe(400)
})

test('two who record the same sending at once record it once', async () => {
  const { id } = await incident({ personal_data: 'YES' })
  const done = await Promise.all([pilot, local].map(async (who) => (await who.post(`/incident/${id}/sendings`, { clock: 'GDPR', sent_at: ago(1) })).status))
  expect(new Set(done)).toEqual(new Set([200, 409]))
})

test('a clock that ran out enters itself and tells who is responsible and global pilots, once however often the job runs', async () => {
  const { id, identifier } = await incident({ significant: 'YES', manager: contributor.memberId })
  const of = async () => (await mails()).filter(({ subject }) => subject.includes(`${identifier}:`))
  await clocksJob()
  await clocksJob()
  expect(((await timeline(id)).objects as Row[]).filter(({ kind }) => kind === 'PASSED')).toMatchObject([{ clock: 'EARLY_WARNING', author: null }])
  expect((await of()).map(({ to_address }) => to_address).toSorted()).toEqual(['field@x.example', 'pilot@x.example'])
  const { id: near, identifier: other } = await incident({ personal_data: 'YES', detected_at: ago(66), aware_at: ago(65) })
  await clocksJob()
  await clocksJob()
  expect((await mails()).filter(({ subject }) => subject.startsWith(`${other}:`)).map(({ to_address }) => to_address)).toEqual(['pilot@x.example'])
  expect(((await timeline(near)).objects as Row[]).some(({ kind }) => kind === 'PASSED')).toBe(false)
})

test('a contributor declares in a minute: what happened is enough, the number and who was told come back, mails go once', async () => {
  const before = (await mails()).length
  const made = objectOf(
    await contributor.post('/incident/declare', { what: 'The screen of grinder 3 asks for a ransom. I pulled the cable.', personal_data: true }),
  )
  expect(made).toMatchObject({ identifier: expect.stringMatching(/^I-\d+$/), told: [expect.any(String)], others: 0 })
  const row = objectOf(await contributor.get(`/incident/${made.id}`))
  expect(row).toMatchObject({ name: 'The screen of grinder 3 asks for a ransom', personal_data: 'YES', reporter: { id: contributor.memberId } })
  expect(row.aware_at).toEqual(expect.any(String))
  await app.jobs()
  await app.db.transaction(customer, async (tx) => tx.enqueue({ name: 'incident.declared', data: { incident_id: made.id } }))
  await app.jobs()
  expect((await mails()).length - before).toBe(1)
  const placed = objectOf(await contributor.post('/incident/declare', { what: 'Smoke', perimeter: lyon, ongoing: false }))
  expect(placed.told).toHaveLength(2)
  expect(objectOf(await contributor.post('/incident/declare', { what: 'Hush', perimeter: lyon, confidential: true })).told).toHaveLength(1)
  expect((await timeline(placed.id)).objects).toMatchObject([{ kind: 'DECLARED', text: 'Smoke', became: 'OVER' }])
  for (const bad of [{}, { what: ' ' }, { what: 'x', seen_at: ago(-2) }, { what: 'x', perimeter: 999_999 }, { what: 'x', reporter: 1 }])
    expect((await contributor.post('/incident/declare', bad)).status, JSON.stringify(bad)).toBe(400)
})

test('statistics say how long it took by month, and each number is that of the rows it opens', async () => {
  const { id } = await incident({ detected_at: ago(10), aware_at: null })
  for (const status of ['ANALYSIS', 'CONTAINMENT']) await pilot.put(`/incident/${id}`, { status })
  await pilot.put(`/incident/${id}`, { status: 'CLOSED', close_reason: 'RESOLVED' })
  const { id: drill } = await incident({ exercise: true })
  await pilot.put(`/incident/${drill}`, { status: 'CLOSED', close_reason: 'RESOLVED' })
  const found = objectOf(await pilot.post('/incident/stats', {}))
  const last = found.months.at(-1)
  expect(found.months).toHaveLength(12)
  expect(last).toMatchObject({ contained: 1, mean_contain: 10, median_contain: 10, closed: 1, mean_close: 10 })
  const counted = async (name: string) =>
    (
      await pilot.post('/incident/page', {
        queryParams: {
          filters: [
            { name, selected_options: [{ from: last.from, to: last.to }] },
            { name: 'exercise', selected_options: [false] },
            { name: 'close_reason', selected_options: [null, 'RESOLVED'] },
          ],
        },
      })
    ).body.total as number
  expect(await counted('containment_at')).toBe(last.contained)
  expect(await counted('closed_at')).toBe(last.closed)
  const open = (await pilot.post('/incident/page', { queryParams: { filters: [{ name: 'closed', selected_options: [false] }] } })).body.total
  expect(found.open).toBe(open)
  expect((found.by_severity as Row[]).reduce((sum, { open: n }) => sum + n, 0)).toBe(open)
})

test('the text to send is made for each clock, with what is known and what is left to complete', async () => {
  const { id } = await incident({ significant: 'YES', personal_data: 'YES', description: 'Screens show a note', severity: 100 })
  await pilot.post(`/incident/${id}/entries`, { kind: 'DECISION', text: 'The lines run by hand' })
  for (const [clock, asked] of [
    ['EARLY_WARNING', 'malicious'],
    ['NOTIFICATION', 'Indicators of compromise'],
    ['FINAL_REPORT', 'root cause'],
    ['GDPR', 'data protection officer'],
  ] as const) {
    const { object } = (await pilot.post(`/incident/${id}/notification_report`, { format: 'docx', clock })).body
    await app.jobs()
    const { file_id: file } = objectOf(await pilot.get(`/report/${object.job_id}`))
    const text = zipEntries((await pilot.get(`/file/${file}/download`)).body as Buffer)
      ?.find(({ name }) => name === 'word/document.xml')
      ?.read()
      .toString()
    expect(text, clock).toContain(asked)
    expect(text, clock).toContain('To be completed')
    expect(text, clock).toContain(clock === 'FINAL_REPORT' || clock === 'GDPR' ? 'Screens show a note' : 'The lines run by hand')
  }
  expect((await pilot.post(`/incident/${id}/notification_report`, { format: 'pdf', clock: 'NONE' })).status).toBe(400)
})
