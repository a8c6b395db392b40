import { atMost, ms, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { list, throughput, type Query } from './list-rounds.ts'
import { repeat } from './measure.ts'
import { seedActions, settle, type Seeded } from './seed-actions.ts'
import { seedExemptions, seedIncidents } from './seed-registers.ts'
import { password, type World } from './world.ts'

/** A list that holds what that of actions does; a further one is a line here and a function that fills its table. */
interface Measured {
  readonly name: string
  readonly entity: string
  /** What a tab of its list asks for. */
  readonly filtered: Query
  /** Every page that must come in time, beside the one that a tab asks for. */
  readonly pages: Readonly<Record<string, Query>>
  readonly seed: (world: World, customer: number, rows: number) => Promise<void>
}

const chosen = (name: string, ...options: readonly unknown[]) => ({ filters: [{ name, selected_options: options }] })

const measured: readonly Measured[] = [
  {
    name: 'incidents',
    entity: 'incident',
    filtered: chosen('status', 'ANALYSIS'),
    pages: {
      'as it opens': {},
      'open ones': chosen('closed', false),
      'by severity': { sort: [{ name: 'severity', order: 'desc' }] },
      'late ones': chosen('late', true),
    },
    seed: seedIncidents,
  },
  {
    name: 'exemptions',
    entity: 'exemption',
    filtered: chosen('status', 'REQUESTED'),
    pages: {
      'as it opens': {},
      'in force': chosen('in_force', true),
      'what the reader decides': chosen('decide_right', true),
      'by end': { sort: [{ name: 'end_date', order: 'asc' }] },
    },
    seed: seedExemptions,
  },
]

const rows = 100_000
const neighbours = 20

/** Lists of registers at a hundred thousand rows, in a database where others keep theirs. */
export async function registers(world: World): Promise<Figure[]> {
  const seeded = await seedActions(world, { name: 'Registers', actions: 1000 })
  const others: Seeded[] = []
  for (let n = 1; n <= neighbours; n += 1) others.push(await seedActions(world, { name: `Register neighbour ${n}`, actions: 100 }))
  for (const { seed } of measured) {
    await seed(world, seeded.customer, rows)
    for (const { customer } of others) await seed(world, customer, 1000)
  }
  await settle(world)
  const figures: Figure[] = []
  for (const { name, entity, filtered, pages } of measured) {
    figures.push(...(await throughput(world, seeded, { of: `100,000 ${name}`, entity, query: filtered })))
    const person = await signIn(world.server.port, await world.member(seeded.customer, { roles: ['local_pilote'], perimeterIds: [seeded.region] }), password)
    for (const [what, query] of Object.entries(pages)) {
      const { p50, p95 } = await repeat(40, () => list(person, entity, query))
      figures.push(atMost(`${name}, ${what}, whole request: p95`, p95, 100, ms, `p50 ${ms(p50)}`))
    }
    person.close()
  }
  return figures
}
