import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { Secrets } from '#kit/server/access/secrets.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { NotificationChoice } from '#kit/contract/notification.ts'
import { testKey } from '#tools/test/key.ts'
import { morningJob } from './digests.ts'
import { leavingToken } from './unsubscribe.ts'

let app: TestApp
let owner: pg.Client
let customer: number
let root: number
let plan: number
let pilot: Person
let user: Person
const email = 'reader@x.example'

beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  ;({ id: customer, root } = await app.customer('Works\r\nBcc: evil@x.example'))
  pilot = await app.member(customer, 'global_pilote')
  user = await app.member(customer, 'contributor', { email, lang: 'fr' })
  await owner.query(`set role vigie_provider; update account set verified_at = moment() where email = '${email}'; reset role`)
  plan = (await pilot.post('/program', { name_en: 'Plan' })).body.object.id
})
afterAll(async () => {
  await owner.end()
  await app.close()
})
beforeEach(() =>
  inCustomer(
    'delete from digest_mail; delete from outbox_mail; delete from notification; delete from notification_choice; update member set daily_notifications = true, weekly_digest = true',
  ),
)

const inCustomer = (text: string) => owner.query(`begin; set local app.customer_id = '${customer}'; set local role vigie_app; ${text}; commit`)
const action = async (fields: object = {}): Promise<{ id: number; identifier: string }> =>
  (
    await pilot.post('/remediation', {
      name_en: 'Patch',
      program: plan,
      perimeter: root,
      manager: user.memberId,
      status: 'PLANNED',
      target_date: '2040-01-01',
      ...fields,
    })
  ).body.object
const say = (id: number, text: string, by = pilot) => by.post(`/remediation/${id}/comments`, { text })
const mention = () => `@[${user.memberId}] look`
interface Sent {
  readonly to_address: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly one_click: string
}
const mails = () =>
  app.db.transaction(customer, (tx) => tx.runText<Sent>('select * from outbox_mail where customer_id = $1 and to_address = $2 order by id', [customer, email]))
async function run(name: string, data: Record<string, string> = {}): Promise<Sent[]> {
  await app.db.transaction(customer, async (tx) => {
    tx.act(systemWho(customer, 'test', 'test', 'en', 'Europe/Paris'))
    tx.enqueue({ name, data })
  })
  await app.jobs()
  return mails()
}
const choose = (...choices: NotificationChoice[]) => user.put('/user/notifications', { choices })
const chosen = async (by = user) => (await by.get('/user/notifications')).body.object as { daily: boolean; weekly: boolean; choices: NotificationChoice[] }
const of = async (kind: string) => (await chosen()).choices.find((choice) => choice.kind === kind)

test('what happens within a minute is one mail, by object, with its words, links of this server alone, and a subject of one line', async () => {
  const { id, identifier } = await action({ name_fr: 'Corriger' })
  const other = await action({ name_en: 'Other <b>', name_fr: 'Autre\r\nBcc: evil@x.example' })
  await say(id, 'Premier')
  await say(id, mention())
  await say(other.id, `${mention()} & <b>vite</b>`)
  await app.jobs()
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to_address: email, subject: 'Vigie : du nouveau chez Works Bcc: evil@x.example' })
  expect(mail?.text).toContain(`Vous êtes mentionné\n- ${other.identifier} · Autre`)
  expect(mail?.text).toContain(`- ${identifier} · Corriger\n  Member 1 vous a mentionné : « @Member 1 look »\n  http://localhost/open/remediation/${id}`)
  expect(mail?.html).toContain('&lt;b&gt;vite')
  expect(mail?.html).not.toContain('<b>')
  // By the mail of the morning comes the rest, and nothing twice.
  const [, daily, ...none] = await run('digest.daily')
  expect(none).toEqual([])
  expect(daily?.text).toMatch(/Nouvellement affecté\n- \S+ · Corriger\n[^]*Confié par Member 1/)
  expect(daily?.text).toContain('Member 1 a commenté : « Premier »')
  expect(daily?.text).not.toContain('look')
  expect(await run('digest.daily')).toHaveLength(2)
  // Another at once only after a few minutes; it is not lost.
  await say(id, `${mention()} again`)
  expect(await run('notification.mail')).toHaveLength(2)
  await inCustomer(`update digest_mail set sent_at = sent_at - interval '6 minutes'`)
  const third = (await run('notification.mail'))[2]
  expect(third?.subject).toBe(`Vigie : Member 1 vous a mentionné dans ${identifier} · Corriger`)
  expect(third?.text).toContain('again')
})

test('what was read, is out of reach or was said of a muted object meanwhile is in no mail', async () => {
  const [seen, gone, muted] = [await action(), await action(), await action()]
  for (const { id } of [seen, gone]) await say(id, mention())
  await user.put('/notification/mute', { entity: 'remediation', object_id: muted.id, muted: true })
  await say(muted.id, mention())
  const notifications = (await user.get('/notification')).body.objects as { id: number; object: { id: number } }[]
  await user.put('/notification/read', { ids: notifications.filter(({ object }) => object.id === seen.id).map(({ id }) => id) })
  await pilot.put(`/remediation/${gone.id}`, { manager: pilot.memberId })
  await app.jobs()
  expect(await mails()).toEqual([])
})

test('each kind comes as its reader chooses, one’s own choices alone, and nobody silences what waits for them', async () => {
  expect(await chosen()).toMatchObject({ daily: true, weekly: true })
  expect(await of('mentioned')).toEqual({ kind: 'mentioned', in_app: true, mail: 'AT_ONCE' })
  await user.put('/user/profile', { weekly_digest: false, daily_notifications: false })
  expect((await choose({ kind: 'mentioned', in_app: false, mail: 'WEEKLY' }, { kind: 'commented', in_app: false, mail: 'NEVER' })).body.object).toMatchObject({
    daily: false,
    weekly: true,
  })
  expect(await of('mentioned')).toMatchObject({ in_app: true, mail: 'WEEKLY' })
  expect(await of('commented')).toMatchObject({ in_app: false, mail: 'NEVER' })
  expect((await chosen(pilot)).choices.every(({ in_app }) => in_app)).toBe(true)
  const { id } = await action()
  await say(id, 'Nothing of this')
  await say(id, mention())
  expect(((await user.get('/notification')).body.objects as { kind: string }[]).map(({ kind }) => kind)).toEqual(['mentioned', 'assigned'])
  await app.jobs()
  expect(await run('digest.daily')).toEqual([])
  const [weekly, ...more] = await run('digest.weekly')
  expect(more).toEqual([])
  expect(weekly?.text).toMatch(/Vous êtes mentionné\n- [^]*Ouvert, sans retard\n- /)
  for (const body of [
    { choices: [] },
    { choices: [{ kind: 'nothing', in_app: true, mail: 'DAILY' }] },
    { choices: [{ kind: 'late', in_app: true, mail: 'HOURLY' }] },
    { choices: [{ kind: 'late', in_app: true, mail: 'DAILY', member_id: pilot.memberId }] },
    { choices: Array.from({ length: 2 }, () => ({ kind: 'late', in_app: true, mail: 'DAILY' })) },
  ])
    expect((await user.put('/user/notifications', body)).status).toBe(400)
})

test('what waits for a mail waits for the one that is chosen meanwhile, or for none', async () => {
  const { id } = await action()
  await say(id, mention())
  await choose({ kind: 'mentioned', in_app: true, mail: 'NEVER' }, { kind: 'assigned', in_app: true, mail: 'AT_ONCE' })
  const [mail, ...more] = await run('notification.mail')
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Vigie : Member 1 vous a confié /)
  await action()
  await choose({ kind: 'assigned', in_app: true, mail: 'DAILY' })
  await user.put('/user/profile', { daily_notifications: false })
  await user.put('/user/profile', { daily_notifications: true })
  expect(await run('digest.daily')).toHaveLength(1)
})

test('a mail’s link ends mails of its kind without a sign-in, by a press or by the mail program itself', async () => {
  const { id } = await action()
  await say(id, mention())
  await app.jobs()
  const [mail] = await mails()
  const token = mail?.one_click.split('/').at(-1) ?? ''
  expect(mail?.one_click).toBe(`http://localhost/api/user/unsubscribe/${token}`)
  expect(mail?.text).toContain(`Ne plus recevoir d’e-mail immédiat\nhttp://localhost/unsubscribe/${token}`)
  const call = (method: 'GET' | 'POST', path: string, headers: object = {}, payload?: string) =>
    app.http.inject({ method, url: `/api/user/unsubscribe/${path}`, headers: { ...headers }, ...(payload !== undefined && { payload }) })
  // Whoever only looks, such as a program that opens every link, ends nothing.
  expect((await call('GET', token)).json()).toEqual({ ok: true, object: { cadence: 'AT_ONCE', lang: 'fr' } })
  expect((await call('GET', token, { accept: 'text/html' })).headers.location).toBe(`/unsubscribe/${token}`)
  expect(await of('mentioned')).toMatchObject({ mail: 'AT_ONCE' })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await call('POST', token, form, 'List-Unsubscribe=One-Click')).json()).toMatchObject({ ok: true })
  expect((await chosen()).choices.filter(({ mail: by }) => by === 'AT_ONCE')).toEqual([])
  expect(await of('assigned')).toMatchObject({ mail: 'DAILY', in_app: true })
  // Once more does no harm.
  expect((await call('POST', token, form, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
  // The mails of the morning and of Monday as the profile ends them.
  for (const [cadence, flag] of [
    ['DAILY', 'daily'],
    ['WEEKLY', 'weekly'],
  ] as const) {
    const own = leavingToken(new Secrets(testKey), { customerId: customer, memberId: user.memberId, cadence }, new Date())
    expect((await call('POST', own, { 'content-type': 'application/json' }, '{}')).statusCode).toBe(200)
    expect((await chosen())[flag]).toBe(false)
  }
  expect((await chosen(pilot)).daily).toBe(true)
})

test('a link that is forged, old or made for something else tells nothing and does nothing', async () => {
  const secrets = new Secrets(testKey)
  const leaving = { customerId: customer, memberId: user.memberId, cadence: 'DAILY' } as const
  const good = leavingToken(secrets, leaving, new Date())
  const elsewhere = await app.customer()
  const bad = [
    'x',
    `${good.slice(0, -2)}AA`,
    leavingToken(new Secrets(Buffer.alloc(32, 9)), leaving, new Date()),
    leavingToken(secrets, leaving, new Date(Date.now() - 91 * 86_400_000)),
    secrets.seal('mail', `${customer} ${user.memberId} DAILY 99999`),
    secrets.seal('unsubscribe', `${customer} ${user.memberId} ALL 99999`),
  ]
  const answers = []
  for (const [n, token] of bad.entries())
    for (const method of ['GET', 'POST'] as const)
      answers.push(await app.http.inject({ method, url: `/api/user/unsubscribe/${token}`, remoteAddress: `10.9.0.${n}`, headers: { 'accept-language': 'en' } }))
  expect([...new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))]).toEqual([expect.stringMatching(/^404 .*This link is not valid/)])
  // One of another organisation ends nothing here, whoever bears the same number.
  const foreign = leavingToken(secrets, { ...leaving, customerId: elsewhere.id }, new Date())
  expect((await app.http.inject({ method: 'POST', url: `/api/user/unsubscribe/${foreign}` })).statusCode).toBe(200)
  expect((await chosen()).daily).toBe(true)
  // Nobody tries them all.
  const tried = await Promise.all(
    Array.from({ length: 61 }, () => app.http.inject({ method: 'POST', url: '/api/user/unsubscribe/nothing', remoteAddress: '10.9.9.9' })),
  )
  expect(tried.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
})

test('the mails of the morning come in their reader’s own morning, once a day, on Mondays with the week’s', async () => {
  await user.put('/user/profile', { time_zone: 'America/New_York' })
  const kinds = async (moment: string) => {
    await inCustomer('delete from outbox_mail')
    const begin = morningJob.run
    await app.db.transaction(
      customer,
      async (tx) => {
        tx.act(systemWho(customer, 'test', 'test', 'en', 'Europe/Paris'))
        await begin({ tx, data: {}, resources, apart: async () => Promise.reject(new Error('not asked for')) })
      },
      { at: new Date(moment) },
    )
    await app.jobs()
    return (await mails()).map(({ subject }) => (subject.includes('semaine') ? 'weekly' : 'daily')).toSorted()
  }
  await action()
  // Seven in Paris is one at night in New York.
  expect(await kinds('2030-01-08T06:15:00Z')).toEqual([])
  expect(await kinds('2030-01-08T11:45:00Z')).toEqual([])
  expect(await kinds('2030-01-08T12:00:00Z')).toEqual(['daily'])
  await inCustomer('delete from digest_mail')
  await action()
  expect(await kinds('2030-01-08T12:15:00Z')).toEqual([])
  // A server that was away tells it when it is back.
  expect(await kinds('2030-01-14T17:45:00Z')).toEqual(['daily', 'weekly'])
})
