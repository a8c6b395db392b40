import { setTimeout as pause } from 'node:timers/promises'
import { atMost, ms, perSecond, times, type Figure } from './figure.ts'
import { signIn, visitor } from './http-client.ts'
import { median, together } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { receiver } from '#tools/test/receiver.ts'
import { password, type World } from './world.ts'

const messages = 10_000
const clients = 4
/** What a slow receiver takes, in milliseconds. */
const slow = 250
const rounds = 5

/** Ten thousand messages to a slow receiver, and what four people wait for meanwhile, against the same without. */
export async function telling(world: World): Promise<Figure[]> {
  const { customer } = await seedActions(world, { name: 'Told', actions: messages })
  await settle(world)
  const hears = await receiver()
  hears.answer({ status: 204, wait: () => pause(slow) })
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const readers = Array.from({ length: clients }, () => visitor(world.server.port, pilot.cookie))
  const ids = (await world.owner<{ id: number }>('select id::int from remediation where customer_id = $1 order by id limit $2', [customer, clients])).map(
    ({ id }) => id,
  )
  let saves = 0
  const work = (seconds: number) =>
    together(
      readers.map((person, n) => async () => {
        await person.call('POST', '/remediation/page', { queryParams: {} })
        await person.call('PUT', `/remediation/${ids[n]}`, { name_en: `Told ${(saves += 1)}` })
      }),
      seconds,
    )
  try {
    const hook = await pilot.call('POST', '/webhook', { name: 'Slow', url: hears.url, events: ['actions.created'] })
    if (hook.status !== 200) throw new Error(`The webhook is refused: ${hook.status}`)
    const state = (paused: boolean) => world.owner('update webhook set paused = $2 where customer_id = $1', [customer, paused])
    await state(true)
    await world.owner(
      `insert into webhook_delivery (customer_id, webhook_id, message_id, event, entity, object_id, body, happened_at, next_at)
        select r.customer_id, w.id, 'msg_' || r.id, 'actions.created', 'remediation', r.id, '{"type":"actions.created"}', now(), now()
        from remediation r join webhook w on w.customer_id = r.customer_id where r.customer_id = $1`,
      [customer],
    )
    await work(3)
    const [alone, beside, sent]: [number[], number[], number[]] = [[], [], []]
    for (let n = 0; n < rounds; n += 1) {
      await state(true)
      // What is under way ends first.
      for (let before = -1; before !== hears.received.length; await pause(2 * slow)) before = hears.received.length
      alone.push((await work(6)).p95)
      await state(false)
      for (const before = hears.received.length; hears.received.length === before; await pause(50));
      const before = hears.received.length
      beside.push((await work(6)).p95)
      sent.push((hears.received.length - before) / 6)
    }
    hears.answer({ status: 204 })
    const left = messages - hears.received.length
    const start = performance.now()
    while (hears.received.length < messages) {
      await pause(50)
      if (performance.now() - start > 300_000) throw new Error(`${hears.received.length} of ${messages} were sent`)
    }
    const took = (performance.now() - start) / 1000
    const [without, during] = [median(alone), median(beside)]
    return [
      atMost('p95 of a list and a save while messages go to a slow receiver, against none', during / without, 1.2, times, `${ms(during)} and ${ms(without)}`),
      { what: `messages to a receiver that takes ${slow} ms`, measured: perSecond(median(sent)) },
      { what: 'messages to one that answers at once', measured: perSecond(left / took) },
    ]
  } finally {
    for (const person of [pilot, ...readers]) person.close()
    await hears.close()
  }
}
