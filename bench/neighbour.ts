import { atMost, ms, times, type Figure } from './figure.ts'
import { signIn, visitor } from './http-client.ts'
import { together } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const clients = 4

/** The lists of organisation B, by four people, alone and while organisation A exports 100,000 rows. */
export async function neighbour(world: World): Promise<Figure[]> {
  const loud = await seedActions(world, { name: 'Loud', actions: 100_000 })
  const quiet = await seedActions(world, { name: 'Quiet', actions: 5000 })
  await settle(world)
  const exporter = await signIn(world.server.port, await world.member(loud.customer, { roles: ['global_pilote'] }), password)
  const reader = await signIn(world.server.port, await world.member(quiet.customer, { roles: ['global_pilote'] }), password)
  const readers = Array.from({ length: clients }, () => visitor(world.server.port, reader.cookie))
  const lists = (seconds: number) =>
    together(
      readers.map((person) => () => person.call('POST', '/remediation/page', { queryParams: {} })),
      seconds,
    )
  await lists(2)
  const alone = await lists(8)
  const start = performance.now()
  const { object } = JSON.parse((await exporter.call('POST', '/remediation/export', { queryParams: {} })).body.toString()) as { object: { job_id: string } }
  const state = async () =>
    (JSON.parse((await exporter.call('GET', `/export/${object.job_id}`)).body.toString()) as { object: { status: string } }).object.status
  let [worst, rounds] = [0, 0]
  // As long as the export runs, and for a minute at most.
  while ((await state()) === 'pending' && rounds < 60) {
    worst = Math.max(worst, (await lists(4)).p95)
    rounds += 1
  }
  const status = await state()
  for (const person of [exporter, reader, ...readers]) person.close()
  return [
    { what: 'export of 100,000 rows beside 4 readers', measured: `${status} after ${ms(performance.now() - start)}`, target: 'done', met: status === 'done' },
    atMost('p95 of the lists of B while A exports, against alone', worst / alone.p95, 3, times, `${ms(worst)} and ${ms(alone.p95)}`),
  ]
}
