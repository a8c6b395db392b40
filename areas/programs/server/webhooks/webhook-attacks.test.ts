import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { done, makeHookWorld, type HookWorld } from '#tools/test/hook-world.ts'

let world: HookWorld
beforeAll(async () => {
  world = await makeHookWorld()
})
afterAll(() => world.app.close())
beforeEach(() => world.anew())

test('it hears of its perimeters alone, and of nothing that whoever answers for it may not read a moment later', async () => {
  const maker = await world.app.member(world.customer, 'global_pilote')
  const { id } = await world.make({ perimeters: [world.lyon] }, maker)
  const here = await world.action()
  await world.action({ perimeter: world.nantes })
  await world.app.jobs()
  expect(world.bodies().map(({ data }) => data.object.id)).toEqual([here.id])
  // Written down, and before it is sent the role is lost.
  world.hears.answer({ status: 503 })
  await world.pilot.put(`/remediation/${here.id}`, { name_en: 'Other' })
  await world.app.jobs()
  world.hears.received.length = 0
  world.hears.answer({ status: 204 })
  expect((await world.pilot.put(`/member/${maker.memberId}`, { roles: ['contributor'] })).status).toBe(200)
  await world.later(600)
  expect(world.hears.received).toEqual([])
  expect(await world.deliveries(id)).toMatchObject([{ state: 'WITHHELD' }, { state: 'DELIVERED' }])
  expect((await world.webhook(id)).state).toBe('SUSPENDED')
  await world.action()
  await world.app.jobs()
  expect(world.hears.received).toEqual([])
  expect(await world.deliveries(id)).toHaveLength(2)
})

test('a row that goes out of reach before it is sent is not told', async () => {
  const { id } = await world.make({ perimeters: [world.lyon], events: ['actions.created'] })
  world.hears.answer({ status: 500 })
  const action = await world.action()
  await world.app.jobs()
  world.hears.received.length = 0
  world.hears.answer({ status: 204 })
  objectOf(await world.pilot.put(`/remediation/${action.id}`, { perimeter: world.nantes }))
  await world.later(60)
  expect(world.hears.received).toEqual([])
  expect(await world.deliveries(id)).toMatchObject([{ state: 'WITHHELD' }])
})

test('what another organisation does is told nobody here, and its webhooks and messages are not found', async () => {
  const other = await world.app.customer()
  const pilot = await world.app.member(other.id, 'global_pilote')
  const { id } = await world.make({ events: ['*'] })
  objectOf(await pilot.post('/program', { name_en: 'Theirs' }))
  await world.action()
  await world.app.jobs()
  expect(world.bodies()).toHaveLength(1)
  const [one] = await world.deliveries(id)
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

test('no redirect is followed, and of a huge answer the beginning is kept', async () => {
  const { id } = await world.make()
  world.hears.answer({ status: 302, headers: { location: `http://127.0.0.1:${world.hears.port}/elsewhere` } })
  await world.action()
  await world.app.jobs()
  expect(world.hears.received.map(({ path }) => path)).toEqual(['/hook'])
  expect(await world.deliveries(id)).toMatchObject([{ state: 'WAITING', status: 302 }])
  world.hears.answer({ status: 200, body: Buffer.alloc(8_000_000, 'a\0') })
  await world.later(60)
  const [taken] = await world.deliveries(id)
  expect(taken).toMatchObject({ state: 'DELIVERED', status: 200 })
  expect(((await world.delivery(taken.id as number)).attempts_made as Row[])[0]?.answer).toHaveLength(4000)
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
  const { id } = await world.make({ url: `https://hooks.example:${world.hears.port}/hook` })
  for (const addresses of [['10.0.0.1'], ['8.8.8.8', '127.0.0.2'], ['::1'], ['fe80::1']]) {
    world.resolve(() => addresses)
    await world.action()
    await world.app.jobs()
    const [last] = await world.deliveries(id)
    // Whoever was not reached rests with all that waits: by hand it is tried at once.
    if (last.attempts === 0) {
      done(await world.pilot.post(`/webhook/delivery/${last.id}/send`, {}))
      await world.app.jobs()
    }
    const [tried] = (await world.delivery(last.id as number)).attempts_made as Row[]
    expect(tried).toMatchObject({ failure: 'address', status: null, address: null })
  }
  // A name is asked for once with each attempt, and what was judged is connected to: the second answer is never looked at.
  const { id: second } = await world.make({ url: `http://allowed.example:${world.hears.port}/hook`, events: ['actions.created'] })
  await world.remove(id)
  world.asked.length = 0
  let times = 0
  world.resolve(() => ((times += 1) === 1 ? ['127.0.0.1'] : ['10.0.0.1']))
  world.hears.received.length = 0
  await world.action()
  await world.app.jobs()
  expect(world.asked).toEqual(['allowed.example'])
  expect(world.hears.received).toHaveLength(1)
  expect(world.hears.received[0]?.headers.host).toBe(`allowed.example:${world.hears.port}`)
  expect(await world.deliveries(second)).toMatchObject([{ state: 'DELIVERED' }])
})

test('a name with line ends reaches no header', async () => {
  const made = await world.pilot.post('/webhook', { name: 'Planner\r\nx-evil: 1', url: `${world.hears.url}\r\nx-evil: 1`, events: ['*'] })
  if (made.status === 200) {
    await world.action()
    await world.app.jobs()
  }
  for (const { headers } of world.hears.received) expect(headers).not.toHaveProperty('x-evil')
})

test('of a suspended organisation nothing is sent, and what waits is sent when that is over', async () => {
  const { id } = await world.make()
  world.hears.answer({ status: 503 })
  await world.action()
  await world.app.jobs()
  const suspend = (disabled: boolean) =>
    world.app.db.transaction(1, (tx) => tx.runText('update customer set disabled = $1 where id = $2', [disabled, world.customer]), { provider: true })
  world.hears.answer({ status: 204 })
  world.hears.received.length = 0
  await suspend(true)
  await world.later(600)
  expect(world.hears.received).toEqual([])
  await suspend(false)
  await world.app.jobs()
  expect(world.hears.received).toHaveLength(1)
  expect(await world.deliveries(id)).toMatchObject([{ state: 'DELIVERED', attempts: 2 }])
})

test('two servers send each message once, and what a server was killed over is sent again as the next attempt', async () => {
  const { id } = await world.make({ events: ['actions.created'] })
  let going = 0
  let most = 0
  world.hears.answer({
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
  expect(world.hears.received).toHaveLength(30)
  expect(new Set(world.hears.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30)
  expect(most).toBeLessThanOrEqual(10)
  world.hears.answer({ status: 503 })
  await world.action()
  await world.app.jobs()
  const [one] = await world.deliveries(id)
  // As a server leaves it that took the second attempt and was killed before it was answered.
  const cut =
    "update webhook_delivery set attempts = 2, tries = 2, held_until = moment() + interval '30 s', next_at = moment() where customer_id = $1 and id = $2"
  const begun = 'insert into webhook_attempt (customer_id, delivery_id, n, at) values ($1, $2, 2, moment())'
  await world.app.db.transaction(world.customer, async (tx) => {
    for (const text of [cut, begun]) await tx.runText(text, [world.customer, one.id])
  })
  world.hears.answer({ status: 204 })
  world.hears.received.length = 0
  await world.app.jobs()
  expect(world.hears.received).toEqual([])
  await world.later(31)
  expect(world.hears.received).toHaveLength(1)
  expect((await world.delivery(one.id as number)).attempts_made).toMatchObject([
    { n: 3, status: 204 },
    { n: 2, status: null, took: null, failure: null },
    { n: 1, status: 503 },
  ])
})
