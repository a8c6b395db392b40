import { setTimeout as pause } from 'node:timers/promises'
import { atMost, count, ms, percent, times, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { databaseTime, programTime } from './processor.ts'
import { seedActions, settle } from './seed-actions.ts'
import type { Program } from '#tools/program.ts'
import { password, type World } from './world.ts'

const people = 12
const requests = 1_200
const reads = 300

/**
 * One, two and three servers on one database, then one that reads from a standby. They share the cores with the database and the load, so nothing here is about
 * requests in a second: it is told what a request costs in processor time on both sides, and who waits for whom.
 */
export async function servers(world: World): Promise<Figure[]> {
  const { customer } = await seedActions(world, { name: 'Served by several', actions: 50_000 })
  await settle(world)
  const ids = (await world.owner<{ id: number }>('select id::int from remediation where customer_id = $1 order by id limit $2', [customer, people])).map(
    ({ id }) => id,
  )
  const logins: string[] = []
  for (let n = 0; n < people; n += 1) logins.push(await world.member(customer, { roles: ['global_pilote'] }))
  const all = [world.server, await world.another(), await world.another()]
  const load = async (behind: readonly Program[]) => {
    const visitors = await Promise.all(logins.map((login, n) => signIn(behind[n % behind.length]?.port ?? 0, login, password)))
    await work(visitors, ids, requests / 4)
    const cost = await costOf(world, behind, requests, () => work(visitors, ids, requests))
    for (const person of visitors) person.close()
    return cost
  }
  const alone = await load(all.slice(0, 1))
  const figures: Figure[] = [
    { what: 'a request, a quarter of them saves: one server and its database', measured: `${ms(alone.servers)} and ${ms(alone.database)}` },
  ]
  for (const n of [2, 3]) {
    const several = await load(all.slice(0, n))
    figures.push(
      atMost(`processor time of a request with ${n} servers, of the servers`, several.servers / alone.servers, 1.25, times, ms(several.servers)),
      atMost('the same of the database', several.database / alone.database, 1.25, times, ms(several.database)),
      // They take turns at the one log of their organisation, whichever server they are on.
      atMost(
        'connections at work that wait for a lock, against one server',
        several.waiting / Math.max(0.01, alone.waiting),
        1.5,
        times,
        `${percent(several.waiting)} and ${percent(alone.waiting)}`,
      ),
    )
  }
  for (const one of all.slice(1)) await one.stop()
  const standby = await world.standby()
  try {
    const person = await signIn(world.server.port, logins[0] ?? '', password)
    const away = await signIn(standby.server.port, logins[0] ?? '', password)
    const cockpit = (reader: Visitor) => async () => {
      for (let n = 0; n < reads; n += 1) await expectRead(reader, n % 2 === 0 ? '/dashboard/actions' : '/dashboard/late')
    }
    await cockpit(person)()
    await cockpit(away)()
    const own = await costOf(world, [world.server], reads, cockpit(person))
    const spared = await costOf(world, [standby.server], reads, cockpit(away))
    for (const reader of [person, away]) reader.close()
    figures.push(
      atMost(
        'a read of the cockpit from a standby: what is left to the database',
        spared.database / own.database,
        0.5,
        times,
        `${ms(spared.database)} of ${ms(own.database)}`,
      ),
    )
    figures.push(atMost('reads that the standby did not answer', await leftOf(standby.server), reads / 10, count))
  } finally {
    await standby.close()
  }
  return figures
}

/** So many requests by all at once, each of their own row: three pages and a save in turns. */
async function work(visitors: readonly Visitor[], ids: readonly number[], total: number): Promise<void> {
  await Promise.all(
    visitors.map(async (person, n) => {
      for (let turn = 0; turn < total / visitors.length; turn += 1) {
        if (turn % 4 !== 3) await expectRead(person, '/remediation/page', { queryParams: {} })
        else {
          const { object } = JSON.parse((await person.call('GET', `/remediation/${ids[n]}`)).body.toString()) as { object: { version: number } }
          const { status } = await person.call('PUT', `/remediation/${ids[n]}`, { version: object.version, description: `Turn ${turn}` })
          if (status !== 200) throw new Error(`A save was answered ${status}`)
        }
      }
    }),
  )
}

async function expectRead(person: Visitor, path: string, body?: object): Promise<void> {
  const { status } = await person.call(body ? 'POST' : 'GET', path, body)
  if (status !== 200) throw new Error(`${path} was answered ${status}`)
}

interface Cost {
  /** Milliseconds of the processor for each request. */
  readonly servers: number
  readonly database: number
  /** Of the connections that are at work, the share that waits for a lock of a row or a table. */
  readonly waiting: number
}

async function costOf(world: World, behind: readonly Program[], total: number, run: () => Promise<unknown>): Promise<Cost> {
  const database = await databaseTime(world)
  const programs = () => behind.reduce((sum, { pid }) => sum + programTime(pid), 0)
  const before = [programs(), database()] as const
  const seen = { active: 0, waiting: 0, over: false }
  const watching = (async () => {
    while (!seen.over) {
      const [row] = await world.owner<{ active: number; waiting: number }>(
        "select count(*)::int as active, count(*) filter (where wait_event_type = 'Lock')::int as waiting from pg_stat_activity where state = 'active' and usename = 'vigie_app'",
      )
      seen.active += row?.active ?? 0
      seen.waiting += row?.waiting ?? 0
      await pause(50)
    }
  })()
  await run()
  seen.over = true
  await watching
  return {
    servers: (programs() - before[0]) / total,
    database: (database() - before[1]) / total,
    waiting: seen.waiting / Math.max(1, seen.active),
  }
}

/** What the server counts of reads that it left to the database. */
async function leftOf({ address }: Program): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(/^vigie_standby_reads_total\{answered="database"\} (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}
