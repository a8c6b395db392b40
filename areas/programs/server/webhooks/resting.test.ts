import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { done, makeHookWorld, type HookWorld } from '#tools/test/hook-world.ts'
import { mostWaiting } from './gather.ts'
import { atOnce } from './send.ts'

let world: HookWorld
beforeAll(async () => {
  world = await makeHookWorld()
})
afterAll(() => world.app.close())
beforeEach(() => world.anew())

const heard = () => world.hears.received.length
const make = async (count: number) => {
  for (let n = 0; n < count; n += 1) await world.action({ name_en: `Action ${n}` })
}

test('a receiver that is down rests with all that waits for it, and is tried with one message; once it takes that, the others follow', async () => {
  const { id } = await world.make({ events: ['actions.created'] })
  world.hears.answer({ status: 503 })
  const count = atOnce + 15
  await make(count)
  await world.app.jobs()
  // What was under way at once, and nothing of the others.
  expect(heard()).toBe(atOnce)
  await world.later(6)
  expect(heard()).toBe(atOnce + 1)
  await world.later(100)
  expect(heard()).toBe(atOnce + 1)
  await world.later(300)
  expect(heard()).toBe(atOnce + 2)
  // Whoever repairs it sends one by hand without waiting.
  const [first] = await world.deliveries(id, '?state=WAITING')
  world.hears.answer({ status: 200 })
  done(await world.pilot.post(`/webhook/delivery/${first.id}/send`, {}))
  await world.app.jobs()
  await world.later(1)
  await world.later(2_000)
  const delivered = await world.deliveries(id, '?state=DELIVERED')
  expect(delivered).toHaveLength(count)
})

test('failing for a day switches it off, whatever waits and however few attempts each message had', async () => {
  const { id } = await world.make({ events: ['actions.created'] })
  world.hears.answer({ status: 500 })
  await make(14)
  await world.app.jobs()
  for (const seconds of [6, 340, 2_000]) await world.later(seconds)
  for (let hours = 0; hours < 20; hours += 2) await world.later(8_000)
  expect(await world.webhook(id)).toMatchObject({ state: 'ACTIVE' })
  await world.later(8_000)
  expect(await world.webhook(id)).toMatchObject({ state: 'OFF', off_reason: 'FAILED' })
  expect(await world.deliveries(id, '?state=WAITING')).toEqual([])
  expect(heard()).toBeLessThan(30)
})

test('one for which too much waits is switched off and its people are told, before more is kept', async () => {
  const { id } = await world.make({ events: ['actions.created'] })
  await world.app.db.transaction(world.customer, (tx) =>
    tx.runText(
      `insert into webhook_delivery (customer_id, webhook_id, message_id, event, body, happened_at, next_at)
        select $1, $2, 'msg_' || n, 'actions.created', '{}', now(), now() + interval '20 days' from generate_series(1, $3::int) n`,
      [world.customer, id, mostWaiting],
    ),
  )
  await make(1)
  await world.app.jobs()
  expect(await world.webhook(id)).toMatchObject({ state: 'OFF', off_reason: 'FULL' })
  expect(await world.deliveries(id, '?state=WAITING')).toEqual([])
  const told = (await world.pilot.get('/notification')).body.objects as Row[]
  expect(told).toContainEqual(expect.objectContaining({ kind: 'stopped', entity: 'webhook', object: expect.objectContaining({ id }) }))
})

test('a message says where its row is', async () => {
  await world.make({ events: ['actions.created', 'perimeters.created', 'groupings.created', 'policies.created'] })
  const action = await world.action({ perimeter: world.lyon })
  const site = objectOf(await world.pilot.post('/perimeter', { name_en: 'Brest', parent: world.root }))
  const grouping = objectOf(await world.pilot.post('/tag', { name_en: 'Coast', perimeters: [world.nantes, site.id] }))
  const policy = objectOf(await world.pilot.post('/policy', { name_en: 'Rules' }))
  await world.app.jobs()
  const places = new Map(world.bodies().map(({ data: { object } }) => [`${object.type} ${object.id}`, object.perimeters]))
  expect(places.get(`actions ${action.id}`)).toEqual([world.lyon])
  expect(places.get(`perimeters ${site.id}`)).toEqual([site.id])
  expect(places.get(`groupings ${grouping.id}`)).toEqual([world.nantes, site.id])
  expect(places.get(`policies ${policy.id}`)).toBeUndefined()
})
