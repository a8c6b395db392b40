import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { receiver, type Receiver } from '#tools/test/receiver.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World
let hears: Receiver
let asked: string[] = []
let resolved: (host: string) => readonly string[] = () => []

interface Made {
  readonly id: number
  readonly secret: string
}

const make = async (given: object = {}, by: Person = world.pilot): Promise<Made> =>
  objectOf(await by.post('/webhook', { name: 'Planner', url: hears.url, events: ['actions.*'], ...given }))
const remove = async (...ids: number[]) => {
  for (const id of ids) await world.pilot.delete(`/webhook/${id}`)
}
const deliveries = async (id: number, query = ''): Promise<Row[]> => (await world.pilot.get(`/webhook/${id}/deliveries${query}`)).body.objects as Row[]
const delivery = async (id: number): Promise<Row> => objectOf(await world.pilot.get(`/webhook/delivery/${id}`))
const webhook = async (id: number): Promise<Row> => objectOf(await world.pilot.get(`/webhook/${id}`))
const bodies = () => hears.received.map(({ body }) => JSON.parse(body) as Row)
const later = async (seconds: number) => {
  await world.app.moveTo(new Date(Date.now() + seconds * 1000))
  await world.app.jobs()
}

beforeAll(async () => {
  hears = await receiver()
  const begun = new Date()
  world = await makeWorld({
    // Nobody’s session ends although days pass.
    clock: () => begun,
    allowedHosts: '127.0.0.1, allowed.example',
    resolve: async (host) => {
      asked.push(host)
      return resolved(host)
    },
  })
})
afterAll(async () => {
  await world.app.close()
  await hears.close()
})
beforeEach(async () => {
  await world.app.jobs()
  hears.answer({ status: 204 })
  hears.received.length = 0
  asked = []
  const all = (await world.pilot.post('/webhook/page', {})).body.objects as Row[]
  await remove(...all.map(({ id }) => id as number))
})

test('what happens to a row is told with its number, the names of changed fields and who did it, and signed as the standard says', async () => {
  const { id, secret } = await make()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const action = await world.action({ name_en: 'Patch the gateway' })
  await world.pilot.put(`/remediation/${action.id}`, { name_en: 'Patch all gateways' })
  await world.app.jobs()
  expect(bodies()).toMatchObject([
    { type: 'actions.created', data: { object: { type: 'actions', id: action.id, version: 1 }, by: { kind: 'person', id: world.pilot.memberId } } },
    { type: 'actions.changed', data: { object: { id: action.id, version: 2 }, changed: ['name_en'] } },
  ])
  expect(JSON.stringify(bodies())).not.toContain('gateway')
  const verifier = new Webhook(secret)
  for (const { body, headers } of hears.received) {
    const sent = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    }
    expect(verifier.verify(body, sent)).toEqual(JSON.parse(body))
    expect(() => verifier.verify(`${body} `, sent)).toThrow('No matching signature')
    expect(() => verifier.verify(body, { ...sent, 'webhook-id': 'msg_other' })).toThrow('No matching signature')
    // Whoever plays it again later is refused by the receiver's clock.
    expect(() => verifier.verify(body, { ...sent, 'webhook-timestamp': String(Number(sent['webhook-timestamp']) - 301) })).toThrow('too old')
  }
  const listed = await deliveries(id)
  expect(listed).toMatchObject([
    { event: 'actions.changed', state: 'DELIVERED', status: 204, attempts: 1 },
    { event: 'actions.created', state: 'DELIVERED' },
  ])
  const opened = await delivery(listed[0].id as number)
  expect(opened.body).toBe(hears.received[1]?.body)
  expect(opened.attempts_made).toMatchObject([{ n: 1, status: 204, address: '127.0.0.1', sent: { 'webhook-id': opened.message_id } }])
})

test('of rows that are removed and of what areas declare it is told too', async () => {
  await make({ events: ['actions.deleted', 'actions.finished', 'actions.started'] })
  const action = await world.action({ status: 'ONGOING', target_date: dayFromNow(30) })
  objectOf(await world.pilot.put(`/remediation/${action.id}`, { status: 'FINISHED', proofs: [{ name: 'Report', url: 'https://intranet.example/report' }] }))
  const other = await world.action()
  expect((await world.pilot.delete(`/remediation/${other.id}`)).status).toBe(200)
  await world.app.jobs()
  const told = bodies().map(({ type, data }) => [type, (data as Row).object.id])
  expect(told).toEqual(
    expect.arrayContaining([
      ['actions.finished', action.id],
      ['actions.deleted', other.id],
    ]),
  )
  expect(told.every(([type]) => ['actions.deleted', 'actions.finished', 'actions.started'].includes(String(type)))).toBe(true)
})

test('a secret is answered once, kept sealed, and nowhere in what is listed, logged or sent', async () => {
  const { id, secret } = await make()
  await world.action()
  await world.app.jobs()
  const [one] = await deliveries(id)
  const seen = JSON.stringify([
    await webhook(id),
    (await world.pilot.get(`/webhook/${id}/history`)).body,
    await delivery(one.id as number),
    (await world.pilot.get('/log')).body,
  ])
  expect(seen).not.toContain(secret.slice(6, 30))
  const kept = await world.app.db.transaction(world.customer, (tx) =>
    tx.runText<{ sealed: string }>('select sealed from webhook_secret where customer_id = $1', [world.customer]),
  )
  expect(JSON.stringify(kept)).not.toContain(secret.slice(6))
  // Whoever asks again under the same name gets no second answer with it.
  expect(kept).toHaveLength(1)
})

test('with a new secret messages carry both signatures until the overlap is over', async () => {
  const { id, secret } = await make()
  const rotated = objectOf(await world.pilot.post(`/webhook/${id}/rotate`, { overlap_hours: 1 }))
  expect(rotated.secret).not.toBe(secret)
  await world.action()
  await world.app.jobs()
  const [first] = hears.received
  const headers = first?.headers as Record<string, string>
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
  for (const one of [secret, rotated.secret as string]) expect(new Webhook(one).verify(String(first?.body), headers)).toBeTruthy()
  expect((await webhook(id)).former_until).toBe(rotated.former_until)
  await world.app.moveTo(new Date(Date.now() + 3_700_000))
  hears.received.length = 0
  await world.action()
  await world.app.jobs()
  expect(String(hears.received[0]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  expect(() => new Webhook(secret).verify(String(hears.received[0]?.body), hears.received[0]?.headers as Record<string, string>)).toThrow(
    'No matching signature',
  )
})

test('it hears of its perimeters alone, and of nothing that whoever answers for it may not read a moment later', async () => {
  const maker = await world.app.member(world.customer, 'global_pilote')
  const { id } = await make({ perimeters: [world.lyon] }, maker)
  const here = await world.action()
  await world.action({ perimeter: world.nantes })
  await world.app.jobs()
  expect(bodies().map(({ data }) => (data as Row).object.id)).toEqual([here.id])
  // Written down, and before it is sent the role is lost.
  hears.answer({ status: 503 })
  await world.pilot.put(`/remediation/${here.id}`, { name_en: 'Other' })
  await world.app.jobs()
  hears.received.length = 0
  hears.answer({ status: 204 })
  expect((await world.pilot.put(`/member/${maker.memberId}`, { roles: ['contributor'] })).status).toBe(200)
  await later(600)
  expect(hears.received).toEqual([])
  expect(await deliveries(id)).toMatchObject([{ state: 'WITHHELD' }, { state: 'DELIVERED' }])
  expect((await webhook(id)).state).toBe('SUSPENDED')
  await world.action()
  await world.app.jobs()
  expect(hears.received).toEqual([])
  expect(await deliveries(id)).toHaveLength(2)
})

test('a row that goes out of reach before it is sent is not told', async () => {
  const { id } = await make({ perimeters: [world.lyon], events: ['actions.created'] })
  hears.answer({ status: 500 })
  const action = await world.action()
  await world.app.jobs()
  hears.received.length = 0
  hears.answer({ status: 204 })
  objectOf(await world.pilot.put(`/remediation/${action.id}`, { perimeter: world.nantes }))
  await later(60)
  expect(hears.received).toEqual([])
  expect(await deliveries(id)).toMatchObject([{ state: 'WITHHELD' }])
})

test('what another organisation does is told nobody here, and its webhooks and messages are not found', async () => {
  const other = await world.app.customer()
  const pilot = await world.app.member(other.id, 'global_pilote')
  const { id } = await make({ events: ['*'] })
  objectOf(await pilot.post('/program', { name_en: 'Theirs' }))
  await world.action()
  await world.app.jobs()
  expect(bodies()).toHaveLength(1)
  const [one] = await deliveries(id)
  for (const [method, path] of [
    ['get', `/webhook/${id}`],
    ['get', `/webhook/${id}/deliveries`],
    ['get', `/webhook/delivery/${one.id}`],
    ['post', `/webhook/${id}/test`],
    ['post', `/webhook/${id}/rotate`],
    ['post', `/webhook/${id}/pause`],
    ['post', `/webhook/delivery/${one.id}/replay`],
  ] as const)
    expect([path, (await (method === 'get' ? pilot.get(path) : pilot.post(path, {}))).status]).toEqual([path, 404])
  for (const person of [world.auditor, world.local, world.contributor]) expect((await person.get(`/webhook/${id}`)).status).toBe(403)
})

test('what is not taken is sent again, after seconds, minutes and hours, as the same message; a receiver that asks for time gets it', async () => {
  const { id } = await make()
  hears.answer({ status: 503, headers: { 'retry-after': '1800', 'set-cookie': 'session=x' }, body: 'upstream connect error' })
  await world.action()
  await world.app.jobs()
  const [waiting] = await deliveries(id)
  expect(waiting).toMatchObject({ state: 'WAITING', status: 503, attempts: 1 })
  const opened = await delivery(waiting.id as number)
  expect(opened.attempts_made[0]).toMatchObject({ headers: { 'retry-after': '1800' }, answer: 'upstream connect error' })
  expect(JSON.stringify(opened)).not.toContain('session=x')
  expect(Date.parse(opened.next_at as string) - Date.now()).toBeGreaterThan(1_790_000)
  expect(Date.parse(opened.until as string) - Date.parse(opened.made_at as string)).toBeGreaterThan(20 * 3_600_000)
  await later(600)
  expect(hears.received).toHaveLength(1)
  hears.answer({ status: 200 })
  await later(1300)
  expect(hears.received).toHaveLength(2)
  const [first, second] = hears.received
  expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body])
  expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp'])
  expect(await deliveries(id)).toMatchObject([{ state: 'DELIVERED', attempts: 2, status: 200 }])
})

test('a receiver that fails for a day is switched off, and its people are told; what it says that it is gone, at once', async () => {
  const { id } = await make()
  hears.answer({ status: 500 })
  await world.action()
  await world.app.jobs()
  for (const seconds of [6, 340, 2_000, 8_000, 20_000, 40_000, 24_000]) await later(seconds)
  expect(hears.received).toHaveLength(8)
  expect(await webhook(id)).toMatchObject({ state: 'OFF', off_reason: 'FAILED' })
  expect(await deliveries(id)).toMatchObject([{ state: 'GIVEN_UP', attempts: 8 }])
  const told = (await world.pilot.get('/notification')).body.objects as Row[]
  expect(told).toContainEqual(expect.objectContaining({ kind: 'stopped', entity: 'webhook', object: expect.objectContaining({ id, name: 'Planner' }) }))
  expect((await world.pilot.get('/administration/states')).body.objects).toContainEqual({
    page: '/admin/webhooks',
    tone: 'bad',
    text: expect.stringContaining('1'),
  })
  await world.action()
  await world.app.jobs()
  expect(hears.received).toHaveLength(8)
  // Switched on again, it hears of what happens from then on.
  hears.answer({ status: 410 })
  objectOf2(await world.pilot.post(`/webhook/${id}/resume`, {}))
  await world.action()
  await world.app.jobs()
  expect(hears.received).toHaveLength(9)
  expect(await webhook(id)).toMatchObject({ state: 'OFF', off_reason: 'GONE' })
})

const objectOf2 = ({ status, body }: { readonly status: number; readonly body: unknown }) => {
  if (status !== 200) throw new Error(JSON.stringify(body))
}

test('one that waits is sent now, one that has ended is replayed under its number, and either is given up', async () => {
  const { id } = await make()
  hears.answer({ status: 503 })
  await world.action()
  await world.app.jobs()
  const [one] = await deliveries(id)
  objectOf2(await world.pilot.post(`/webhook/delivery/${one.id}/send`, {}))
  await world.app.jobs()
  expect(hears.received).toHaveLength(2)
  objectOf2(await world.pilot.post(`/webhook/delivery/${one.id}/give_up`, {}))
  expect((await world.pilot.post(`/webhook/delivery/${one.id}/send`, {})).body).toMatchObject({ ok: false })
  expect(await deliveries(id)).toMatchObject([{ state: 'GIVEN_UP' }])
  hears.answer({ status: 200 })
  objectOf2(await world.pilot.post(`/webhook/delivery/${one.id}/replay`, {}))
  expect((await world.pilot.post(`/webhook/delivery/${one.id}/replay`, {})).body).toMatchObject({ ok: false })
  await world.app.jobs()
  expect(hears.received).toHaveLength(3)
  expect(new Set(hears.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await deliveries(id)).toMatchObject([{ state: 'DELIVERED', replayed: true, attempts: 3 }])
  expect(await deliveries(id, '?state=WAITING')).toEqual([])
})

test('a test event is sent once, even to one that is paused, which is told of nothing else', async () => {
  const { id, secret } = await make()
  objectOf2(await world.pilot.post(`/webhook/${id}/pause`, {}))
  hears.answer({ status: 500 })
  const made = objectOf(await world.pilot.post(`/webhook/${id}/test`, {}))
  await world.action()
  await world.app.jobs()
  expect(bodies()).toMatchObject([{ type: 'webhook.test', data: { by: { id: world.pilot.memberId } } }])
  expect(new Webhook(secret).verify(String(hears.received[0]?.body), hears.received[0]?.headers as Record<string, string>)).toBeTruthy()
  expect(await deliveries(id)).toMatchObject([{ id: made.id, state: 'GIVEN_UP' }])
  expect((await webhook(id)).state).toBe('PAUSED')
  objectOf2(await world.pilot.post(`/webhook/${id}/resume`, {}))
  await world.app.jobs()
  expect(hears.received).toHaveLength(1)
})

test('no redirect is followed, and of a huge answer the beginning is kept', async () => {
  const { id } = await make()
  hears.answer({ status: 302, headers: { location: `http://127.0.0.1:${hears.port}/elsewhere` } })
  await world.action()
  await world.app.jobs()
  expect(hears.received.map(({ path }) => path)).toEqual(['/hook'])
  expect(await deliveries(id)).toMatchObject([{ state: 'WAITING', status: 302 }])
  hears.answer({ status: 200, body: Buffer.alloc(8_000_000, 'a\0') })
  await later(60)
  const [taken] = await deliveries(id)
  expect(taken).toMatchObject({ state: 'DELIVERED', status: 200 })
  expect(((await delivery(taken.id as number)).attempts_made as Row[])[0]?.answer).toHaveLength(4000)
})

test('private addresses are refused, by number, by name, and when a name comes to mean another one', async () => {
  for (const url of [
    'http://hooks.example/x',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x0a.1/',
    'https://a:b@hooks.example/',
    'nothing',
    'ftp://hooks.example/',
  ])
    expect([url, (await world.pilot.post('/webhook', { name: 'Inside', url, events: ['*'] })).body.errors?.url]).toEqual([url, expect.anything()])
  const { id } = await make({ url: `https://hooks.example:${hears.port}/hook` })
  for (const addresses of [['10.0.0.1'], ['8.8.8.8', '127.0.0.2'], ['::1'], ['fe80::1']]) {
    resolved = () => addresses
    await world.action()
    await world.app.jobs()
    const [last] = await deliveries(id)
    const [tried] = (await delivery(last.id as number)).attempts_made as Row[]
    expect(tried).toMatchObject({ failure: 'address', status: null, address: null })
  }
  // A name is asked for once with each attempt, and what was judged is connected to: the second answer is never looked at.
  const { id: second } = await make({ url: `http://allowed.example:${hears.port}/hook`, events: ['actions.created'] })
  await remove(id)
  asked = []
  let times = 0
  resolved = () => ((times += 1) === 1 ? ['127.0.0.1'] : ['10.0.0.1'])
  hears.received.length = 0
  await world.action()
  await world.app.jobs()
  expect(asked).toEqual(['allowed.example'])
  expect(hears.received).toHaveLength(1)
  expect(hears.received[0]?.headers.host).toBe(`allowed.example:${hears.port}`)
  expect(await deliveries(second)).toMatchObject([{ state: 'DELIVERED' }])
})

test('a name with line ends reaches no header', async () => {
  const made = await world.pilot.post('/webhook', { name: 'Planner\r\nx-evil: 1', url: `${hears.url}\r\nx-evil: 1`, events: ['*'] })
  if (made.status === 200) {
    await world.action()
    await world.app.jobs()
  }
  for (const { headers } of hears.received) expect(headers).not.toHaveProperty('x-evil')
})

test('of a suspended organisation nothing is sent, and what waits is sent when that is over', async () => {
  const { id } = await make()
  hears.answer({ status: 503 })
  await world.action()
  await world.app.jobs()
  const suspend = (disabled: boolean) =>
    world.app.db.transaction(1, (tx) => tx.runText('update customer set disabled = $1 where id = $2', [disabled, world.customer]), { provider: true })
  hears.answer({ status: 204 })
  hears.received.length = 0
  await suspend(true)
  await later(600)
  expect(hears.received).toEqual([])
  await suspend(false)
  await world.app.jobs()
  expect(hears.received).toHaveLength(1)
  expect(await deliveries(id)).toMatchObject([{ state: 'DELIVERED', attempts: 2 }])
})

test('wrong events, perimeters and people who may not are refused, each field by name', async () => {
  const wrong = await world.pilot.post('/webhook', { name: 'X', url: 'x', events: [] })
  expect(Object.keys(wrong.body.errors as object)).toEqual(expect.arrayContaining(['name', 'events']))
  const named = await world.pilot.post('/webhook', { name: 'Wrong', url: 'x', events: ['actions.*', 'members.created', 'actions.seen'], perimeters: [987_654] })
  expect(Object.keys(named.body.errors as object).toSorted()).toEqual(['events.1', 'events.2', 'perimeters', 'url'])
  expect((await world.local.post('/webhook', { name: 'Local', url: hears.url, events: ['*'] })).status).toBe(403)
  const choices = objectOf(await world.pilot.get('/webhook/choices')).types as { type: string; events: { event: string }[] }[]
  const actions = choices.find(({ type }) => type === 'actions')
  expect(actions?.events.map(({ event }) => event)).toEqual([
    'actions.created',
    'actions.changed',
    'actions.deleted',
    'actions.started',
    'actions.finished',
    'actions.reopened',
  ])
  expect(choices.map(({ type }) => type)).not.toContain('members')
})

test('two servers send each message once, and what a server was killed over is sent again as the next attempt', async () => {
  const { id } = await make({ events: ['actions.created'] })
  let going = 0
  let most = 0
  hears.answer({
    status: 200,
    wait: async () => {
      most = Math.max(most, (going += 1))
      await new Promise((done) => setImmediate(done))
      going -= 1
    },
  })
  for (let n = 0; n < 30; n += 1) await world.action({ name_en: `Action ${n}` })
  await Promise.all([world.app.jobs(), world.app.jobs(), world.app.jobs()])
  await world.app.jobs()
  expect(hears.received).toHaveLength(30)
  expect(new Set(hears.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30)
  expect(most).toBeLessThanOrEqual(10)
  hears.answer({ status: 503 })
  await world.action()
  await world.app.jobs()
  const [one] = await deliveries(id)
  // As a server leaves it that took the second attempt and was killed before it was answered.
  const cut =
    "update webhook_delivery set attempts = 2, tries = 2, held_until = moment() + interval '30 s', next_at = moment() where customer_id = $1 and id = $2"
  const begun = 'insert into webhook_attempt (customer_id, delivery_id, n, at) values ($1, $2, 2, moment())'
  await world.app.db.transaction(world.customer, async (tx) => {
    for (const text of [cut, begun]) await tx.runText(text, [world.customer, one.id])
  })
  hears.answer({ status: 204 })
  hears.received.length = 0
  await world.app.jobs()
  expect(hears.received).toEqual([])
  await later(31)
  expect(hears.received).toHaveLength(1)
  expect((await delivery(one.id as number)).attempts_made).toMatchObject([
    { n: 3, status: 204 },
    { n: 2, status: null, took: null, failure: null },
    { n: 1, status: 503 },
  ])
})

test('messages are forgotten after a month, with their attempts', async () => {
  const { id } = await make()
  await world.action()
  await world.app.jobs()
  expect(await deliveries(id)).toHaveLength(1)
  await world.app.moveTo(new Date(Date.now() + 31 * 86_400_000))
  await world.app.db.transaction(world.customer, async (tx) => tx.enqueue({ name: 'webhooks.forget', data: {} }))
  await world.app.jobs()
  expect(await deliveries(id)).toEqual([])
})
