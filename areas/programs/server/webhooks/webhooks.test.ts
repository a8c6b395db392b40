import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayFromNow, objectOf, type Row } from '#tools/test/actions-world.ts'
import { done, makeHookWorld, type HookWorld } from '#tools/test/hook-world.ts'

let world: HookWorld
beforeAll(async () => {
  world = await makeHookWorld()
})
afterAll(() => world.app.close())
beforeEach(() => world.anew())

test('what happens to a row is told with its number, the names of changed fields and who did it, and signed as the standard says', async () => {
  const { id, secret } = await world.make()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const action = await world.action({ name_en: 'Patch the gateway' })
  await world.pilot.put(`/remediation/${action.id}`, { name_en: 'Patch all gateways' })
  await world.app.jobs()
  expect(world.bodies()).toMatchObject([
    { type: 'actions.created', data: { object: { type: 'actions', id: action.id, version: 1 }, by: { kind: 'person', id: world.pilot.memberId } } },
    { type: 'actions.changed', data: { object: { id: action.id, version: 2 }, changed: ['name_en'] } },
  ])
  expect(JSON.stringify(world.bodies())).not.toContain('gateway')
  const verifier = new Webhook(secret)
  for (const { body, headers } of world.hears.received) {
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
  const listed = await world.deliveries(id)
  expect(listed).toMatchObject([
    { event: 'actions.changed', state: 'DELIVERED', status: 204, attempts: 1 },
    { event: 'actions.created', state: 'DELIVERED' },
  ])
  const opened = await world.delivery(listed[0].id as number)
  expect(opened.body).toBe(world.hears.received[1]?.body)
  expect(opened.attempts_made).toMatchObject([{ n: 1, status: 204, address: '127.0.0.1', sent: { 'webhook-id': opened.message_id } }])
})

test('of rows that are removed and of what areas declare it is told too', async () => {
  await world.make({ events: ['actions.deleted', 'actions.finished', 'actions.started'] })
  const action = await world.action({ status: 'ONGOING', target_date: dayFromNow(30) })
  objectOf(await world.pilot.put(`/remediation/${action.id}`, { status: 'FINISHED', proofs: [{ name: 'Report', url: 'https://intranet.example/report' }] }))
  const other = await world.action()
  expect((await world.pilot.delete(`/remediation/${other.id}`)).status).toBe(200)
  await world.app.jobs()
  const told = world.bodies().map(({ type, data }) => [type, data.object.id])
  expect(told).toEqual(
    expect.arrayContaining([
      ['actions.finished', action.id],
      ['actions.deleted', other.id],
    ]),
  )
  expect(told.every(([type]) => ['actions.deleted', 'actions.finished', 'actions.started'].includes(String(type)))).toBe(true)
})

test('a secret is answered once, kept sealed, and nowhere in what is listed, logged or sent', async () => {
  const { id, secret } = await world.make()
  await world.action()
  await world.app.jobs()
  const [one] = await world.deliveries(id)
  const seen = JSON.stringify([
    await world.webhook(id),
    (await world.pilot.get(`/webhook/${id}/history`)).body,
    await world.delivery(one.id as number),
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
  const { id, secret } = await world.make()
  const rotated = objectOf(await world.pilot.post(`/webhook/${id}/rotate`, { overlap_hours: 1 }))
  expect(rotated.secret).not.toBe(secret)
  await world.action()
  await world.app.jobs()
  const [first] = world.hears.received
  const headers = first?.headers as Record<string, string>
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
  for (const one of [secret, rotated.secret as string]) expect(new Webhook(one).verify(String(first?.body), headers)).toBeTruthy()
  expect((await world.webhook(id)).former_until).toBe(rotated.former_until)
  await world.app.moveTo(new Date(Date.now() + 3_700_000))
  world.hears.received.length = 0
  await world.action()
  await world.app.jobs()
  expect(String(world.hears.received[0]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  expect(() => new Webhook(secret).verify(String(world.hears.received[0]?.body), world.hears.received[0]?.headers as Record<string, string>)).toThrow(
    'No matching signature',
  )
})

test('what is not taken is sent again, after seconds, minutes and hours, as the same message; a receiver that asks for time gets it', async () => {
  const { id } = await world.make()
  world.hears.answer({ status: 503, headers: { 'retry-after': '1800', 'set-cookie': 'session=x' }, body: 'upstream connect error' })
  await world.action()
  await world.app.jobs()
  const [waiting] = await world.deliveries(id)
  expect(waiting).toMatchObject({ state: 'WAITING', status: 503, attempts: 1 })
  const opened = await world.delivery(waiting.id as number)
  expect(opened.attempts_made[0]).toMatchObject({ headers: { 'retry-after': '1800' }, answer: 'upstream connect error' })
  expect(JSON.stringify(opened)).not.toContain('session=x')
  expect(Date.parse(opened.next_at as string) - Date.now()).toBeGreaterThan(1_790_000)
  expect(Date.parse(opened.until as string) - Date.parse(opened.made_at as string)).toBeGreaterThan(20 * 3_600_000)
  await world.later(600)
  expect(world.hears.received).toHaveLength(1)
  world.hears.answer({ status: 200 })
  await world.later(1300)
  expect(world.hears.received).toHaveLength(2)
  const [first, second] = world.hears.received
  expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body])
  expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp'])
  expect(await world.deliveries(id)).toMatchObject([{ state: 'DELIVERED', attempts: 2, status: 200 }])
})

test('a receiver that fails for a day is switched off, and its people are told; what it says that it is gone, at once', async () => {
  const { id } = await world.make()
  world.hears.answer({ status: 500 })
  await world.action()
  await world.app.jobs()
  for (const seconds of [6, 340, 2_000, 8_000, 20_000, 40_000, 24_000]) await world.later(seconds)
  expect(world.hears.received).toHaveLength(8)
  expect(await world.webhook(id)).toMatchObject({ state: 'OFF', off_reason: 'FAILED' })
  expect(await world.deliveries(id)).toMatchObject([{ state: 'GIVEN_UP', attempts: 8 }])
  const told = (await world.pilot.get('/notification')).body.objects as Row[]
  expect(told).toContainEqual(expect.objectContaining({ kind: 'stopped', entity: 'webhook', object: expect.objectContaining({ id, name: 'Planner' }) }))
  expect((await world.pilot.get('/administration/states')).body.objects).toContainEqual({
    page: '/admin/public_api/webhooks',
    tone: 'bad',
    text: expect.stringContaining('1'),
  })
  await world.action()
  await world.app.jobs()
  expect(world.hears.received).toHaveLength(8)
  // Switched on again, it hears of what happens from then on.
  world.hears.answer({ status: 410 })
  done(await world.pilot.post(`/webhook/${id}/resume`, {}))
  await world.action()
  await world.app.jobs()
  expect(world.hears.received).toHaveLength(9)
  expect(await world.webhook(id)).toMatchObject({ state: 'OFF', off_reason: 'GONE' })
})

test('one that waits is sent now, one that has ended is replayed under its number, and either is given up', async () => {
  const { id } = await world.make()
  world.hears.answer({ status: 503 })
  await world.action()
  await world.app.jobs()
  const [one] = await world.deliveries(id)
  done(await world.pilot.post(`/webhook/delivery/${one.id}/send`, {}))
  await world.app.jobs()
  expect(world.hears.received).toHaveLength(2)
  done(await world.pilot.post(`/webhook/delivery/${one.id}/give_up`, {}))
  expect((await world.pilot.post(`/webhook/delivery/${one.id}/send`, {})).body).toMatchObject({ ok: false })
  expect(await world.deliveries(id)).toMatchObject([{ state: 'GIVEN_UP' }])
  world.hears.answer({ status: 200 })
  done(await world.pilot.post(`/webhook/delivery/${one.id}/replay`, {}))
  expect((await world.pilot.post(`/webhook/delivery/${one.id}/replay`, {})).body).toMatchObject({ ok: false })
  await world.app.jobs()
  expect(world.hears.received).toHaveLength(3)
  expect(new Set(world.hears.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await world.deliveries(id)).toMatchObject([{ state: 'DELIVERED', replayed: true, attempts: 3 }])
  expect(await world.deliveries(id, '?state=WAITING')).toEqual([])
})

test('a test event is sent once, even to one that is paused, which is told of nothing else', async () => {
  const { id, secret } = await world.make()
  done(await world.pilot.post(`/webhook/${id}/pause`, {}))
  world.hears.answer({ status: 500 })
  const made = objectOf(await world.pilot.post(`/webhook/${id}/test`, {}))
  await world.action()
  await world.app.jobs()
  expect(world.bodies()).toMatchObject([{ type: 'webhook.test', data: { by: { id: world.pilot.memberId } } }])
  expect(new Webhook(secret).verify(String(world.hears.received[0]?.body), world.hears.received[0]?.headers as Record<string, string>)).toBeTruthy()
  expect(await world.deliveries(id)).toMatchObject([{ id: made.id, state: 'GIVEN_UP' }])
  expect((await world.webhook(id)).state).toBe('PAUSED')
  done(await world.pilot.post(`/webhook/${id}/resume`, {}))
  await world.app.jobs()
  expect(world.hears.received).toHaveLength(1)
})

test('wrong events, perimeters and people who may not are refused, each field by name', async () => {
  const wrong = await world.pilot.post('/webhook', { name: 'X', url: 'x', events: [] })
  expect(Object.keys(wrong.body.errors as object)).toEqual(expect.arrayContaining(['name', 'events']))
  const named = await world.pilot.post('/webhook', { name: 'Wrong', url: 'x', events: ['actions.*', 'members.created', 'actions.seen'], perimeters: [987_654] })
  expect(Object.keys(named.body.errors as object).toSorted()).toEqual(['events.1', 'events.2', 'perimeters', 'url'])
  expect((await world.local.post('/webhook', { name: 'Local', url: world.hears.url, events: ['*'] })).status).toBe(403)
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

test('messages are forgotten after a month, with their attempts', async () => {
  const { id } = await world.make()
  await world.action()
  await world.app.jobs()
  expect(await world.deliveries(id)).toHaveLength(1)
  await world.app.moveTo(new Date(Date.now() + 31 * 86_400_000))
  await world.app.db.transaction(world.customer, async (tx) => tx.enqueue({ name: 'webhooks.forget', data: {} }))
  await world.app.jobs()
  expect(await world.deliveries(id)).toEqual([])
})
