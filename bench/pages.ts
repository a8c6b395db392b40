import { fillOrganisation, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { personOf, type Person } from '#app/test/worlds/person.ts'
import { isProviders, sampleCall, type SampleCall } from '#app/test/walks/sample-calls.ts'
import { resources } from '#app/server/registry.ts'
import type { Operation } from '#kit/server/http/api.ts'
import { atMost, count, ms, times, type Figure } from './figure.ts'
import { lookedAt, processorOf, type Cost } from './processor.ts'
import { settle } from './seed-actions.ts'
import { keepPast, seedPages } from './seed-pages.ts'
import { password, type World } from './world.ts'

/** Rows of each large entity in the two organisations that are compared; `PAGES=100000,1000000` takes others. */
const sizes = (process.env.PAGES ?? '10000,100000').split(',').map(Number)
/** Milliseconds of the processor, of application and database, that a call may take in the larger one. */
const limit = 150
/** Before a connection keeps the plan of a statement, it has planned it five times. */
const warming = 6
const rounds = 3
/** Whoever takes so many milliseconds of the clock is asked less often: it is dear without doubt. */
const slow = 600
/** Lines that are printed of what keeps to the limit. */
const printed = 60

/** What one call by one person costs in one organisation. */
interface Measured extends Cost {
  readonly bytes: number
  readonly statements: number
  readonly blocks: number
}

interface Organisation {
  readonly ids: Ids
  /** By what they are called in the table. */
  readonly people: ReadonlyMap<string, Person>
}

/**
 * Every call that only reads, with rows of an organisation of ten thousand and of a hundred thousand actions, measures, risks, gaps, evidences, incidents,
 * exemptions and reviews, as a pilot and as somebody who sees a tenth: what it costs, and what grows faster than its answer. The program itself rests meanwhile,
 * since this process calls what it is made of.
 */
export async function pages(world: World): Promise<Figure[]> {
  await world.server.stop()
  await world.owner('alter system set autovacuum = off')
  await world.owner('select pg_reload_conf()')
  const organisations: Organisation[] = []
  for (const rows of sizes) organisations.push(await organisation(world, rows))
  const cost = await processorOf(world)
  const compared = new Map<string, Measured[]>()
  const refused: string[] = []
  const operations = world.app.api.operations.filter(isRead)
  for (const who of ['pilot', 'tenth'])
    for (const operation of operations) {
      const name = `${operation.method} ${operation.path} (${who})`
      const measured: Measured[] = []
      for (const { ids, people } of organisations) {
        const one = await measure(world, cost, people.get(who) as Person, callsOf(operation, ids))
        if (one) measured.push(one)
      }
      if (measured.length === organisations.length) compared.set(name, measured)
      else refused.push(name)
    }
  return [
    { what: 'calls measured', measured: `${compared.size}, by two people, of ${operations.length} operations` },
    { what: 'refused, since there is no such row or right', measured: refused.map((name) => name.replace(/^GET /, '')).join(', ') },
    ...tableOfPages(compared),
  ]
}

/** What answers at once and changes nothing; what is asked of the world outside is no matter of rows. */
export const isRead = (operation: Operation): boolean =>
  (operation.method === 'GET' || operation.reads === true) &&
  operation.access !== 'public' &&
  !isProviders(operation) &&
  !operation.redirects &&
  !operation.path.endsWith('/stream')

export async function organisation(world: World, rows: number): Promise<Organisation> {
  const customer = await world.customer(`Pages of ${rows}`)
  const pilot = await signedIn(world, customer, await world.member(customer, { roles: ['global_pilote'] }))
  const ids = await fillOrganisation({ ...world.app, jobs: () => world.app.queue.drain() }, pilot, 'Pages')
  const perimeterIds = await seedPages(world, customer, rows)
  await settle(world)
  await keepPast(world, customer)
  const local = await signedIn(world, customer, await world.member(customer, { roles: ['local_pilote'], perimeterIds: [...perimeterIds] }))
  return {
    ids: await busiestFirst(world, customer, ids),
    people: new Map([
      ['pilot', pilot],
      ['tenth', local],
    ]),
  }
}

/** Puts the row that most others name before those that are known of its entity: what hangs on it is what grows. */
async function busiestFirst(world: World, customer: number, ids: Ids): Promise<Ids> {
  const keys = await world.owner<{ entity: string; table: string; column: string }>(
    `select f.confrelid::regclass::text as entity, f.conrelid::regclass::text as table, a.attname as column
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[2]
    where f.contype = 'f' and cardinality(f.conkey) = 2 and f.connamespace = 'public'::regnamespace`,
  )
  const most = new Map<string, { id: number; rows: number }>()
  for (const { entity, table, column } of keys) {
    const name = entity.replaceAll('"', '')
    if (!resources.has(name)) continue
    const [found] = await world.owner<{ id: number; rows: number }>(
      `select ${column}::int as id, count(*)::int as rows from ${table} where customer_id = $1 and ${column} is not null group by 1 order by 2 desc limit 1`,
      [customer],
    )
    if (found && found.rows > (most.get(name)?.rows ?? 0)) most.set(name, found)
  }
  return new Map([...ids].map(([name, known]) => [name, [...new Set([...(most.has(name) ? [most.get(name)?.id ?? 0] : []), ...known])]]))
}

/** The call with what it must have, about the busiest row and, where that is not of the kind it takes, about each of the others. */
export function callsOf(operation: Operation, ids: Ids): SampleCall[] {
  const turns = Math.min(4, Math.max(...[...ids.values()].map((known) => known.length)))
  const calls = Array.from({ length: turns }, (_, n) =>
    sampleCall(operation, { ids: new Map([...ids].map(([name, known]) => [name, known.slice(n).concat(known.slice(0, n))])), word: 'plan', whole: false }),
  )
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()]
}

export async function measure(
  world: World,
  cost: (work: () => Promise<unknown>) => Promise<Cost>,
  person: Person,
  calls: readonly SampleCall[],
): Promise<Measured | undefined> {
  for (const { path, body } of calls) {
    const method = body === undefined ? 'GET' : 'POST'
    const headers = { cookie: person.cookie, 'x-vigie': '1' }
    const call = () => world.app.http.inject({ url: `/api${path}`, headers, method, ...(body !== undefined && { payload: body as object }) })
    const start = performance.now()
    const { statusCode, rawPayload } = await call()
    // Given up: no figure says how long it would have taken.
    if (statusCode >= 500) return { bytes: 1, statements: 0, blocks: 0, application: 0, database: Infinity }
    if (statusCode !== 200) continue
    const dear = performance.now() - start > slow
    for (let n = 1; n < (dear ? 1 : warming); n += 1) await call()
    const seen = await lookedAt(world, call)
    const costs: Cost[] = []
    for (let n = 0; n < (dear ? 1 : rounds); n += 1) costs.push(await cost(call))
    const [least] = costs.toSorted((a, b) => whole(a) - whole(b))
    return { bytes: rawPayload.length, ...seen, application: least?.application ?? Number.NaN, database: least?.database ?? Number.NaN }
  }
  return undefined
}

const whole = ({ application, database }: Cost): number => application + database

/** What grows most beyond its answer first. */
function tableOfPages(compared: ReadonlyMap<string, readonly Measured[]>): Figure[] {
  const lines = [...compared].map(([name, measured]) => {
    const [least, most] = [measured[0], measured.at(-1)] as [Measured, Measured]
    const growth = whole(most) / whole(least) / Math.max(1, most.bytes / least.bytes)
    const shown = `${times(growth)} beyond its answer: ${measured
      .map(
        (one) => `${ms(whole(one))} (${ms(one.application)} and ${ms(one.database)}), ${one.blocks} blocks, ${one.statements} statements, ${one.bytes} bytes`,
      )
      .join(' → ')}`
    return { name, growth, most, shown }
  })
  const dear = lines.filter(({ most }) => whole(most) > limit).toSorted((a, b) => whole(b.most) - whole(a.most))
  const growing = lines
    .filter(({ most }) => whole(most) <= limit && whole(most) > 10)
    .toSorted((a, b) => b.growth - a.growth)
    .slice(0, printed)
  return [
    ...dear.map(({ name, most, shown }) => atMost(name, whole(most), limit, ms, shown)),
    ...growing.map(({ name, shown }) => ({ what: name, measured: shown })),
    atMost(`calls that take more than ${ms(limit)} of the processor at ${sizes.at(-1)} rows`, dear.length, 0, count),
  ]
}

async function signedIn(world: World, customerId: number, email: string): Promise<Person> {
  const answer = await world.app.http.inject({ method: 'POST', url: '/api/auth/login', headers: { 'x-vigie': '1' }, payload: { email, password } })
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  const { user } = answer.json<{ user: { member_id: number } }>()
  return personOf(world.app, cookie, user.member_id, customerId)
}
