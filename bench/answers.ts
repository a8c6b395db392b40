import { atMost, count, ms, statementsAtMost, times, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { together } from './measure.ts'
import { settle } from './seed-actions.ts'
import { sentInside } from './statements.ts'
import { password, type World } from './world.ts'

const evaluators = 200
const requirements = 300
const seconds = 60

/** Of the people so many are alone with their perimeter; the others answer theirs by two, each other requirements of it. */
const alone = 100

/** Two hundred people who answer at once three hundred requirements of a perimeter: how long an answer takes, and whether each is there afterwards. */
export async function answers(world: World): Promise<Figure[]> {
  const customer = await world.customer('Answering')
  const people: { email: string; id: number }[] = []
  for (let n = 0; n < evaluators; n += 1) {
    const email = await world.member(customer, { roles: ['contributor'] })
    const [row] = await world.owner<{ id: number }>('select max(id)::int as id from member where customer_id = $1', [customer])
    people.push({ email, id: row?.id ?? 0 })
  }
  const seeded = await seed(
    world,
    customer,
    people.map(({ id }) => id),
  )
  await settle(world)
  const visitors: Visitor[] = []
  for (const [n, { email }] of people.entries()) visitors.push(await signIn(world.server.port, email, password, `10.0.0.${n + 1}`))
  const given = new Map<string, number>()
  const next = visitors.map((_, n) => {
    // Of two the first answers every second requirement, the second those between.
    const [step, from] = n < alone ? [1, 0] : [2, (n - alone) % 2]
    let at = 0
    const [evaluation = 0] = [seeded.evaluations[n < alone ? n : alone + ((n - alone) >> 1)]]
    return {
      path: `/evaluation/${evaluation}/answer`,
      /** The next answer, which is expected to be kept. */
      body: () => {
        const item = seeded.controls[(from + at * step) % requirements] ?? 0
        const key = `${evaluation} ${item}`
        const version = given.get(key) ?? 0
        given.set(key, version + 1)
        at += 1
        return { item, level: at % 2 ? 100 : 50, comment: `Answer ${at}`, version }
      },
    }
  })
  const clients = visitors.map((person, n) => async () => {
    const one = next[n]
    if (one) await asked(person, 'PUT', one.path, one.body())
  })
  // The first answer begins the evaluation.
  await Promise.all(clients.map((answer) => answer()))
  const [first] = next
  const [who] = visitors
  const sent = first && who ? await sentInside(world, who, 'PUT', first.path, first.body) : []
  const { p50, p95 } = await together(clients, seconds)
  const stored = await world.owner<{ key: string; version: number }>(
    `select evaluation_id || ' ' || item as key, version from evaluation_answer where customer_id = $1`,
    [customer],
  )
  const versions = new Map(stored.map(({ key, version }) => [key, version]))
  const lost = [...given].filter(([key, version]) => versions.get(key) !== version).length
  for (const person of visitors) person.close()
  return [
    {
      what: 'answers',
      measured: `${[...given.values()].reduce((sum, one) => sum + one, 0)} of ${evaluators} people over ${seconds} s, half of them by two in an evaluation`,
    },
    statementsAtMost('statements of one', sent, 6),
    atMost('p95 against p50', p95 / p50, 4, times, `${ms(p50)} and ${ms(p95)}`),
    atMost('answers lost', lost, 0, count),
  ]
}

/** A policy in force, a scale, a campaign that runs and evaluations for these people, by hand. */
async function seed(world: World, customer: number, people: readonly number[]): Promise<{ evaluations: number[]; controls: number[] }> {
  const id = async (text: string, values: readonly unknown[] = []) => (await world.owner<{ id: number }>(text, [customer, ...values]))[0]?.id ?? 0
  const policy = await id(`insert into policy (customer_id, identifier, name_en) values ($1, 'P1', 'Rules') returning id::int`)
  const version = await id(`insert into policy_version (customer_id, policy_id, number) values ($1, $2, 1) returning id::int`, [policy])
  await world.owner(`insert into control_lineage (customer_id, policy_id, key) select $1, $2, 'k' || n from generate_series(1, ${requirements}) n`, [
    customer,
    policy,
  ])
  await world.owner(
    `insert into control (customer_id, policy_version_id, lineage_id, identifier, name_en, position)
     select l.customer_id, $2, l.id, l.key, 'Requirement ' || l.key, l.id from control_lineage l where l.customer_id = $1`,
    [customer, version],
  )
  const scale = await id(`insert into scale (customer_id, identifier, name_en, type) values ($1, 'BENCH', 'Scale', 'eval') returning id::int`)
  await world.owner(
    `insert into scale__levels (customer_id, owner_id, position, name_en, value) select $1, $2, n, 'Level ' || n, n * 50 from generate_series(0, 2) n`,
    [customer, scale],
  )
  const campaign = await id(
    `insert into campaign (customer_id, identifier, name_en, policy_id, policy_version_id, eval_scale_id, status, date_start)
     values ($1, 'C1', 'Round', $2, $3, $4, 'STARTED', current_date) returning id::int`,
    [policy, version, scale],
  )
  const evaluations: number[] = []
  for (const [n, person] of people.entries()) {
    const before = evaluations.at(-1)
    if (before !== undefined && n >= alone && (n - alone) % 2 === 1) {
      await world.owner('insert into evaluation__helpers (customer_id, owner_id, target_id) values ($1, $2, $3)', [customer, before, person])
      continue
    }
    const perimeter = await id(
      `insert into perimeter (customer_id, parent_id, identifier, name_en, type)
       select $1, (select id from perimeter where customer_id = $1 and parent_id is null), 'PL' || $2::text, 'Place ' || $2::text, 'INTERNAL' returning id::int`,
      [person],
    )
    evaluations.push(
      await id(`insert into evaluation (customer_id, campaign_id, perimeter_id, evaluator_id) values ($1, $2, $3, $4) returning id::int`, [
        campaign,
        perimeter,
        person,
      ]),
    )
  }
  await world.owner(
    `insert into evaluation_standing (customer_id, evaluation_id, asked) select customer_id, id, ${requirements} from evaluation where customer_id = $1`,
    [customer],
  )
  const controls = await world.owner<{ id: number }>('select id::int from control where customer_id = $1 order by position', [customer])
  return { evaluations, controls: controls.map((one) => one.id) }
}

async function asked(person: Visitor, verb: string, path: string, body?: object): Promise<void> {
  const { status, body: answer } = await person.call(verb, path, body)
  if (status !== 200) throw new Error(answer.toString())
}
