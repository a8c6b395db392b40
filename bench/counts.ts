import { keepMonths } from '#areas/actions/server/index.ts'
import { keepRiskMonths } from '#areas/risks/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { atMost, ms, statementsAtMost, times, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { median } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { sentInside } from './statements.ts'
import { password, type World } from './world.ts'

const rows = 100_000
const rounds = 25
/** Before a connection keeps the plan of a statement, it has planned it five times. */
const warming = 8

type Call = (person: Visitor) => ReturnType<Visitor['call']>
const page =
  (entity: string, queryParams: object = {}): Call =>
  (person) =>
    person.call('POST', `/${entity}/page`, { queryParams })
const read =
  (path: string): Call =>
  (person) =>
    person.call('GET', path)

/** What is counted against what is listed, in turns: an organisation of a hundred thousand actions and as many risks, each with three versions that were. */
export async function counts(world: World): Promise<Figure[]> {
  const { customer, region } = await seedActions(world, { name: 'Counted', actions: rows })
  const register = await seedRisks(world, customer)
  for (const table of ['remediation', 'risk']) await seedVersions(world, customer, table)
  await settle(world)
  await world.app.db.transaction(
    customer,
    async (tx) => {
      tx.act(systemWho(customer, 'bench', 'bench', 'en', 'Europe/Paris'))
      await keepMonths(tx)
      await keepRiskMonths(tx)
    },
    { background: true },
  )
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const local = await signIn(world.server.port, await world.member(customer, { roles: ['local_pilote'], perimeterIds: [region] }), password)
  const [actions, risks, byPlan] = [page('remediation'), page('risk'), page('remediation', { group: 'program' })]
  const compared: readonly (readonly [what: string, Visitor, Call, than: Call, limit: number])[] = [
    ['the cockpit: actions by month, against the list of actions', pilot, read('/dashboard/actions'), actions, 5],
    ['the same of a third of them', local, read('/dashboard/actions'), actions, 5],
    ['the trend of a register, against the list of risks', pilot, read(`/risk_register/${register}/trend`), risks, 5],
    ['the same of a third of them', local, read(`/risk_register/${register}/trend`), risks, 5],
    ['what needs attention, against the list of actions', pilot, read('/dashboard/attention'), actions, 5],
    ['plans with what they hold, against the list of actions', pilot, page('program'), actions, 6],
    ['what waits for one, as every page asks, against the list of actions', pilot, read('/contribution/count'), actions, 1.5],
    ['the list of risks, against the list of actions', pilot, risks, actions, 1.5],
    ['actions by plan, against the list of actions', pilot, byPlan, actions, 3],
    ['the same of a third of them', local, byPlan, actions, 5],
  ]
  const figures: Figure[] = []
  for (const [what, person, call, than, limit] of compared) {
    const [counted, listed] = await inTurns(person, call, than)
    figures.push(atMost(what, counted / listed, limit, times, `${ms(counted)} and ${ms(listed)}`))
  }
  figures.push(statementsAtMost('statements of what needs attention', await sentInside(world, pilot, 'GET', '/dashboard/attention'), 6))
  for (const person of [pilot, local]) person.close()
  return figures
}

async function inTurns(person: Visitor, ...calls: readonly Call[]): Promise<[number, number]> {
  const taken = calls.map((): number[] => [])
  for (let n = 0; n < warming + rounds; n += 1)
    for (const [at, call] of calls.entries()) {
      const start = performance.now()
      const { status, body } = await call(person)
      if (status !== 200) throw new Error(body.toString())
      if (n >= warming) taken[at]?.push(performance.now() - start)
    }
  return [median(taken[0] ?? []), median(taken[1] ?? [])]
}

async function seedRisks(world: World, customer: number): Promise<number> {
  const run = (text: string, ...values: unknown[]) => world.owner<{ id: number }>(text, [customer, ...values])
  const [scale] = await run("select id::int from scale where customer_id = $1 and type = 'risk'")
  const [register] = await run(
    "insert into risk_register (customer_id, identifier, name_en, scale_id, impact_types, appetite) values ($1, 'RR-C', 'Register', $2, '{FINANCIAL}', 2) returning id::int",
    scale?.id,
  )
  await world.owner('set session_replication_role = replica')
  await run(
    `insert into risk (customer_id, identifier, name_en, register_id, perimeter_id, manager_id, init_impact, init_probability, min_impact, min_probability, target_impact, target_probability,
        current_impact, current_probability, init_level, current_level, target_level)
      select $1, 'RSK-' || g, 'Risk ' || g, $2, p.ids[1 + g % cardinality(p.ids)], m.ids[1 + g % cardinality(m.ids)], 1 + g % 5, 1 + (g / 5) % 5, 1, 1, 1, 1, 1 + g % 5, 1 + (g / 5) % 5,
        1 + g % 4, 1 + g % 4, 1
      from generate_series(1, ${rows}) g, (select array_agg(id order by id) as ids from perimeter where customer_id = $1) p,
        (select array_agg(id order by id) as ids from member where customer_id = $1) m`,
    register?.id,
  )
  await world.owner('reset session_replication_role')
  return register?.id ?? 0
}

/** Three versions before each row's own, that stood for up to eighty days each. */
async function seedVersions(world: World, customer: number, table: string): Promise<void> {
  const since = (n: number) => `now() - make_interval(days => 10 + ((t.id * 7919) % 80 * ${4 - n})::int)`
  await world.owner('set session_replication_role = replica')
  await world.owner(`update ${table} t set version = 4, created_at = ${since(1)}, updated_at = ${since(4)} where customer_id = $1`, [customer])
  await world.owner(
    `insert into ${table}_history select v.* from ${table} t, (values (1), (2), (3)) as of (n),
        lateral (select case n when 1 then ${since(1)} when 2 then ${since(2)} else ${since(3)} end as since, case n when 1 then ${since(2)} when 2 then ${since(3)} else ${since(4)} end as until) s,
        lateral jsonb_populate_record(null::${table}_history, to_jsonb(t) || jsonb_build_object('version', n, 'valid_from', since, 'valid_to', until)) v
      where t.customer_id = $1 and until > since`,
    [customer],
  )
  await world.owner('reset session_replication_role')
}
