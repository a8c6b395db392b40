import { forecast } from '#areas/dashboards/server/forecast/forecast.ts'
import { loadDated } from '#areas/dashboards/server/forecast/load-dated.ts'
import { addMonths } from '#areas/runbooks/contract/recurrence.ts'
import { resources } from '#app/server/registry.ts'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import { explainScore } from '#areas/scores/server/explanation/explanation.ts'
import { recomputeScores } from '#areas/scores/server/compute/incremental.ts'
import { loadFacts, nextSteps, type Able, type ScoreResult } from '#areas/scores/server/index.ts'
import type { ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { atMost, count, ms, type Figure } from './figure.ts'
import { median } from './measure.ts'
import { settle } from './seed-actions.ts'
import type { World } from './world.ts'

/** 200 perimeters × 5 policies × 300 requirements, each answered by one or two of 500 solutions, with 20,000 measures, each with a monthly task and its last fifteen times. */
async function seed(world: World): Promise<number> {
  const customer = await world.customer('Scored')
  const run = (text: string) => world.owner(text, [customer])
  await world.owner('set session_replication_role = replica')
  await run(`insert into perimeter (customer_id, identifier, name_en, type, parent_id)
    select $1, 'S' || g, 'Site ' || g, 'INTERNAL', (select id from perimeter where customer_id = $1 and parent_id is null) from generate_series(1, 199) g`)
  await run(`insert into policy (customer_id, identifier, name_en) select $1, 'P' || g, 'Policy ' || g from generate_series(1, 5) g`)
  await run(`insert into policy_version (customer_id, policy_id, number, status) select customer_id, id, 1, 'PUBLISHED' from policy where customer_id = $1`)
  await run(
    `insert into control_lineage (customer_id, policy_id, key) select customer_id, id, 'k' || g from policy, generate_series(1, 300) g where customer_id = $1`,
  )
  await run(
    `insert into control_group (customer_id, policy_version_id, identifier, name_en, position) select customer_id, id, 'G' || g, 'Group ' || g, g from policy_version, generate_series(1, 15) g where customer_id = $1`,
  )
  await run(`insert into control (customer_id, policy_version_id, control_group_id, lineage_id, identifier, name_en, weight, level)
    select v.customer_id, v.id, g.id, l.id, l.key, 'Requirement', 1 + l.id % 3, 1 + l.id % 3
    from policy_version v join control_lineage l on l.customer_id = v.customer_id and l.policy_id = v.policy_id
      join control_group g on g.customer_id = v.customer_id and g.policy_version_id = v.id and g.position = 1 + l.id % 15 where v.customer_id = $1`)
  await run(`insert into solution (customer_id, identifier, name_en) select $1, 'M' || g, 'Model ' || g from generate_series(1, 500) g`)
  await run(`insert into control_solution (customer_id, lineage_id, solution_id, share)
    select l.customer_id, l.id, s.id, case when l.id % 2 = 0 then 50 else 100 end from control_lineage l
      join (select id, row_number() over (order by id) - 1 as n from solution where customer_id = $1) s on s.n = l.id % 500 or (l.id % 2 = 0 and s.n = (l.id + 250) % 500) where l.customer_id = $1`)
  await run(`insert into policy_application (customer_id, policy_id, policy_version_id, perimeter_id)
    select v.customer_id, v.policy_id, v.id, p.id from policy_version v join perimeter p on p.customer_id = v.customer_id where v.customer_id = $1`)
  await run(`insert into measure (customer_id, identifier, name_en, solution_id, perimeter_id, status, base_efficiency)
    select $1, 'X' || row_number() over (), 'Measure', s.id, p.id, case when (s.id + p.id) % 4 = 0 then 'NOT_IMPLEMENTED' else 'IMPLEMENTED' end, 50 + (s.id + p.id) % 51
    from perimeter p join lateral (select id, row_number() over (order by id) as n from solution where customer_id = $1) s on s.n % 5 = p.id % 5 where p.customer_id = $1`)
  await run(`insert into runbook (customer_id, identifier, name_en, is_default) values ($1, 'RB', 'Runbook', false)`)
  await run(`insert into runtask (customer_id, identifier, name_en, runbook_id, measure_id, periodicity, start_date)
    select m.customer_id, 'T' || m.id, 'Task', b.id, m.id, 'MONTHLY', date_trunc('month', current_date - interval '14 months')
    from measure m join runbook b on b.customer_id = m.customer_id and b.identifier = 'RB' where m.customer_id = $1`)
  await run(`insert into occurrence (customer_id, runtask_id, runbook_id, periodicity, period_start, due_date, status, done_date, answered_at)
    select k.customer_id, k.id, k.runbook_id, k.periodicity, d.start, (d.start + interval '1 month')::date - 1, d.status, case when d.status = 'DONE_OK' then (d.start + 9)::date end,
      case when d.status <> 'TO_DO' then d.start + interval '9 days' end
    from runtask k cross join lateral (select (k.start_date + make_interval(months => n))::date as start,
      case when n = 14 then 'TO_DO' when (k.id + n) % 19 = 0 then 'DONE_KO' else 'DONE_OK' end as status from generate_series(0, 14) n) d where k.customer_id = $1`)
  await world.owner('reset session_replication_role')
  return customer
}

function timed<T>(work: () => T): { result: T; time: number } {
  const start = performance.now()
  const result = work()
  return { result, time: performance.now() - start }
}

/** Reading the facts and computing every score of a large organisation, from nothing and after one measure has changed. */
export async function scores(world: World): Promise<Figure[]> {
  const customer = await seed(world)
  await settle(world)
  let statements = 0
  const loads: number[] = []
  const read = () =>
    world.app.db.transaction(customer, async (tx) => {
      tx.act(systemWho(customer, 'bench', 'bench'))
      const before = tx.statements
      const start = performance.now()
      const facts = await loadFacts(tx, tx.today)
      loads.push(performance.now() - start)
      statements = tx.statements - before
      return facts
    })
  let facts = await read()
  for (let n = 0; n < 4; n += 1) facts = await read()
  const cold = Array.from({ length: 5 }, () => timed(() => computeScores(facts)))
  let known = cold[0]?.result ?? computeScores(facts)
  const changes = Array.from({ length: 15 }, (_, n) => {
    const { result, time } = timed(() => recomputeScores(known, changed(known.facts, n * 997)))
    known = result
    return time
  })
  const place = { kind: 'GLOBAL' } as const
  const able: Able = { decides: () => true, suggested: new Map(), actions: [], base: () => 100, models: null }
  const steps = Array.from({ length: 5 }, () => timed(() => nextSteps(known, place, able, (_, points) => points)).time)
  const view = { figure: 'PERFORMANCE', exemptions: true } as const
  const explained = Array.from({ length: 5 }, () => timed(() => explainScore(known, { place, view }, { depth: 1, visible: () => true })).time)
  const ahead = await forecasts(world, customer, known)
  const size = `${facts.perimeters.length} perimeters, ${facts.applications.length} applications, ${facts.nodes.filter((node) => node.assessable).length} requirements, ${facts.measures.length} measures`
  return [
    { what: 'facts', measured: size },
    atMost('statements that read them', statements, 8, count),
    { what: 'reading them, median', measured: ms(median(loads)) },
    atMost('computing from nothing, median', median(cold.map(({ time }) => time)), 1000, ms),
    atMost('computing after one change, median', median(changes), 50, ms),
    atMost('three steps that lift it, each by dry runs, median', median(steps), 500, ms),
    atMost('explaining it, a level, median', median(explained), 300, ms),
    { what: 'tasks that rate it', measured: `${facts.controls.length} of ${ahead.tasks} with ${ahead.rounds} times round` },
    atMost('its forecast over a year, median', median(ahead.times), 8000, ms),
  ]
}

/** Reading what is dated, and looking a year ahead from it. */
async function forecasts(world: World, customer: number, current: ScoreResult): Promise<{ times: number[]; tasks: number; rounds: number }> {
  const times: number[] = []
  let [tasks, rounds] = [0, 0]
  for (let n = 0; n < 3; n += 1) {
    const start = performance.now()
    const until = addMonths(current.facts.day, 12)
    const dated = await world.app.db.transaction(customer, (tx) => {
      tx.act(systemWho(customer, 'bench', 'bench'))
      return loadDated(tx, resources, until)
    })
    forecast(current, dated, { kind: 'GLOBAL' }, undefined, until)
    times.push(performance.now() - start)
    tasks = dated.tasks.length
    rounds = dated.tasks.reduce((sum, task) => sum + task.rounds.length, 0)
  }
  return { times, tasks, rounds }
}

/** The same facts with another efficiency of one measure; only that list is new, as after a write. */
function changed(facts: ScoreFacts, n: number): ScoreFacts {
  const at = n % facts.measures.length
  return {
    ...facts,
    measures: facts.measures.map((measure, place) => (place === at ? { ...measure, base_efficiency: (measure.base_efficiency + 7) % 101 } : measure)),
  }
}
