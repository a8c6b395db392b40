import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemWho } from '#kit/server/access/who.ts'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { nextDayOf } from './report-schedule.ts'

let world: World
let schedule: number
let owner: pg.Client
/** Reads Lyon, in French. */
let french: Person

const create = (by: Person, fields: object = {}) =>
  by.post('/report_schedule', {
    name_en: 'Monthly',
    name_fr: 'Mensuel',
    report: 'ACTIONS',
    period: 'THIS_QUARTER',
    recipients: [by.memberId],
    attached: false,
    ...fields,
  })

beforeAll(async () => {
  world = await makeWorld()
  owner = new pg.Client({ connectionString: world.app.database.ownerUrl })
  await owner.connect()
  const { lyon, nantes, action } = world
  french = await world.app.member(world.customer, 'local_pilote', { perimeterIds: [lyon], lang: 'fr' })
  for (const perimeter of [lyon, nantes, nantes]) await action({ perimeter, status: 'PLANNED', target_date: dayFromNow(20) })
  schedule = objectOf(await create(world.pilot, { recipients: [french.memberId, world.auditor.memberId] })).id as number
})
afterAll(async () => {
  await owner.end()
  await world.app.close()
})

interface Sent {
  readonly to_address: string
  readonly lang: string
  readonly subject: string
  readonly text: string
}
const inCustomer = <T>(work: Parameters<typeof world.app.db.transaction<T>>[1]) => world.app.db.transaction(world.customer, work)
const mails = () =>
  inCustomer((tx) => tx.runText<Sent>('select to_address, lang, subject, text from outbox_mail where customer_id = $1 order by id', [world.customer]))
/** The morning of a day, told twice: a server that begins anew says everything again. */
async function morning(day: string): Promise<Sent[]> {
  await inCustomer((tx) => tx.runText('delete from outbox_mail where customer_id = $1', [world.customer]))
  await world.app.moveTo(new Date(`${day}T07:00:00Z`))
  await owner.query(
    `update session set created_at = moment(), last_used_at = moment(), expires_at = moment() + interval '9 hours', password_ends_at = null, pending = '{}'`,
  )
  for (const job of ['reporting.due', 'reporting.due'])
    await inCustomer(async (tx) => {
      tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
      tx.enqueue({ name: job, data: {} })
      tx.enqueue({ name: 'reporting.mail', data: { schedule_id: schedule, day } })
    })
  await world.app.jobs()
  const sent = (await mails()).filter(({ text }) => text.includes('/org2/reporting'))
  return sent.toSorted((a, b) => a.subject.localeCompare(b.subject, 'en'))
}

test('a rhythm begins on the next Monday, or on the next first day of a month or a quarter', () => {
  expect(['WEEK', 'MONTH', 'QUARTER'].map((every) => nextDayOf(every as 'WEEK', '2026-11-18'))).toEqual(['2026-11-23', '2026-12-01', '2027-01-01'])
  // What is sent on such a day is sent again a whole rhythm later.
  expect(['2026-11-30', '2026-12-01', '2027-01-01'].map((day, n) => nextDayOf((['WEEK', 'MONTH', 'QUARTER'] as const)[n] ?? 'WEEK', day))).toEqual([
    '2026-12-07',
    '2027-01-01',
    '2027-04-01',
  ])
})

test('pilots schedule; whom they name must be able to read reports by then', async () => {
  expect(objectOf(await world.pilot.get(`/report_schedule/${schedule}`))).toMatchObject({
    next_on: '2026-12-01',
    sent_on: null,
    refused: 0,
    owner: { id: world.pilot.memberId },
  })
  for (const person of [world.auditor, world.contributor]) expect((await create(person)).status).toBe(403)
  expect((await create(world.pilot, { recipients: [world.contributor.memberId] })).body.errors).toHaveProperty('recipients')
  expect((await create(world.pilot, { report: 'NONE', every: 'NEVER' })).body.errors).toMatchObject({ report: expect.anything(), every: expect.anything() })
  // Whoever is sent one reads it, and changes nothing of it.
  expect(objectOf(await french.get(`/report_schedule/${schedule}`))).toMatchObject({ edit_right: false })
  expect((await french.put(`/report_schedule/${schedule}`, { archived: true })).status).toBe(403)
  expect((await world.local.get(`/report_schedule/${schedule}`)).status).toBe(404)
  const own = objectOf(await create(world.local, { name_en: 'Own' }))
  expect(objectOf(await world.local.put(`/report_schedule/${own.id}`, { every: 'WEEK', version: own.version }))).toMatchObject({ next_on: '2026-11-23' })
  expect((await world.local.put(`/report_schedule/${own.id}`, { every: 'MONTH', version: own.version })).status).toBe(409)
  expect((await world.local.delete(`/report_schedule/${own.id}`)).status).toBe(200)
})

test('each is sent the figures of their own reach in their own language, once, however often it is asked for', async () => {
  const sent = await morning('2026-12-01')
  expect(sent.map(({ lang, subject }) => [lang, subject])).toEqual([
    ['fr', 'Mensuel, 01/10/2026 – 01/12/2026'],
    ['en', 'Monthly, 10/01/2026 – 12/01/2026'],
  ])
  const [own, whole] = sent
  expect(own?.text).toContain('Actions ouvertes\u00a0: 1')
  expect(whole?.text).toContain('Open actions: 3')
  expect(whole?.text).toMatch(/\/org2\/reporting\?report=ACTIONS&period=OWN&from=2026-10-01&to=2026-12-01/)
  expect(objectOf(await world.pilot.get(`/report_schedule/${schedule}`))).toMatchObject({ next_on: '2027-01-01', sent_on: '2026-12-01', refused: 0 })
})

test('whoever has lost the right is sent nothing, and the owner hears of it once', async () => {
  objectOf(await world.pilot.put(`/member/${world.auditor.memberId}`, { roles: ['contributor'] }))
  const sent = await morning('2027-01-01')
  expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/is no longer sent “Monthly”$/), 'Mensuel, 01/01/2027 – 01/01/2027'])
  expect(objectOf(await world.pilot.get(`/report_schedule/${schedule}`))).toMatchObject({ refused: 1 })
  expect((await morning('2027-02-01')).map(({ lang }) => lang)).toEqual(['fr'])
})

test('a perimeter that somebody reaches no more is not told to them', async () => {
  const place = objectOf(await create(world.pilot, { recipients: [french.memberId], perimeter: world.lyon, name_fr: 'Lyon' })).id as number
  const subjects = async (day: string) => (await morning(day)).map(({ subject }) => subject.split(',')[0])
  expect(await subjects('2027-03-01')).toEqual(expect.arrayContaining(['Lyon']))
  objectOf(await world.pilot.put(`/member/${french.memberId}`, { perimeters: [world.nantes] }))
  expect(await subjects('2027-04-01')).toEqual([expect.stringMatching(/is no longer sent “Monthly”$/), 'Mensuel'])
  expect((await world.pilot.delete(`/report_schedule/${place}`)).status).toBe(200)
  objectOf(await world.pilot.put(`/member/${french.memberId}`, { perimeters: [world.lyon] }))
})

test('a recipient takes themselves off by the link of the mail, which does nothing else', async () => {
  const [letter] = await morning('2027-05-01')
  const token = /unsubscribe\/report\/([\w.~-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  const ask = (method: 'GET' | 'POST', link: string) =>
    world.app.http.inject({ method, url: `/api/report_schedule/leave/${link}`, ...(method === 'POST' && { payload: { 'List-Unsubscribe': 'One-Click' } }) })
  expect((await ask('POST', `${token.slice(0, -2)}xx`)).statusCode).toBe(404)
  expect((await ask('GET', token)).json()).toMatchObject({ object: { lang: 'fr' } })
  const named = async () => (objectOf(await world.pilot.get(`/report_schedule/${schedule}`)).recipients as Row[]).map(({ id }) => id)
  expect(await named()).toContain(french.memberId)
  expect((await ask('POST', token)).statusCode).toBe(200)
  expect(await named()).toEqual([world.auditor.memberId])
  expect((await ask('POST', token)).statusCode).toBe(200)
  expect(await morning('2027-06-01')).toEqual([])
})

test('what is suspended is not sent, and comes back on the next day of its rhythm', async () => {
  objectOf(await world.pilot.put(`/report_schedule/${schedule}`, { archived: true, recipients: [world.pilot.memberId] }))
  expect(await morning('2027-07-01')).toEqual([])
  expect(objectOf(await world.pilot.put(`/report_schedule/${schedule}`, { archived: false }))).toMatchObject({ next_on: '2027-08-01' })
  expect((await morning('2027-08-01')).map(({ lang }) => lang)).toEqual(['en'])
})

test('the whole report goes along as a PDF of what its recipient reads, and is gone with the mail', async () => {
  const id = objectOf(await create(world.pilot, { name_fr: 'Avec pièce', recipients: [french.memberId], attached: true })).id as number
  await morning('2027-09-01')
  const files = await inCustomer((tx) =>
    tx.runText<{ name: string; mime: string; begins: string; text: string }>(
      `select attachment_name as name, attachment_mime as mime, encode(substr(attachment, 1, 5), 'escape') as begins, text from outbox_mail
       where customer_id = $1 and attachment is not null`,
      [world.customer],
    ),
  )
  expect(files).toEqual([
    {
      name: expect.stringMatching(/^Actions – .*\.pdf$/),
      mime: 'application/pdf',
      begins: '%PDF-',
      text: expect.stringContaining('Le rapport entier est joint en PDF.'),
    },
  ])
  expect(files[0]?.text).toContain('/org2/reporting?report=ACTIONS')
  // Whoever may read it no more is sent neither.
  objectOf(await world.pilot.put(`/member/${french.memberId}`, { roles: ['contributor'], perimeters: [] }))
  expect((await morning('2027-10-01')).filter(({ subject }) => subject.startsWith('Avec pièce'))).toEqual([])
  expect((await world.pilot.delete(`/report_schedule/${id}`)).status).toBe(200)
})
