import { atLeast, atMost, count, ms, percent, perSecond, times, type Figure } from './figure.ts'
import { signIn, visitor, type Visitor } from './http-client.ts'
import { median, together } from './measure.ts'
import type { Seeded } from './seed-actions.ts'
import { bareClient, listStatements, sentDuring, type ListStatements } from './statements.ts'
import { password, type World } from './world.ts'

const clients = 16
/** Seconds of each round; rounds of server and driver alternate, so that both meet the same weather. */
const round = 3
const rounds = 3

export type Query = Readonly<Record<string, unknown>>

/** One page of one list, and how it is called in the table. */
export interface ListAsked {
  readonly of: string
  readonly entity: string
  readonly query: Query
  /** Address of who asks; else a local pilot of a third of the perimeters. */
  readonly who?: string
}

/** The page as a local pilot of a third of the perimeters asks for it, sixteen at once, against the same statements by the bare driver; its spread and its statements. */
export async function throughput(world: World, { customer, region }: Seeded, { of, entity, query, who }: ListAsked): Promise<Figure[]> {
  const pilot = await signIn(world.server.port, who ?? (await world.member(customer, { roles: ['local_pilote'], perimeterIds: [region] })), password)
  const statements = await statementsOf(world, pilot, entity, query)
  const visitors = Array.from({ length: clients }, () => visitor(world.server.port, pilot.cookie))
  const bare = await Promise.all(visitors.map(() => bareClient(world.appUrl, statements)))
  const served = () =>
    together(
      visitors.map((person) => () => list(person, entity, query)),
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
      `list of ${of} against the bare driver, 16 clients`,
      ratio,
      0.4,
      percent,
      `${perSecond(rate)} and ${perSecond(median(results.map((r) => r.driver.perSecond)))}`,
    ),
    atMost('its p95 against its p50', spread, 4, times, `${ms(median(server.map((t) => t.p50)))} and ${ms(median(server.map((t) => t.p95)))}`),
    atMost('its statements', statements.all, 6, count),
  ]
}

export async function list(person: Visitor, entity: string, queryParams: Query): Promise<void> {
  const { status, body } = await person.call('POST', `/${entity}/page`, { queryParams })
  if (status !== 200) throw new Error(body.toString())
}

/** What the server sends for one list, seen by calling it inside this process with the visitor's session. */
export async function statementsOf(world: World, person: Visitor, entity: string, queryParams: Query): Promise<ListStatements & { all: number }> {
  const headers = { cookie: person.cookie, 'x-vigie': '1' }
  const call = async () => {
    const { statusCode, body } = await world.app.http.inject({ method: 'POST', url: `/api/${entity}/page`, headers, payload: { queryParams } })
    if (statusCode !== 200) throw new Error(body)
  }
  // As a server that has been up for a while sends it: what came before is a prepared statement by now, for the bare driver too.
  await call()
  await call()
  const sent = await sentDuring(call)
  return { ...listStatements(sent), all: sent.length }
}
