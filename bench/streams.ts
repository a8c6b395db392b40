import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemWho } from '#kit/server/access/who.ts'
import { atMost, count, megabytes, ms, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { residentOf } from './measure.ts'
import { password, type World } from './world.ts'

const streams = 500
/** One member holds eight streams at most. */
const members = 100
const recipients = 10_000

/** What open streams of notifications cost a server, and what it costs to tell ten thousand people of one thing. */
export async function streaming(world: World): Promise<Figure[]> {
  return [...(await holding(world)), ...(await telling(world))]
}

/** Five hundred streams of a hundred people, one of whom is told something: memory of the server before and with them, and its connections to the database. */
async function holding(world: World): Promise<Figure[]> {
  const { server, app } = world
  const customer = await world.customer('Listeners')
  const cookies: string[] = []
  for (let n = 0; n < members; n += 1) {
    // All of them come from one address, which may not sign in so often.
    if (n % 50 === 0) await world.owner('delete from rate_limit')
    const person = await signIn(server.port, await world.member(customer, { roles: ['contributor'] }), password)
    cookies.push(person.cookie)
    // What a first call loads is no cost of streams.
    await person.call('GET', '/notification/count')
    person.close()
  }
  const open: IncomingMessage[] = []
  const listen = (cookie: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port: server.port, path: '/api/notification/stream', agent: false, headers: { cookie, accept: 'text/event-stream' } }, resolve).on('error', reject)
    })
  const connections = async () => (await world.owner<{ n: number }>("select count(*)::int as n from pg_stat_activity where usename = 'vigie_app'"))[0]?.n ?? 0
  // The server listens to the database once it has one stream, and keeps that.
  open.push(await listen(cookies[0] ?? ''))
  await settled(open[0] as IncomingMessage)
  const before = { memory: residentOf(server.pid), connections: await connections() }
  for (let n = 1; n < streams; n += 1) {
    const stream = await listen(cookies[n % members] ?? '')
    if (stream.statusCode !== 200) throw new Error(`A stream is refused: ${stream.statusCode}`)
    await settled(stream)
    open.push(stream)
  }
  const after = { memory: residentOf(server.pid), connections: await connections() }
  const heard = open.map((stream) => waitForEvent(stream, 'told'))
  const start = performance.now()
  await app.db.transaction(customer, async (tx) => {
    tx.act(systemWho(customer, 'bench', 'bench'))
    await tx.run(sql`select pg_notify('vigie_told', ${`told:${customer}:`} || (select string_agg(id::text, ',') from member where customer_id = ${customer}))`)
  })
  await Promise.all(heard)
  const all = performance.now() - start
  for (const stream of open) stream.destroy()
  return [
    { what: 'resident memory of the server with one stream', measured: megabytes(before.memory) },
    atMost(`more with ${streams} streams`, Math.max(0, after.memory - before.memory), 100, megabytes),
    atMost('more connections to the database', Math.max(0, after.connections - before.connections), 0, count),
    { what: 'until all of them have heard', measured: ms(all) },
  ]
}

/** Waits for the word that a stream begins with. */
const settled = (stream: IncomingMessage) => waitForEvent(stream, 'ready')

const waitForEvent = (stream: IncomingMessage, event: string) =>
  new Promise<void>((resolve) => {
    stream.setEncoding('utf8')
    const look = (chunk: string) => {
      if (!chunk.includes(`event: ${event}`)) return
      stream.off('data', look)
      resolve()
    }
    stream.on('data', look)
  })

/** Ten thousand members told of one thing by one job, in batches of a thousand, beside a hundred in the transaction itself. */
async function telling(world: World): Promise<Figure[]> {
  const { app } = world
  const customer = await world.customer('Crowd')
  await world.owner(`begin; set local app.customer_id = '${customer}';
    insert into member (customer_id, email, firstname, lastname, roles)
      select ${customer}, 'crowd' || n || '@bench.example', 'Member', n::text, '{global_pilote}' from generate_series(1, ${recipients}) n; commit; analyze member`)
  const read = <R>(text: ReturnType<typeof sql<R>>) => app.db.transaction(customer, (tx) => tx.run(text))
  const ids = (await read(sql<{ id: number }>`select id from member where customer_id = ${customer} and email like 'crowd%' order by id`)).map(({ id }) => id)
  const perimeter = await app.db.transaction(customer, async (tx) => {
    const row = await tx.first(sql<{ id: number }>`select id from perimeter where customer_id = ${customer} order by id limit 1`)
    return row?.id ?? 0
  })
  let statements = 0
  const tell = async (whom: readonly number[], cause: string) => {
    const start = performance.now()
    await app.db.transaction(customer, async (tx) => {
      tx.act(systemWho(customer, 'bench', 'bench'))
      tx.tell({ kind: 'late', entity: 'perimeter', id: perimeter, members: whom, cause })
      await tx.finish()
      statements = tx.statements
    })
    return performance.now() - start
  }
  const few = await tell(ids.slice(0, 100), 'few')
  const perBatch = statements
  const asked = await tell(ids, 'many')
  const start = performance.now()
  // The program takes the job; looking costs little beside it.
  for (let written = 0; written < recipients; await pause(20)) {
    const [row] = await read(sql<{ n: number }>`select count(*)::int as n from notification where customer_id = ${customer} and cause = 'many'`)
    written = row?.n ?? 0
    if (performance.now() - start > 120_000) throw new Error(`${written} of ${recipients} were told`)
  }
  const job = performance.now() - start
  return [
    { what: 'telling a hundred, in their transaction', measured: ms(few) },
    { what: 'statements of a batch', measured: count(perBatch) },
    { what: `asking for ${recipients} to be told`, measured: ms(asked) },
    { what: 'statements of asking', measured: count(statements) },
    { what: `telling ${recipients}, by the job`, measured: ms(job) },
    atMost('one of ten thousand against one of a hundred', job / recipients / (few / 100), 1, (value) => `${value.toFixed(2)} ×`),
  ]
}
