import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kitApp, type Caller, type KitApp } from '#tools/test/kit-app.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { commentRoutes } from './comment-routes.ts'
import { notificationJobs, notificationRoutes } from './notification-routes.ts'
import { NotificationStreams } from './notification-streams.ts'

let kit: KitApp
let streams: NotificationStreams
const open: IncomingMessage[] = []
beforeAll(async () => {
  kit = await kitApp(({ api, resources, url }) => {
    commentRoutes(api, resources)
    streams = new NotificationStreams({ url, log: { warn: () => {} } })
    notificationRoutes(api, resources, streams)
    return notificationJobs
  })
})
afterAll(async () => {
  for (const one of open) one.destroy()
  await streams.close()
  await kit.close()
})

interface Listed {
  readonly id: number
  readonly kind: string
  readonly object: { readonly id: number; readonly name: string }
  readonly text: string | null
  readonly read: boolean
}
const make = async (body: object, caller?: Caller) => (await kit.call('POST', '/thing', body, caller)).body.object?.id ?? 0
const say = (id: number, text: string, caller?: Caller) => kit.call('POST', `/thing/${id}/comments`, { text }, caller)
const listed = async (caller: Caller, unread = true) =>
  (await kit.call('GET', `/notification?unread=${unread}`, undefined, caller)).body.objects as unknown as Listed[]
const chloe: Caller = { member: 2 }

test('whoever is mentioned is told so, those whom the object concerns that somebody spoke, and the author nothing', async () => {
  const id = await make({ name_en: 'Firewall' }, chloe)
  await say(id, 'Is it on?', chloe)
  expect(await listed(chloe)).toEqual([])
  await say(id, 'Yes')
  await say(id, '@[2] look')
  expect(await listed(chloe)).toMatchObject([
    { kind: 'mentioned', object: { id, name: 'Firewall' }, actor: { id: 1, name: 'Paula Pilote' }, text: '@Chloé Contributrice look', read: false },
    { kind: 'commented', object: { id }, text: 'Yes' },
  ])
  expect((await kit.call('GET', '/notification/count', undefined, chloe)).body.unread).toEqual([
    { kind: 'commented', count: 1 },
    { kind: 'mentioned', count: 1 },
  ])
  expect([await listed({ member: 3 }), await listed({ customer: 'B', member: 2 })]).toEqual([[], []])
})

test('nothing is read by looking at it, one is by saying so, and all by their newest; of others’ nothing', async () => {
  const [newest, older] = await listed(chloe)
  await kit.call('PUT', '/notification/read', { ids: [newest?.id] })
  expect(await listed(chloe)).toHaveLength(2)
  await kit.call('PUT', '/notification/read', { ids: [older?.id] }, chloe)
  expect((await listed(chloe)).map(({ id }) => id)).toEqual([newest?.id])
  expect((await listed(chloe, false)).map(({ read }) => read)).toEqual([false, true])
  // What was read may be put back, by its reader alone.
  await kit.call('PUT', '/notification/read', { ids: [older?.id], read: false })
  expect(await listed(chloe)).toHaveLength(1)
  await kit.call('PUT', '/notification/read', { ids: [older?.id], read: false }, chloe)
  expect(await listed(chloe)).toHaveLength(2)
  await kit.call('PUT', '/notification/read', { up_to: newest?.id }, chloe)
  expect(await listed(chloe)).toEqual([])
})

test('what one may not read any more is told and counted no more, and not by its former name', async () => {
  const id = await make({ name_en: 'Shown' }, chloe)
  await say(id, 'Seen')
  expect(await listed(chloe)).toMatchObject([{ object: { name: 'Shown' } }])
  await kit.owner.query(`set app.customer_id = '${kit.customers.A}'; update thing set created_by = 1, name_en = 'Secret' where id = ${id}`)
  expect(await listed(chloe)).toEqual([])
  expect((await kit.call('GET', '/notification/count', undefined, chloe)).body.unread).toEqual([])
  await kit.owner.query(`set app.customer_id = '${kit.customers.A}'; update thing set created_by = 2 where id = ${id}`)
  expect(await listed(chloe)).toMatchObject([{ object: { name: 'Secret' } }])
})

test('of a muted object nothing more is told, until it is not', async () => {
  const id = await make({ name_en: 'Noisy' }, chloe)
  await say(id, 'One')
  const mute = (muted: boolean) => kit.call('PUT', '/notification/mute', { entity: 'thing', object_id: id, muted }, chloe)
  const texts = async () => (await listed(chloe)).filter(({ object }) => object.id === id).map(({ text }) => text)
  await mute(true)
  await say(id, 'Two')
  expect(await texts()).toEqual(['One'])
  await mute(false)
  await say(id, 'Three')
  expect(await texts()).toEqual(['Three', 'One'])
  expect((await kit.call('PUT', '/notification/mute', { entity: 'nothing', object_id: 1, muted: true }, chloe)).status).toBe(404)
})

test('ten thousand are told by one job, each once however often it runs, and only who may read', async () => {
  const { A } = kit.customers
  await kit.owner.query(`begin; set local app.customer_id = '${A}';
    insert into member (customer_id, id, email, firstname, lastname, roles) overriding system value select ${A}, n + 3, 'm' || n || '@x.example', 'Member', n::text,
      case when n % 10 = 0 then '{contributor}'::text[] else '{global_pilote}' end from generate_series(1, 11000) n; commit; analyze member`)
  const id = await make({ name_en: 'For everybody' })
  const { rows } = await kit.owner.query<{ id: string }>(`select id from member where customer_id = ${A} and id > 3 order by id`)
  const members = rows.map((row) => Number(row.id))
  const tell = () =>
    kit.db.transaction(A, async (tx) => {
      tx.act(systemWho(A, 'test', 'r'))
      tx.tell({ kind: 'late', entity: 'thing', id, members, cause: `late:thing:${id}`, day: '2026-01-01' })
    })
  const countNotified = async () =>
    (await kit.owner.query<{ n: number }>(`select count(*)::int as n from notification where cause = 'late:thing:${id}'`)).rows[0]?.n
  await tell()
  expect(await countNotified()).toBe(0)
  await kit.queue.drain()
  // A tenth may read only what they made.
  expect(await countNotified()).toBe(9900)
  await tell()
  await kit.queue.drain()
  expect(await countNotified()).toBe(9900)
})

/** What a stream says, event by event. */
async function listen(caller: Caller, last?: number): Promise<{ status: number; next: () => Promise<string> }> {
  const { port } = kit.app.server.address() as AddressInfo
  const headers = { accept: 'text/event-stream', 'x-test': JSON.stringify(caller), ...(last !== undefined && { 'last-event-id': String(last) }) }
  const response = await new Promise<IncomingMessage>((resolve) => get({ port, path: '/api/notification/stream', headers }, resolve))
  open.push(response)
  response.setEncoding('utf8')
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<string>
  let text = ''
  const next = async () => {
    for (;;) {
      const [block, ...rest] = text.split('\n\n')
      if (rest.length > 0 && block !== undefined) {
        text = rest.join('\n\n')
        const event = /^event: (\w+)$/m.exec(block)?.[1]
        if (event) return `${event} ${/^id: (\d+)$/m.exec(block)?.[1] ?? ''}`.trim()
        continue
      }
      const { value, done } = await chunks.next()
      if (done) return 'end'
      text += value
    }
  }
  return { status: response.statusCode ?? 0, next }
}

test('a stream says that there is something new to whom it is told, to nobody of another organisation, and goes on after a cut', async () => {
  await kit.app.listen({ port: 0, host: '127.0.0.1' })
  const id = await make({ name_en: 'Live' }, chloe)
  const [hers, elsewhere] = [await listen(chloe), await listen({ customer: 'B', member: 2 })]
  expect([await hers.next(), await elsewhere.next()]).toEqual([expect.stringMatching(/^ready \d+$/), 'ready 0'])
  const before = (await listed(chloe))[0]?.id ?? 0
  await say(id, 'Now')
  expect(await hers.next()).toBe('told')
  const again = await listen(chloe, before)
  expect(await again.next()).toMatch(/^told \d+$/)
  // What the other organisation's stream says next is of its own.
  const theirs = await make({ name_en: 'Theirs' }, { customer: 'B', member: 2 })
  await say(theirs, 'Here', { customer: 'B' })
  expect(await elsewhere.next()).toBe('told')
  expect(await listed({ customer: 'B', member: 2 })).toMatchObject([{ object: { name: 'Theirs' } }])
  expect(kit.db.load.waiting).toBe(0)
})

test('a stream ends with its session, whatever ends that, and one member holds eight at most', async () => {
  const ending = await listen({ customer: 'B', member: 1 })
  await ending.next()
  await kit.owner.query(`select pg_notify('vigie_told', 'ended:B1')`)
  expect(await ending.next()).toBe('end')
  const many = await Promise.all(Array.from({ length: 8 }, () => listen({ customer: 'B', member: 3 })))
  expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect((await listen({ customer: 'B', member: 3 })).status).toBe(429)
})

test('streams of an organisation end as it is suspended, and those of others go on', async () => {
  const [hers, elsewhere] = [await listen(chloe), await listen({ customer: 'B', member: 2 })]
  await Promise.all([hers.next(), elsewhere.next()])
  await kit.owner.query('update customer set disabled = true where id = $1', [kit.customers.A])
  expect(await hers.next()).toBe('end')
  await kit.owner.query('update customer set disabled = false where id = $1', [kit.customers.A])
  const theirs = await make({ name_en: 'Going on' }, { customer: 'B', member: 2 })
  await say(theirs, 'Here', { customer: 'B' })
  expect(await elsewhere.next()).toBe('told')
})

test('who follows an object is told what is said of it, until they follow it no more or mute it; nobody follows what they may not read', async () => {
  const id = await make({ name_en: 'Watched' }, chloe)
  const paula: Caller = { member: 1 }
  const follow = (following: boolean, caller: Caller = paula) => kit.call('PUT', '/notification/follow', { entity: 'thing', object_id: id, following }, caller)
  const asked = (caller: Caller = paula) => kit.call('GET', `/notification/follow?entity=thing&object_id=${id}`, undefined, caller)
  const texts = async () => (await listed(paula)).filter(({ object }) => object.id === id).map(({ text }) => text)
  await say(id, 'Before', chloe)
  await Promise.all([follow(true), follow(true)])
  expect((await asked()).body.object).toEqual({ following: true, followers: 1 })
  expect((await asked(chloe)).body.object).toEqual({ following: false, followers: 1 })
  await say(id, 'One', chloe)
  await follow(false)
  await say(id, 'Two', chloe)
  expect(await texts()).toEqual(['One'])
  await follow(true)
  await kit.call('PUT', '/notification/mute', { entity: 'thing', object_id: id, muted: true }, paula)
  expect((await asked()).body.object).toEqual({ following: false, followers: 0 })
  await say(id, 'Three', chloe)
  expect(await texts()).toEqual(['One'])
  // Following again hears again of what was muted.
  await follow(true)
  await say(id, 'Four', chloe)
  expect(await texts()).toEqual(['Four', 'One'])
  // Whoever may not come in is told nothing, as others are not.
  await kit.owner.query(`update member set disabled = true where customer_id = (select customer_id from thing where id = $1) and id = 1`, [id])
  await say(id, 'Five', chloe)
  await kit.owner.query(`update member set disabled = false where customer_id = (select customer_id from thing where id = $1) and id = 1`, [id])
  expect(await texts()).toEqual(['Four', 'One'])
  const hidden = await make({ name_en: 'Not hers' })
  const other: Caller = { customer: 'B', member: 2 }
  const refused = [follow(true, other), asked(other), kit.call('PUT', '/notification/follow', { entity: 'thing', object_id: hidden, following: true }, chloe)]
  refused.push(kit.call('PUT', '/notification/follow', { entity: 'nothing', object_id: id, following: true }, paula))
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
})
