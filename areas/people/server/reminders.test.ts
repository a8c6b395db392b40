import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { remediations } from '#areas/actions/server/resources.ts'
import { catalogues, resources, rightsWithin } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { anyOf, assignedTo, createdBySelf, throughParent, type RowRule } from '#kit/server/access/row-rule.ts'
import { Secrets } from '#kit/server/access/secrets.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DigestSource } from '#kit/server/http/area.ts'
import { forgetReminders, reminder } from '#kit/server/http/reminder.ts'
import { translatorFor } from '#kit/server/http/words.ts'
import { digestJobs } from './digests.ts'

/*
 * Nothing of today reminds before a date: here actions do, 30, 7 and 1 days before their target date, through the mail that the application sends.
 */
let app: TestApp
let owner: pg.Client
let customer: number
let root: number
let pilot: Person
let plan: number
const secrets = new Secrets(randomBytes(32))
let people = 0

beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})
beforeEach(async () => {
  ;({ id: customer, root } = await app.customer())
  pilot = await app.member(customer, 'global_pilote', { email: `pilot${customer}@x.example` })
  plan = (await pilot.post('/program', { name_en: 'Plan' })).body.object.id
})

const creator = () => `pilot${customer}@x.example`
const zone = 'Pacific/Auckland'
const at = (day: string, time = '07:00') => new Date(`${day}T${time}:00+12:00`)

/** Somebody who gets mail. */
async function reader(role: Parameters<TestApp['member']>[1] = 'contributor', more: Parameters<TestApp['member']>[2] = {}) {
  const email = `told${(people += 1)}@x.example`
  const person = await app.member(customer, role, { email, ...more })
  await owner.query(`set role vigie_provider; update account set verified_at = moment() where email = '${email}'; reset role`)
  return Object.assign(person, { email })
}

/** An action whose target date was set on a day of the past. */
async function action(set: string, target_date: string, more: object = {}): Promise<{ id: number; identifier: string }> {
  const { body } = await pilot.post('/remediation', { name_en: 'Renew', program: plan, perimeter: root, target_date, status: 'PLANNED', ...more })
  if (!body.ok) throw new Error(JSON.stringify(body))
  await dated(body.object.id, set, 'created_at')
  return body.object
}
/** A column of an action's says then. */
const dated = (id: number, day: string, column: 'created_at' | 'updated_at' = 'updated_at') =>
  owner.query(`begin; set local app.customer_id = '${customer}'; set local role vigie_app;
    update remediation set ${column} = '${at(day).toISOString()}' where id = ${id}; commit`)

const tellAll = anyOf(assignedTo(), createdBySelf, throughParent('program'))
const source = (tell: RowRule = tellAll, days: readonly number[] = [30, 7, 1]) =>
  reminder(remediations, { entity: remediation, date: 'target_date', days, tell, pageOf: () => '/local_actions' })

/** The mails of a morning, as receiver and what «Ends soon» names. */
async function morning(day: string, digestSource: DigestSource = source()): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await mailsOf(day, digestSource)).map(({ to_address, text }) => [to_address, /(?:Expires soon|Expire bientôt)\n([\s\S]*?)\n\n/.exec(text)?.[1] ?? text]),
  )
}

/** The same mail by mail, by as many servers at once as there are clocks: how many hours each differs. */
async function mailsOf(day: string, digestSource: DigestSource, clocks: readonly number[] = [0]) {
  type Work<T> = (tx: Parameters<Parameters<typeof app.db.transaction<T>>[1]>[0]) => Promise<T>
  const apartBy =
    (hours: number) =>
    <T>(work: Work<T>) =>
      app.db.transaction(
        customer,
        async (tx) => {
          tx.act(systemWho(customer, 'digest.daily', 'test', 'en', zone))
          return work(tx)
        },
        { at: new Date(at(day).getTime() + hours * 3_600_000) },
      )
  const apart = apartBy(0)
  const jobs = digestJobs({ sources: [digestSource], rightsOf: rightsWithin, translate: translatorFor(catalogues), publicUrl: 'http://x', secrets })
  const daily = jobs.find(({ name }) => name === 'digest.daily')
  await apart((tx) => tx.runText('delete from outbox_mail where customer_id = $1', [customer]))
  if (daily && 'runLong' in daily) await Promise.all(clocks.map((hours) => daily.runLong({ data: {}, resources, apart: apartBy(hours) })))
  return apart((tx) => tx.runText<{ to_address: string; text: string }>('select to_address, text from outbox_mail where customer_id = $1', [customer]))
}

test('who is in charge is reminded 30, 7 and 1 days before, once each, in the time zone of the organisation', async () => {
  const user = await reader()
  const { id, identifier } = await action('2031-05-01', '2031-07-01', { manager: user.memberId })
  const line = `- ${identifier} · Renew (due 07/01/2031)\n  http://x/open/remediation/${id}`
  const received: Record<string, unknown> = {}
  for (const day of [
    '2031-05-31',
    '2031-06-01',
    '2031-06-02',
    '2031-06-23',
    '2031-06-24',
    '2031-06-25',
    '2031-06-29',
    '2031-06-30',
    '2031-07-01',
    '2031-07-02',
  ])
    received[day] = (await morning(day))[user.email]
  expect(Object.entries(received).filter(([, text]) => text !== undefined)).toEqual([
    ['2031-06-01', line],
    ['2031-06-24', line],
    ['2031-06-30', line],
  ])
})

test('a morning that runs twice, or a server that was away, tells each step once and of several missed ones the last', async () => {
  const user = await reader()
  await action('2031-01-01', '2031-07-01', { manager: user.memberId })
  expect(await morning('2031-06-03')).toHaveProperty([user.email])
  expect(await morning('2031-06-03')).toEqual({})
  expect(await morning('2031-06-30')).toHaveProperty([user.email])
  expect(await morning('2031-07-01')).toEqual({})
})

test('two servers in one morning, with clocks that differ by an hour, send each reminder once', async () => {
  const user = await reader()
  await action('2031-01-01', '2031-07-01', { manager: user.memberId })
  const to = async (clocks: readonly number[]) => (await mailsOf('2031-06-01', source(), clocks)).filter(({ to_address }) => to_address === user.email).length
  expect(await to([0, 1])).toBe(1)
  expect(await to([-1, 1])).toBe(0)
})

test('steps that had passed when the date was set are none; a date that moves reminds anew', async () => {
  const user = await reader()
  const { id } = await action('2031-06-20', '2031-07-01', { manager: user.memberId })
  expect(await morning('2031-06-21')).toEqual({})
  expect(await morning('2031-06-24')).toHaveProperty([user.email])
  expect((await pilot.put(`/remediation/${id}`, { target_date: '2031-08-01', postponement_reason: 'Late' })).status).toBe(200)
  // The move happened on the 25th.
  await owner.query(
    `begin; set local app.customer_id = '${customer}'; update remediation_history set valid_to = '${at('2031-06-25').toISOString()}' where id = ${id}; commit`,
  )
  await dated(id, '2031-06-25')
  expect(await morning('2031-06-26')).toEqual({})
  expect(await morning('2031-07-02')).toHaveProperty([user.email])
  expect(await morning('2031-07-25')).toHaveProperty([user.email])
})

test('nothing is told of what is closed, archived away or past, nor to who may not read it', async () => {
  const site = (await pilot.post('/perimeter', { name_en: 'Site', parent: root })).body.object.id
  const [user, near, far] = [await reader(), await reader('local_pilote', { perimeterIds: [root] }), await reader('local_pilote', { perimeterIds: [site] })]
  const { id } = await action('2031-01-01', '2031-07-01', { manager: user.memberId })
  const everyone: RowRule = () => true
  expect(new Set(Object.keys(await morning('2031-06-01', source(everyone))))).toEqual(new Set([user.email, near.email, creator()]))
  expect((await far.get(`/remediation/${id}`)).status).toBe(404)
  await pilot.put(`/remediation/${id}`, { status: 'CANCELLED', status_reason: 'No' })
  expect(await morning('2031-06-24', source(everyone))).toEqual({})
})

test('those of the group, who created it and whom its register is assigned to are told as the declaration says, each in their language', async () => {
  const [grouped, follower, other] = [await reader(), await reader('contributor', { lang: 'fr' }), await reader()]
  const group = (await pilot.post('/group', { name: 'Field team', members: [grouped.memberId] })).body.object.id
  await pilot.put(`/program/${plan}/assignment`, { members: [follower.memberId], groups: [] })
  const { identifier } = await action('2031-01-01', '2031-07-01', { group })
  const mails = await morning('2031-06-01')
  expect(new Set(Object.keys(mails))).toEqual(new Set([grouped.email, follower.email, creator()]))
  expect(mails[follower.email]).toContain(`- ${identifier} · Renew (échéance 01/07/2031)`)
  expect(mails).not.toHaveProperty([other.email])
  expect(await morning('2031-06-24', source(assignedTo('manager_id', null)))).toEqual({})
})

test('what was told is forgotten once the date has come', async () => {
  const user = await reader()
  await action('2031-01-01', '2031-07-01', { manager: user.memberId })
  await morning('2031-06-24')
  const countSent = async (day: string) =>
    app.db.transaction(
      customer,
      async (tx) => {
        tx.act(systemWho(customer, 'reminder.forget', 'test', 'en', zone))
        await forgetReminders.run({ tx, data: {}, resources, apart: () => Promise.reject(new Error('not needed')) })
        return (await tx.runText('select 1 from reminder_sent where customer_id = $1', [customer])).length
      },
      { at: at(day) },
    )
  expect([await countSent('2031-07-01'), await countSent('2031-07-02')]).toEqual([1, 0])
})

test('only a stored date can be declared', () => {
  expect(() => reminder(remediations, { entity: remediation, date: 'name' as never, days: [1], tell: tellAll, pageOf: () => '/' })).toThrow('no stored date')
})
