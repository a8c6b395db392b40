import type { World } from './world.ts'
import { atMost, ms, times, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { list, statementsOf, throughput, type Query } from './list-rounds.ts'
import { repeat } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { tenantClient } from './statements.ts'
import { password } from './world.ts'

const filtered: Query = { filters: [{ name: 'status', selected_options: ['ONGOING'] }], sort: [{ name: 'target_date', order: 'asc' }] }
/** What growth is measured on: the same pages in organisations of ten thousand and of a million actions. */
const pages: Readonly<Record<string, Query>> = {
  'first page, as it opens': {},
  'first page': { sort: [{ name: 'target_date', order: 'asc' }] },
  'first page, by status': filtered,
  'first page, two statuses': { ...filtered, filters: [{ name: 'status', selected_options: ['PLANNED', 'ONGOING'] }] },
  'first page, one perimeter': { ...filtered, filters: [{ name: 'perimeter', selected_options: ['first'] }] },
  'first page, by name': { sort: [{ name: 'name', order: 'asc' }] },
}

/** `POST /api/remediation/page` as a local pilot of a third of the perimeters: throughput, growth, totals, far pages. */
export async function lists(world: World): Promise<Figure[]> {
  const seeded = await seedActions(world, { name: 'Hundred thousand', actions: 100_000, searchable: true })
  for (let n = 1; n < 100; n += 1) await seedActions(world, { name: `Neighbour ${n}`, actions: 1000, searchable: true })
  await settle(world)
  return [...(await throughput(world, seeded, { of: '100,000 actions', entity: 'remediation', query: filtered })), ...(await growth(world))]
}

async function growth(world: World): Promise<Figure[]> {
  const [small, big] = [
    await seedActions(world, { name: 'Ten thousand', actions: 10_000 }),
    await seedActions(world, { name: 'A million', actions: 1_000_000 }),
  ]
  await settle(world)
  const figures: Figure[] = []
  const pilots = await Promise.all(
    [small, big].map(async ({ customer, region }) => ({
      customer,
      region,
      person: await signIn(world.server.port, await world.member(customer, { roles: ['local_pilote'], perimeterIds: [region] }), password),
    })),
  )
  const [of10k, of1m] = pilots
  if (!of10k || !of1m) return []
  for (const [what, query] of Object.entries(pages)) {
    const rows = []
    for (const { customer, region, person } of [of10k, of1m]) {
      const own = JSON.parse(JSON.stringify(query).replace('"first"', String(region))) as Query
      const statements = await statementsOf(world, person, 'remediation', own)
      const client = await tenantClient(world.appUrl, customer)
      rows.push(
        await repeat(60, async () => {
          for (const statement of [statements.ids, statements.rows]) if (statement) await client.run(statement)
        }),
      )
      await client.close()
    }
    const [before, after] = rows.map(({ p50 }) => p50) as [number, number]
    figures.push(atMost(`rows statements from 10,000 to 1,000,000: ${what}`, after / before, 2, times, `${ms(before)} and ${ms(after)}`))
  }
  for (const [what, query] of Object.entries({ 'every row in reach': {}, 'by status': filtered })) {
    const { total } = await statementsOf(world, of1m.person, 'remediation', query)
    const client = await tenantClient(world.appUrl, of1m.customer)
    const { p50, p95 } = await repeat(60, () => client.run(total))
    await client.close()
    figures.push(atMost(`exact total of 1,000,000, ${what}: p95`, p95, 100, ms, `p50 ${ms(p50)}`))
  }
  const { total } = JSON.parse((await of1m.person.call('POST', '/remediation/page', { queryParams: {} })).body.toString()) as { total: number }
  const at = async (page: number) => (await repeat(12, () => list(of1m.person, 'remediation', { page }))).p50
  const [first, middle, last] = [await at(1), await at(Math.floor(total / 40)), await at(Math.ceil(total / 20))]
  figures.push(
    atMost(`page ${Math.floor(total / 40)}, in the middle of ${total} rows, whole request`, middle, 500, ms),
    atMost('last page against the first, whole request', last / first, 2, times, `${ms(first)} and ${ms(last)}`),
  )
  for (const { person } of pilots) person.close()
  return figures
}
