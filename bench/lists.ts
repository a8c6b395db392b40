import type { World } from './world.ts'
import { atLeast, atMost, count, ms, percent, perSecond, times, type Figure } from './figure.ts'
import { signIn, visitor, type Visitor } from './http-client.ts'
import { median, repeat, together } from './measure.ts'
import { seedActions, settle, type Seeded } from './seed-actions.ts'
import { bareClient, listStatements, sentDuring, tenantClient, type ListStatements } from './statements.ts'
import { password } from './world.ts'

const clients = 16
/** Seconds of each round; rounds of server and driver alternate, so that both meet the same weather. */
const round = 3
const rounds = 3

type Query = Readonly<Record<string, unknown>>

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
  return [...(await throughput(world, seeded)), ...(await growth(world))]
}

async function throughput(world: World, { customer, region }: Seeded): Promise<Figure[]> {
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['local_pilote'], perimeterIds: [region] }), password)
  const statements = await statementsOf(world, pilot, filtered)
  const visitors = Array.from({ length: clients }, () => visitor(world.server.port, pilot.cookie))
  const bare = await Promise.all(visitors.map(() => bareClient(world.appUrl, statements)))
  const served = () =>
    together(
      visitors.map((person) => () => list(person, filtered)),
      round,
    )
  const driven = () =>
    together(
      bare.map((client) => () => client.list()),
      round,
    )
  await served()
  await driven()
  const results = []
  for (let n = 0; n < rounds; n += 1) results.push({ server: await served(), driver: await driven() })
  for (const person of [pilot, ...visitors]) person.close()
  for (const client of bare) await client.close()
  const server = results.map((result) => result.server)
  const ratio = median(results.map((result) => result.server.perSecond / result.driver.perSecond))
  const rate = median(server.map((timings) => timings.perSecond))
  const spread = median(server.map(({ p50, p95 }) => p95 / p50))
  return [
    atLeast(
      'list of 100,000 actions against the bare driver, 16 clients',
      ratio,
      0.4,
      percent,
      `${perSecond(rate)} and ${perSecond(median(results.map((r) => r.driver.perSecond)))}`,
    ),
    atMost('its p95 against its p50', spread, 4, times, `${ms(median(server.map((t) => t.p50)))} and ${ms(median(server.map((t) => t.p95)))}`),
    atMost('its statements', statements.all, 6, count),
  ]
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
      const statements = await statementsOf(world, person, own)
      const client = await tenantClient(world.appUrl, customer)
      rows.push(
        await repeat(60, async () => {
          await client.run(statements.ids)
          await client.run(statements.rows)
        }),
      )
      await client.close()
    }
    const [before, after] = rows.map(({ p50 }) => p50) as [number, number]
    figures.push(atMost(`rows statements from 10,000 to 1,000,000: ${what}`, after / before, 2, times, `${ms(before)} and ${ms(after)}`))
  }
  for (const [what, query] of Object.entries({ 'every row in reach': {}, 'by status': filtered })) {
    const { total } = await statementsOf(world, of1m.person, query)
    const client = await tenantClient(world.appUrl, of1m.customer)
    const { p50, p95 } = await repeat(60, () => client.run(total))
    await client.close()
    figures.push(atMost(`exact total of 1,000,000, ${what}: p95`, p95, 100, ms, `p50 ${ms(p50)}`))
  }
  const { total } = JSON.parse((await of1m.person.call('POST', '/remediation/page', { queryParams: {} })).body.toString()) as { total: number }
  const at = async (page: number) => (await repeat(12, () => list(of1m.person, { page }))).p50
  const [first, middle, last] = [await at(1), await at(Math.floor(total / 40)), await at(Math.ceil(total / 20))]
  figures.push(
    atMost(`page ${Math.floor(total / 40)}, in the middle of ${total} rows, whole request`, middle, 500, ms),
    atMost('last page against the first, whole request', last / first, 2, times, `${ms(first)} and ${ms(last)}`),
  )
  for (const { person } of pilots) person.close()
  return figures
}

async function list(person: Visitor, queryParams: Query): Promise<void> {
  const { status, body } = await person.call('POST', '/remediation/page', { queryParams })
  if (status !== 200) throw new Error(body.toString())
}

/** What the server sends for one list, seen by calling it inside this process with the visitor's session. */
async function statementsOf(world: World, person: Visitor, queryParams: Query): Promise<ListStatements & { all: number }> {
  const headers = { cookie: person.cookie, 'x-vigie': '1' }
  const call = async () => {
    const { statusCode, body } = await world.app.http.inject({ method: 'POST', url: '/api/remediation/page', headers, payload: { queryParams } })
    if (statusCode !== 200) throw new Error(body)
  }
  // As a server that has been up for a while sends it: what came before is a prepared statement by now, for the bare driver too.
  await call()
  await call()
  const sent = await sentDuring(call)
  return { ...listStatements(sent), all: sent.length }
}
