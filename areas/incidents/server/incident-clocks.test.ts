import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { systemWho } from '#kit/server/access/who.ts'
import type { JobContext } from '#kit/server/http/area.ts'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { clocksJob } from './incident-jobs.ts'

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
  await owner.query(`set role vigie_provider; update account set verified_at = moment(); reset role`)
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

test('an incident whose legal deadline is over counts as late, in lists, figures and on the cockpit, until the authority was told', async () => {
  const { id } = await incident({ personal_data: 'YES', aware_at: ago(85), detected_at: ago(90) })
  const late = async () => {
    const { objects } = (await pilot.post('/incident/page', { queryParams: { filters: [{ name: 'late', selected_options: [true] }], per_page: 100 } }))
      .body as { objects: Row[] }
    const { objects: waiting } = (await pilot.get('/dashboard/attention')).body as { objects: Row[] }
    return [objects.some((row) => row.id === id), waiting.find(({ kind }) => kind === 'clock_late')?.first.id === id]
  }
  expect(await late()).toEqual([true, true])
  await pilot.post(`/incident/${id}/sendings`, { clock: 'GDPR', sent_at: ago(1), authority: 'CNIL' })
  expect(await late()).toEqual([false, false])
})

test('a sending is recorded once, with its reference; recorded wrongly it is corrected by a further entry', async () => {
  const { id } = await incident({ personal_data: 'YES' })
  const sending = { clock: 'GDPR', sent_at: ago(3), authority: 'CNIL', reference: '2026-118823' }
  const first = objectOf(await pilot.post(`/incident/${id}/sendings`, sending))
  expect(first).toMatchObject({ kind: 'SENT', clock: 'GDPR', authority: 'CNIL', reference: '2026-118823' })
  expect(await states(id)).toEqual({ GDPR: 'SENT' })
  expect((await pilot.post(`/incident/${id}/sendings`, sending)).status).toBe(409)
  const file = objectOf(await pilot.upload('/file', 'receipt.txt', 'Received')).id as number
  const again = objectOf(await pilot.post(`/incident/${id}/sendings`, { ...sending, sent_at: ago(2), files: [file], corrects: first.id }))
  expect(again.corrects).toBe(first.id)
  expect((await timeline(id)).clocks).toMatchObject([
    { clock: 'GDPR', authority: 'CNIL', reference: '2026-118823', receipt: { id: file, name: 'receipt.txt' } },
  ])
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

interface ToldClock {
  readonly kind: string
  readonly about: string
  readonly email: string
  readonly mail: string | null
  readonly read: boolean
}
const toldOf = async (id: number): Promise<ToldClock[]> =>
  (
    await owner.query<ToldClock>(
      `select n.kind, n.about, m.email, n.mail, n.read_at is not null as read from notification n join member m on m.customer_id = n.customer_id and m.id = n.member_id
       where n.customer_id = ${customer} and n.entity = 'incident' and n.object_id = $1 and n.kind like 'clock%' order by n.id`,
      [id],
    )
  ).rows
const waiting = async (id: number) => [...new Set((await toldOf(id)).flatMap(({ kind, about, read }) => (read ? [] : [`${kind} ${about}`])))].toSorted()
const clocksRun = async (then: () => void = () => {}) =>
  app.db.transaction(customer, async (tx) => {
    tx.act(systemWho(customer, 'test', 'r'))
    await clocksJob.run({ tx } as JobContext)
    then()
  })

test.each([
  ['nothing long before', 10, {}, []],
  ['24 hours before their last four', 19.9, { significant: 'YES' }, []],
  ['24 hours within them', 20.1, { significant: 'YES' }, ['clock_soon EARLY_WARNING']],
  ['24 hours over', 24.1, { significant: 'YES' }, ['clock_late EARLY_WARNING']],
  ['72 hours before their last twelve', 59.9, { personal_data: 'YES' }, []],
  ['72 hours within them', 60.1, { personal_data: 'YES' }, ['clock_soon GDPR']],
  ['72 hours over', 72.1, { significant: 'YES', personal_data: 'YES' }, ['clock_late EARLY_WARNING', 'clock_late GDPR', 'clock_late NOTIFICATION']],
  ['the month within its last week', 29 * 24, { significant: 'YES' }, ['clock_soon FINAL_REPORT']],
  ['the month over; what ran out weeks ago is no news', 36 * 24, { significant: 'YES' }, ['clock_late FINAL_REPORT']],
  ['what was no incident', 25, { significant: 'YES', status: 'CLOSED', close_reason: 'FALSE_POSITIVE' }, []],
])('a clock is told when it runs out and once it has: %s', async (_, hours, fields, expected) => {
  const { id } = await incident({ detected_at: ago(hours + 1), aware_at: ago(hours) })
  await pilot.put(`/incident/${id}`, fields)
  await clocksRun()
  expect(await waiting(id)).toEqual(expected)
})

test('of two servers that look at once one tells, and a job that is cut off has told nothing', async () => {
  const { id } = await incident({ significant: 'YES', manager: contributor.memberId })
  await expect(
    clocksRun(() => {
      throw new Error('cut off')
    }),
  ).rejects.toThrow('cut off')
  expect(await toldOf(id)).toEqual([])
  await Promise.all([clocksRun(), clocksRun()])
  await clocksRun()
  expect((await toldOf(id)).map(({ kind, about, email }) => [kind, about, email])).toEqual(
    expect.arrayContaining(['field@x.example', 'pilot@x.example'].map((email) => ['clock_late', 'EARLY_WARNING', email])),
  )
  expect(await toldOf(id)).toHaveLength(2)
  expect(((await timeline(id)).objects as Row[]).filter(({ kind }) => kind === 'PASSED')).toMatchObject([{ clock: 'EARLY_WARNING', author: null }])
})

test('the bell names the clock in its reader’s language, one mail at once does, and a sending ends both', async () => {
  const { id, identifier } = await incident({ personal_data: 'YES', detected_at: ago(66), aware_at: ago(65) })
  const inBell = async () => ((await pilot.get('/notification')).body.objects as Row[]).filter(({ object }) => object.id === id)
  await clocksRun()
  expect(await inBell()).toMatchObject([
    { kind: 'clock_soon', about: { code: 'GDPR', name: 'GDPR notification' }, due_at: expect.any(String), object: { identifier }, needs_action: true },
  ])
  const mailed = async () => {
    await owner.query(`update digest_mail set sent_at = moment() - interval '1 hour' where customer_id = ${customer}`)
    await app.db.transaction(customer, async (tx) => tx.enqueue({ name: 'notification.mail', data: {} }))
    await app.jobs()
    return (
      await owner.query<{ subject: string; text: string }>(`select subject, text from outbox_mail where customer_id = ${customer} and text like $1`, [
        `%/open/incident/${id}#%`,
      ])
    ).rows
  }
  expect(await mailed()).toEqual([{ subject: expect.any(String), text: expect.stringContaining('GDPR notification: the authority must be notified by') }])
  expect(await mailed()).toHaveLength(1)
  await pilot.post(`/incident/${id}/sendings`, { clock: 'GDPR', sent_at: ago(1) })
  expect(await waiting(id)).toEqual([])
  expect(await inBell()).toEqual([])
  const { id: moved } = await incident({ significant: 'YES', aware_at: ago(21) })
  await clocksRun()
  expect(await waiting(moved)).toEqual(['clock_soon EARLY_WARNING'])
  // It was known later than somebody said: the clock runs anew.
  await pilot.put(`/incident/${moved}`, { aware_at: ago(2) })
  expect(await waiting(moved)).toEqual([])
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
  expect((await pilot.get('/notification')).body.objects[0]).toMatchObject({ kind: 'declared', object: { id: made.id }, actor: { id: contributor.memberId } })
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
  const { id } = await incident({ occurred_at: ago(15), detected_at: ago(10), aware_at: null })
  for (const status of ['ANALYSIS', 'CONTAINMENT']) await pilot.put(`/incident/${id}`, { status })
  await pilot.put(`/incident/${id}`, { status: 'CLOSED', close_reason: 'RESOLVED' })
  const { id: drill } = await incident({ exercise: true })
  await pilot.put(`/incident/${drill}`, { status: 'CLOSED', close_reason: 'RESOLVED' })
  const found = objectOf(await pilot.post('/incident/stats', {}))
  const last = found.months.at(-1)
  expect(found.months).toHaveLength(12)
  expect(last).toMatchObject({ detected: 1, mean_detect: 5, median_detect: 5, contained: 1, mean_contain: 10, median_contain: 10, closed: 1, mean_close: 10 })
  // A month without any took no time, not none at all.
  expect(found.months[0]).toMatchObject({ detected: 0, median_detect: null, contained: 0, median_contain: null, closed: 0, median_close: null })
  const counted = async (name: string, ...more: object[]) =>
    (
      await pilot.post('/incident/page', {
        queryParams: {
          filters: [
            { name, selected_options: [{ from: last.from, to: last.to }] },
            { name: 'exercise', selected_options: [false] },
            { name: 'close_reason', selected_options: [null, 'RESOLVED'] },
            ...more,
          ],
        },
      })
    ).body.total as number
  expect(await counted('detected_at', { name: 'occurred_at', selected_options: [{ to: last.to }] })).toBe(last.detected)
  expect(await counted('containment_at')).toBe(last.contained)
  expect(await counted('closed_at')).toBe(last.closed)
  expect((await pilot.put(`/incident/${id}`, { occurred_at: ago(9) })).body.errors).toHaveProperty('occurred_at')
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
