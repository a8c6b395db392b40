import { atMost, ms, times, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { median } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

/** Before a connection keeps the plan of a statement, it has planned it five times. */
const warming = 8
const rounds = 25

/** Half of all rows were something else until June. */
const [between, since] = ['2026-03-01', '2026-07-01']

type Call = (person: Visitor, asOf: string) => ReturnType<Visitor['call']>

const page =
  (entity: string, queryParams: object): Call =>
  (person, asOf) =>
    person.call('POST', `/${entity}/page${asOf}`, { queryParams })
const record =
  (entity: string, id: number): Call =>
  (person, asOf) =>
    person.call('GET', `/${entity}/${id}${asOf}`)

/** Lists and records as of a day against those of today, in turns: the same requests of one person, in an organisation of a hundred thousand actions. */
export async function past(world: World): Promise<Figure[]> {
  const { customer, region } = await seedActions(world, { name: 'With a past', actions: 100_000 })
  await seedMeasures(world, customer)
  for (const table of ['remediation', 'measure']) await changeHalf(world, customer, table)
  await settle(world)
  const first = async (table: string) =>
    (await world.owner<{ id: number }>(`select min(id)::int as id from ${table} where customer_id = $1`, [customer]))[0]?.id ?? 0
  const local = await signIn(world.server.port, await world.member(customer, { roles: ['local_pilote'], perimeterIds: [region] }), password)
  const global = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const byStatus = { filters: [{ name: 'status', selected_options: ['ONGOING'] }], sort: [{ name: 'target_date', order: 'asc' }] }
  const asked: readonly (readonly [what: string, Visitor, Call, day?: string])[] = [
    ['actions, first page', local, page('remediation', {})],
    ['actions, first page, all as they still are', local, page('remediation', {}), since],
    ['actions, in the middle', local, page('remediation', { page: 800 })],
    ['actions, last page', global, page('remediation', { page: 5000 })],
    ['actions, by status', local, page('remediation', byStatus)],
    ['actions, by name', local, page('remediation', { sort: [{ name: 'name', order: 'asc' }] })],
    ['actions, by a derived value', local, page('remediation', { sort: [{ name: 'progress', order: 'asc' }] })],
    ['measures, first page', global, page('measure', {})],
    ['measures, by a derived value', global, page('measure', { sort: [{ name: 'efficiency', order: 'desc' }] })],
    ['an action', global, record('remediation', await first('remediation'))],
    ['a measure', global, record('measure', await first('measure'))],
  ]
  const figures: Figure[] = []
  for (const [what, person, call, day = between] of asked) {
    const [now, then] = await inTurns(person, call, `?as_of=${day}`)
    figures.push(atMost(`as of a day against today: ${what}`, then / now, 2, times, `${ms(then)} and ${ms(now)}`))
  }
  for (const person of [local, global]) person.close()
  return figures
}

/** The median times of today and of the day. */
async function inTurns(person: Visitor, call: Call, asOf: string): Promise<[now: number, then: number]> {
  const took: [number[], number[]] = [[], []]
  for (let n = 0; n < warming + rounds; n += 1)
    for (const [timings, day] of [
      [took[0], ''],
      [took[1], asOf],
    ] as const) {
      const start = performance.now()
      const { status, body } = await call(person, day)
      if (status !== 200) throw new Error(body.toString())
      if (n >= warming) timings.push(performance.now() - start)
    }
  return [median(took[0]), median(took[1])]
}

async function seedMeasures(world: World, customer: number): Promise<void> {
  const run = (text: string) => world.owner(text, [customer])
  await world.owner("set session_replication_role = replica; set app.moment = '2026-01-01T00:00:00Z'")
  await run(`insert into solution (customer_id, identifier, name_en) select $1, 'M' || g, 'Model ' || g from generate_series(1, 20) g`)
  await run(`insert into measure (customer_id, identifier, name_en, solution_id, perimeter_id, status, base_efficiency)
    select $1, 'X' || row_number() over (), 'Measure', s.id, p.id, case when (s.id + p.id) % 4 = 0 then 'NOT_IMPLEMENTED' else 'IMPLEMENTED' end, 50 + (s.id + p.id) % 51
    from perimeter p join solution s on s.customer_id = $1 where p.customer_id = $1`)
  await world.owner('reset session_replication_role; reset app.moment')
}

async function changeHalf(world: World, customer: number, table: string): Promise<void> {
  await world.owner('set session_replication_role = replica')
  const half = 'where customer_id = $1 and id % 2 = 0'
  await world.owner(
    `insert into ${table}_history select (jsonb_populate_record(null::${table}_history,
      to_jsonb(t) || '{"valid_from": "2026-01-01T00:00:00Z", "valid_to": "2026-06-01T00:00:00Z"}')).* from ${table} t ${half}`,
    [customer],
  )
  await world.owner(`update ${table} set version = version + 1, updated_at = '2026-06-01T00:00:00Z' ${half}`, [customer])
  await world.owner('reset session_replication_role')
}
