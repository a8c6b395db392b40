import { keepMonths } from '#areas/actions/server/index.ts'
import { keepRiskMonths } from '#areas/risks/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { atMost, ms, statementsAtMost, times, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { list, type Query } from './list-rounds.ts'
import { inTurns } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { seedMeasures } from './seed-pages.ts'
import { seedRisks, seedVersions } from './seed-risks.ts'
import { sentInside } from './statements.ts'
import { password, type World } from './world.ts'

const rows = 100_000

type Call = (person: Visitor) => Promise<void>
const page =
  (entity: string, query: Query = {}): Call =>
  (person) =>
    list(person, entity, query)
const read =
  (path: string): Call =>
  async (person) => {
    const { status, body } = await person.call('GET', path)
    if (status !== 200) throw new Error(body.toString())
  }

/** What is counted against what is listed, in turns: an organisation of a hundred thousand actions and as many risks, each with three versions that were, and as many measures. */
export async function counts(world: World): Promise<Figure[]> {
  const { customer, region } = await seedActions(world, { name: 'Counted', actions: rows })
  const register = await seedRisks(world, customer, rows)
  await seedMeasures(world, customer, rows)
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
  const measures = page('measure')
  const first = async (table: string) =>
    (await world.owner<{ id: number }>(`select min(id)::int as id from ${table} where customer_id = $1`, [customer]))[0]?.id ?? 0
  const [model, group] = [await first('solution'), await first('control_group')]
  const stats: Call = async (person) => {
    const { status, body } = await person.call('POST', '/remediation/stats', { queryParams: {} })
    if (status !== 200) throw new Error(body.toString())
  }
  const workload: Call = async (person) => {
    const { status, body } = await person.call('POST', '/remediation/workload', { queryParams: {} })
    if (status !== 200) throw new Error(body.toString())
  }
  const compared: readonly (readonly [what: string, Visitor, Call, than: Call, limit: number])[] = [
    ['statistics of actions, against their list', pilot, stats, actions, 5],
    ['the same of a third of them', local, stats, actions, 5],
    ['the workload of all open actions, against the list of actions', pilot, workload, actions, 15],
    ['the same of a third of them', local, workload, actions, 15],
    ['the cockpit: actions by month, against the list of actions', pilot, read('/dashboard/actions'), actions, 5],
    ['the same of a third of them', local, read('/dashboard/actions'), actions, 5],
    ['the trend of a register, against the list of risks', pilot, read(`/risk_register/${register}/trend`), risks, 5],
    ['the same of a third of them', local, read(`/risk_register/${register}/trend`), risks, 5],
    ['what needs attention, against the list of actions', pilot, read('/dashboard/attention'), actions, 5],
    ['plans with what they hold, against the list of actions', pilot, page('program'), actions, 6],
    ['what waits for one, as every page asks, against the list of actions', pilot, read('/contribution/count'), actions, 1.5],
    ['the list of risks, against the list of actions', pilot, risks, actions, 1.5],
    ['actions by plan, against the list of actions', pilot, byPlan, actions, 3],
    ['the same of a third of them', local, byPlan, actions, 3],
    ['measures by model, against the list of measures', pilot, page('measure/by_model'), measures, 10],
    ['the same of a third of them', local, page('measure/by_model'), measures, 10],
    ['measures by what they would bring, against their list', pilot, page('measure/by_gain'), measures, 15],
    ['what hangs together with a model, against the list of measures', pilot, read(`/tree/solution/${model}`), measures, 5],
    ['the same with a group of requirements', pilot, read(`/tree/control_group/${group}`), measures, 5],
  ]
  const figures: Figure[] = []
  for (const [what, person, call, than, limit] of compared) {
    const [counted = Number.NaN, listed = Number.NaN] = await inTurns([() => call(person), () => than(person)])
    figures.push(atMost(what, counted / listed, limit, times, `${ms(counted)} and ${ms(listed)}`))
  }
  figures.push(statementsAtMost('statements of what needs attention', await sentInside(world, pilot, 'GET', '/dashboard/attention'), 6))
  for (const person of [pilot, local]) person.close()
  return figures
}
