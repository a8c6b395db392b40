import { quantify } from '#areas/risks/server/quantify/simulate.ts'
import { atMost, ms, times, type Figure } from './figure.ts'
import { signIn, visitor } from './http-client.ts'
import { median, together } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const [clients, rounds, risks] = [4, 5, 200]

/** A hundred thousand years of 200 risks at three moments, and the lists of another organisation while the server simulates them over and over. */
export async function quantification(world: World): Promise<Figure[]> {
  const { customer } = await seedActions(world, { name: 'Estimated', actions: 1000 })
  const quiet = await seedActions(world, { name: 'Quiet', actions: 5000 })
  await settle(world)
  const asker = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const reader = await signIn(world.server.port, await world.member(quiet.customer, { roles: ['global_pilote'] }), password)
  const made = async (path: string, body: object) => {
    const answer = await asker.call('POST', path, body)
    if (answer.status !== 200) throw new Error(answer.body.toString())
    return (JSON.parse(answer.body.toString()) as { object: { id: number } }).object.id
  }
  const register = await made('/risk_register', { name_en: 'Register', impact_types: ['FINANCIAL'] })
  const ids: number[] = []
  for (let n = 0; n < risks; n += 1)
    ids.push(await made('/risk', { name_en: `Risk ${n}`, register, init_impact: 2, init_probability: 2, estimates: linesOf(n) }))

  const alone = Array.from({ length: rounds }, () => timed(() => quantify({ seed: 1, years: 100_000, risks: estimated() })))
  const asked: number[] = []
  const again: number[] = []
  let moved = 0
  /** What was worked out is remembered, so something is estimated otherwise each time. */
  const move = async () => {
    moved += 1
    const { status, body } = await asker.call('PUT', `/risk/${ids[0]}`, { estimates: linesOf(moved) })
    if (status !== 200) throw new Error(body.toString())
  }
  const ask = async (times: number[]) => {
    const start = performance.now()
    const { status, body } = await asker.call('POST', `/risk_register/${register}/quantification`, {})
    if (status !== 200) throw new Error(body.toString())
    times.push(performance.now() - start)
  }
  const readers = Array.from({ length: clients }, () => visitor(world.server.port, reader.cookie))
  const lists = (seconds: number) =>
    together(
      readers.map((person) => () => person.call('POST', '/remediation/page', { queryParams: {} })),
      seconds,
    )
  for (let n = 0; n < rounds; n += 1) {
    await move()
    await ask(asked)
    await ask(again)
  }
  await lists(2)
  const before = await lists(8)
  const meanwhile = { goesOn: true }
  const simulating = (async () => {
    while (meanwhile.goesOn) {
      await move()
      await ask([])
    }
  })()
  const during = await lists(8)
  meanwhile.goesOn = false
  await simulating
  for (const person of [asker, reader, ...readers]) person.close()
  return [
    { what: 'events', measured: `${risks} risks, about half an event a year each, before, now and after treatment` },
    atMost('100,000 years of 200 risks, three moments, median', median(alone), 2000, ms),
    atMost('the same asked of the server, median', median(asked), 2500, ms),
    atMost('asked again when nothing moved, median', median(again), 20, ms),
    atMost('p95 of the lists of another organisation meanwhile, against alone', during.p95 / before.p95, 3, times, `${ms(during.p95)} and ${ms(before.p95)}`),
  ]
}

/** Frequencies from one in a hundred years to three a year, as registers have them, times how far measures bring them. */
const often = (n: number) => Number((0.01 + (n % 20) ** 2 / 400).toFixed(3))
const line = (moment: string, n: number, by: number) => ({
  moment,
  frequency_low: 0,
  frequency_likely: Number((often(n) * by).toFixed(3)),
  frequency_high: Number((3 * often(n) * by).toFixed(3)),
  loss_low: 1,
  loss_likely: 20 + n,
  loss_high: 400 + n,
})
const linesOf = (n: number) => [line('BEFORE', n, 1.6), line('NOW', n, 1), line('AFTER', n, 0.4)]
const estimate = (n: number, by: number) => ({
  frequency: { low: 0, likely: often(n) * by, high: 3 * often(n) * by },
  loss: { low: 1000, likely: 20_000, high: 400_000 },
})
const estimated = () => Array.from({ length: risks }, (_, n) => ({ id: n + 1, before: estimate(n, 1.6), now: estimate(n, 1), after: estimate(n, 0.4) }))

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
