import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { optionTypes } from '#areas/tenancy/contract/trial.ts'
import type { Role } from '#kit/contract/right.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import pg from 'pg'
import { dayFromNow } from '#tools/test/day-from-now.ts'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const fresh = async (role: Role = 'global_pilote'): Promise<Person> => app.member((await app.customer()).id, role)
const start = (who: Person, type = 'ISP', more = {}) => who.post('/customer/customer_option', { type, send_reminder: true, ...more })
const sessionOf = async (who: Person) => (await who.get('/auth/check')).body.user
/** Makes a trial begin so many days earlier. */
const age = (who: Person, days: number) =>
  owner.query(`update customer_option set date_start = date_start - $2::int, ends_on = ends_on - $2::int where customer_id = $1`, [who.customerId, days])
const daily = async (who: Person) => {
  await owner.query(
    `insert into scheduled_run (customer_id, job, next_at) values ($1, 'tenancy.trials', moment() - interval '1 minute')
    on conflict (customer_id, job) do update set next_at = excluded.next_at`,
    [who.customerId],
  )
  await app.queue.tick()
  await app.jobs()
}
const mails = async (customerId: number) =>
  (
    await owner.query<{ to_address: string; subject: string; text: string }>(
      'select to_address, subject, text from outbox_mail where customer_id = $1 order by id',
      [customerId],
    )
  ).rows

test('every add-on that an area is can be tried', async () => {
  const pilot = await fresh()
  expect((await pilot.get('/organisation/settings')).body.object.add_ons.toSorted()).toEqual([...optionTypes].toSorted())
  for (const type of optionTypes) expect((await start(pilot, type)).status).toBe(200)
})

test('an add-on that is not there cannot be tried', async () => {
  const plain = await testApp({ addOns: ['ISP'] })
  try {
    const pilot = await plain.member((await plain.customer()).id, 'global_pilote')
    expect((await pilot.get('/organisation/settings')).body.object.add_ons).toEqual(['ISP'])
    for (const type of ['RISK_ANALYSIS']) {
      expect(await pilot.post('/customer/customer_option', { type })).toMatchObject({
        status: 409,
        body: { message: 'This add-on is not part of this version yet: there is nothing to try' },
      })
    }
    expect((await pilot.get('/auth/check')).body.user.customer.options).toEqual([])
  } finally {
    await plain.close()
  }
})

test('a trial switches the add-on on for fifteen days, in every session', async () => {
  const pilot = await fresh()
  expect(await sessionOf(pilot)).toMatchObject({ customer: { options: [] }, properties: { isp_enable: false, risk_analysis_enable: false } })
  const today = dayFromNow(0)
  expect((await start(pilot)).body).toMatchObject({
    ok: true,
    message: 'The trial has started',
    object: { type: 'ISP', status: 'ON_TRIAL', count_down: 15, dismissed: false, send_reminder: true },
  })
  const colleague = await app.member(pilot.customerId, 'contributor')
  expect(await sessionOf(colleague)).toMatchObject({
    customer: { options: [{ type: 'ISP', status: 'ON_TRIAL' }] },
    properties: { isp_enable: true, risk_analysis_enable: false },
  })
  expect((await start(pilot)).status).toBe(409)
  expect((await start(pilot, 'RISK_ANALYSIS')).body.object.date_start >= today.slice(0, 8)).toBe(true)
})

test('dismissing switches it off; starting again wins no day', async () => {
  const pilot = await fresh()
  const { id } = (await start(pilot)).body.object
  await age(pilot, 5)
  expect((await pilot.put(`/customer/customer_option/${id}`, { dismissed: true, type: 'ISP' })).body).toMatchObject({
    object: { status: 'DISMISSED', dismissed: true, count_down: 10 },
  })
  expect((await sessionOf(pilot)).properties.isp_enable).toBe(false)
  expect((await pilot.put(`/customer/customer_option/${id}`, { date_start: '2099-01-01', type: 'ISP' })).body).toMatchObject({
    object: { status: 'ON_TRIAL', count_down: 10, date_start: expect.not.stringContaining('2099') },
  })
  expect((await pilot.put(`/customer/customer_option/${id}`, { date_start: '2099-01-01', type: 'ISP' })).status).toBe(409)
  expect((await pilot.put(`/customer/customer_option/${id}`, { dismissed: true, type: 'RISK_ANALYSIS' })).status).toBe(400)
  expect((await pilot.put('/customer/customer_option/999999', { dismissed: true, type: 'ISP' })).status).toBe(404)
})

test('it is over after fifteen days whether the job has run or not, and no pilot begins another', async () => {
  const pilot = await fresh()
  const { id } = (await start(pilot)).body.object
  await age(pilot, 16)
  expect(await sessionOf(pilot)).toMatchObject({ customer: { options: [{ status: 'EXPIRED', count_down: 0 }] }, properties: { isp_enable: false } })
  await daily(pilot)
  expect((await owner.query('select status from customer_option where customer_id = $1', [pilot.customerId])).rows).toEqual([{ status: 'EXPIRED' }])
  for (const body of [{ date_start: 'x', type: 'ISP' }])
    expect(await pilot.put(`/customer/customer_option/${id}`, body)).toMatchObject({ status: 409, body: { message: 'The trial of this add-on is over' } })
  await pilot.put(`/customer/customer_option/${id}`, { dismissed: true, type: 'ISP' })
  expect((await pilot.put(`/customer/customer_option/${id}`, { date_start: 'x', type: 'ISP' })).status).toBe(409)
  const staff = await app.signIn('root@vigie.example')
  const entered = await app.http.inject({
    method: 'PUT',
    url: '/api/user/customer',
    headers: { cookie: staff.cookie, 'x-vigie': '1' },
    payload: { customer_id: pilot.customerId },
  })
  const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
  const again = await app.http.inject({
    method: 'PUT',
    url: `/api/customer/customer_option/${id}`,
    headers: { cookie, 'x-vigie': '1' },
    payload: { date_start: 'x', type: 'ISP' },
  })
  expect(again.json()).toMatchObject({ object: { status: 'ON_TRIAL', count_down: 15 } })
})

test('whoever started it is told once, three days before, if they wish', async () => {
  const [reminded, silent] = [await fresh(), await fresh()]
  await start(reminded)
  await start(silent, 'ISP', { send_reminder: false })
  for (const pilot of [reminded, silent]) await age(pilot, 11)
  await daily(reminded)
  expect(await mails(reminded.customerId)).toEqual([])
  for (const pilot of [reminded, silent]) await age(pilot, 1)
  for (const pilot of [reminded, silent, reminded]) await daily(pilot)
  expect(await mails(reminded.customerId)).toMatchObject([
    { subject: 'Security projects: 3 days of trial left', text: expect.stringContaining('/admin/preferences') },
  ])
  expect(await mails(silent.customerId)).toEqual([])
})

describe.each(['global_auditor', 'local_pilote', 'local_auditor', 'contributor'] as const)('a %s', (role) => {
  test('is told to contact the administrator', async () => {
    const pilot = await fresh()
    const { id } = (await start(pilot)).body.object
    const other = await app.member(pilot.customerId, role)
    for (const answer of [await start(other, 'RISK_ANALYSIS'), await other.put(`/customer/customer_option/${id}`, { dismissed: true, type: 'ISP' })]) {
      expect(answer).toMatchObject({ status: 403, body: { message: 'Contact your Administrator' } })
    }
    expect((await other.post('/customer/appointment', {})).status).toBe(403)
  })
})

test('a partner’s customers try nothing, and what is bought needs no trial', async () => {
  const pilot = await fresh()
  await owner.query(`update customer set properties = '{"isp_enable": true}' where id = $1`, [pilot.customerId])
  expect(await start(pilot)).toMatchObject({ status: 409, body: { message: 'This add-on is already part of your licence' } })
  expect((await sessionOf(pilot)).properties.isp_enable).toBe(true)
  await owner.query(`insert into instance (name, type) values ('Reseller', 'partner')`)
  await owner.query(`update customer set instance_id = (select max(id) from instance) where id = $1`, [pilot.customerId])
  expect(await start(pilot, 'RISK_ANALYSIS')).toMatchObject({ status: 403, body: { message: expect.stringContaining('partner') } })
})

test('an appointment is written down and mailed to the provider, a few times an hour at most', async () => {
  const pilot = await fresh()
  expect((await pilot.post('/customer/appointment', { type: 'ISP', comment: '<b>Soon</b>' })).body).toMatchObject({
    ok: true,
    message: 'Your request has been sent',
  })
  expect(await mails(pilot.customerId)).toMatchObject([{ to_address: 'root@vigie.example', text: expect.stringContaining('about Security projects') }])
  expect((await owner.query('select type, comment from appointment_request where customer_id = $1', [pilot.customerId])).rows).toEqual([
    { type: 'ISP', comment: '<b>Soon</b>' },
  ])
  for (let n = 0; n < 4; n += 1) await pilot.post('/customer/appointment', {})
  expect((await pilot.post('/customer/appointment', {})).status).toBe(429)
})

test('one organisation’s trial is nothing to another', async () => {
  const [ours, theirs] = [await fresh(), await fresh()]
  const { id } = (await start(theirs)).body.object
  expect((await ours.put(`/customer/customer_option/${id}`, { dismissed: true, type: 'ISP' })).status).toBe(404)
  expect((await sessionOf(ours)).customer.options).toEqual([])
})
