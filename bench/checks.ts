import { resources } from '#app/server/registry.ts'
import { checksFor, countChecks } from '#areas/checks/server/count.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { atMost, ms, statementsAtMost, times, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { median } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { sentInside } from './statements.ts'
import { password, type World } from './world.ts'

const rounds = 15
const actions = 100_000

/** The page of all standing checks in an organisation of a hundred thousand actions, and what belongs to so many: findings are a few in a hundred, as they are once somebody looks at them. */
export async function checks(world: World): Promise<Figure[]> {
  const { customer, region } = await seedActions(world, { name: 'Checked', actions })
  await seedOthers(world, customer)
  await settle(world)
  const slowest = await world.app.db.transaction(customer, async (tx) => {
    tx.act(systemWho(customer, 'bench', 'bench', 'en', 'Europe/Paris'))
    const taking: { readonly name: string; readonly time: number; readonly found: number }[] = []
    for (const [{ def }, declared] of Map.groupBy(checksFor(resources, tx), ({ resource }) => resource)) {
      const taken: number[] = []
      let found = 0
      for (let n = 0; n < 3; n += 1) {
        const start = performance.now()
        found = (await countChecks(tx, declared)).reduce((sum, count) => sum + count.found, 0)
        taken.push(performance.now() - start)
      }
      taking.push({ name: def.name, time: median(taken), found })
    }
    return taking.toSorted((a, b) => b.time - a.time)
  })
  const global = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const local = await signIn(world.server.port, await world.member(customer, { roles: ['local_pilote'], perimeterIds: [region] }), password)
  const [whole, part] = [await page(global), await page(local)]
  const actionsList = await timed(global, 'POST', '/remediation/page', { queryParams: {} })
  const sent = await sentInside(world, global, 'GET', '/check')
  const policy = await firstPolicy(global)
  const requirements = {
    all: await listed(global, []),
    'of a part, all': await listed(local, []),
    'of a policy': await listed(global, [{ name: 'policy', selected_options: [policy] }]),
    'in a perimeter and below': await listed(global, [{ name: 'within', selected_options: [region] }]),
    'without a measure in place': await listed(global, [{ name: 'coverage', selected_options: ['OPEN'] }]),
  }
  for (const person of [global, local]) person.close()
  const [first] = slowest
  return [
    { what: 'rows', measured: `${actions} actions, 100,000 requirements, 20,000 measures, evidences and gaps, 5,000 incidents and exemptions` },
    { what: 'findings', measured: `${slowest.reduce((sum, { found }) => sum + found, 0)} by the checks of ${slowest.length} entities` },
    atMost('the page of all checks, whole organisation, median', whole, 300, ms),
    atMost('the same, a third of it', part, 300, ms),
    ...Object.entries(requirements).map(([what, time]) => atMost(`the list of requirements, ${what}, median`, time, 300, ms)),
    atMost('the page of all checks, against the list of actions', whole / actionsList, 10, times, `${ms(whole)} and ${ms(actionsList)}`),
    atMost('the same, of a third of it', part / actionsList, 10, times, `${ms(part)} and ${ms(actionsList)}`),
    statementsAtMost('statements of the page of all checks', sent, slowest.length + 6),
    {
      what: 'the slowest entities',
      measured: slowest
        .slice(0, 14)
        .map(({ name, time, found }) => `${name} ${ms(time)} (${found})`)
        .join(', '),
    },
    ...(first ? [{ what: 'all of them, one after the other', measured: ms(slowest.reduce((sum, { time }) => sum + time, 0)) }] : []),
  ]
}

async function firstPolicy(person: Visitor): Promise<number> {
  const { body } = await person.call('GET', '/policy?limit=1')
  return (JSON.parse(body.toString()) as { objects: readonly { readonly id: number }[] }).objects[0]?.id ?? 0
}

const listed = (person: Visitor, filters: readonly object[]): Promise<number> =>
  timed(person, 'POST', '/control/page', { queryParams: { filters: [{ name: 'in_force', selected_options: [true] }, ...filters], per_page: 50 } })

const page = (person: Visitor): Promise<number> => timed(person, 'GET', '/check')

async function timed(person: Visitor, verb: string, path: string, asked?: object): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    const start = performance.now()
    const { status, body } = await person.call(verb, path, asked)
    if (status !== 200) throw new Error(body.toString())
    times.push(performance.now() - start)
  }
  return median(times)
}

export async function seedOthers(world: World, customer: number): Promise<void> {
  const run = (text: string) => world.owner(text, [customer])
  await world.owner('set session_replication_role = replica')
  const places =
    'p as (select array_agg(id order by id) as perimeters from perimeter where customer_id = $1), m as (select array_agg(id order by id) as members from member where customer_id = $1)'
  // Nearly every action goes on as it should.
  const target = `case when r.status in ('FINISHED', 'CANCELLED') or r.id % 40 = 0 then r.target_date else current_date + (r.id % 300)::int end`
  await run(`update remediation r set done_date = case when r.status = 'FINISHED' then ${target} end, target_date = ${target}, updated_at = now(),
      start_date = case when r.id % 50 = 0 then least(r.start_date, ${target}) else ${target} end
    where r.customer_id = $1`)
  await run(`insert into evidence (customer_id, identifier, name_en, manager_id, perimeter_id, valid_until)
    with ${places} select $1, 'EV-' || g, 'Evidence ' || g, members[1 + g % 200], perimeters[1 + g % 300], current_date + (g % 700) - 20 from generate_series(1, 20000) g, p, m`)
  await run(`insert into remediation__evidences (customer_id, owner_id, target_id)
    select $1, r.id, e.id from (select id, row_number() over (order by id) as n from remediation where customer_id = $1 and status = 'FINISHED' and id % 25 <> 0) r
      join (select id, row_number() over (order by id) as n from evidence where customer_id = $1) e on e.n = 1 + r.n % 19500`)
  await run(`insert into solution (customer_id, identifier, name_en) select $1, 'M' || g, 'Model ' || g from generate_series(1, 67) g`)
  await run(`insert into measure (customer_id, identifier, name_en, solution_id, perimeter_id, status, base_efficiency, manager_id)
    with m as (select array_agg(id order by id) as members from member where customer_id = $1)
    select $1, 'X' || row_number() over (), 'Measure ' || s.id || ' of ' || md5(s.id::text), s.id, p.id, case when (s.id + p.id) % 4 = 0 then 'NOT_IMPLEMENTED' else 'IMPLEMENTED' end, 45 + (s.id + p.id) % 56,
      case when (s.id + p.id) % 30 = 0 then null else members[1 + (s.id + p.id) % 200] end
    from perimeter p join solution s on s.customer_id = $1, m where p.customer_id = $1`)
  // Nothing is known yet of what has just been put in: without this, each of it is compared with each.
  await world.owner('analyze remediation, measure')
  await run(`update remediation r set measure_id = m.id from (select id, row_number() over (order by id) as n from measure where customer_id = $1) m,
      (select id, row_number() over (order by id) as n from remediation where customer_id = $1) x where r.customer_id = $1 and x.id = r.id and m.n = 1 + x.n % 20000`)
  await run(`insert into gap_register (customer_id, identifier, name_en) select $1, 'R-' || g, 'Register ' || g from generate_series(1, 20) g`)
  await run(`insert into gap (customer_id, identifier, name_en, register_id, perimeter_id, status, resolution_status, closed_on, severity, nature, manager_id, review_date)
    with ${places}, r as (select array_agg(id order by id) as registers from gap_register where customer_id = $1)
    select $1, 'G-' || g, 'Gap ' || g, registers[1 + g % 20], perimeters[1 + g % 300], case when g % 3 = 0 then 'TO_HANDLE' else 'CLOSE' end,
      case when g % 3 = 0 then null when g % 5 = 0 then 'IGNORED' else 'RESOLVED' end, case when g % 3 = 0 then null else current_date - (g % 400) end,
      (array[25, 50, 75, 100])[1 + g % 4], (array['MAJOR', 'MINOR', 'OBSERVATION'])[1 + g % 3], case when g % 20 = 0 then null else members[1 + g % 200] end, current_date + (g % 300) - 10
    from generate_series(1, 20000) g, p, m, r`)
  await run(`update gap set effect = 'EFFECTIVE' where customer_id = $1 and resolution_status = 'RESOLVED' and id % 20 <> 0`)
  await run(
    `insert into gap__actions (customer_id, owner_id, target_id) select $1, g.id, r.id from gap g join lateral (select id from remediation where customer_id = $1 and measure_id is not null order by id offset 7 limit 1) r on true where g.customer_id = $1 and g.id % 25 <> 0`,
  )
  await run(`insert into incident (customer_id, identifier, name_en, perimeter_id, status, manager_id, significant, aware_at, early_warning_sent_at, notification_sent_at, final_report_sent_at, close_reason, lessons_learned)
    with ${places} select $1, 'I-' || g, 'Incident ' || g, perimeters[1 + g % 300], case when g % 10 = 0 then 'ANALYSIS' else 'CLOSED' end, members[1 + g % 200], case when g % 5 = 0 then 'YES' end,
      now() - make_interval(days => g % 500), now(), now(), case when g % 100 = 0 then null else now() end, case when g % 10 = 0 then null else 'RESOLVED' end, case when g % 40 = 1 then null else 'Learnt' end
    from generate_series(1, 5000) g, p, m`)
  await run(`insert into exemption_register (customer_id, identifier, name_en) select $1, 'ER-1', 'Register'`)
  await run(`insert into exemption (customer_id, identifier, name_en, reason, register_id, status, start_date, end_date, renewals, compensating)
    select $1, 'E-' || g, 'Exemption ' || g, 'Because', (select min(id) from exemption_register where customer_id = $1), case when g % 4 = 0 then 'GRANTED' else 'CLOSED' end, current_date - 100, current_date + 100, g % 3, 'Guarded' from generate_series(1, 5000) g`)
  await run(
    `insert into exemption__perimeters (customer_id, owner_id, target_id) select e.customer_id, e.id, p.id from exemption e join lateral (select id from perimeter where customer_id = $1 order by id offset e.id % 300 limit 1) p on true where e.customer_id = $1`,
  )
  await run(`insert into policy (customer_id, identifier, name_en) select $1, 'P' || g, 'Policy ' || g from generate_series(1, 17) g`)
  await run(`insert into policy_version (customer_id, policy_id, number, status) select customer_id, id, 1, 'PUBLISHED' from policy where customer_id = $1`)
  await run(`update policy p set current_version_id = v.id from policy_version v where v.customer_id = $1 and p.customer_id = $1 and v.policy_id = p.id`)
  await run(
    `insert into control_lineage (customer_id, policy_id, key) select customer_id, id, 'k' || g from policy, generate_series(1, 5900) g where customer_id = $1`,
  )
  await run(`insert into control (customer_id, policy_version_id, lineage_id, identifier, name_en) select v.customer_id, v.id, l.id, l.key, 'Requirement'
    from policy_version v join control_lineage l on l.customer_id = v.customer_id and l.policy_id = v.policy_id where v.customer_id = $1`)
  await run(
    `insert into control_solution (customer_id, lineage_id, solution_id, share) select customer_id, id, (select min(id) from solution where customer_id = $1), 100 from control_lineage where customer_id = $1 and id % 20 <> 0`,
  )
  await run(
    `insert into policy_application (customer_id, policy_id, policy_version_id, perimeter_id) select v.customer_id, v.policy_id, v.id, p.id from policy_version v join perimeter p on p.customer_id = v.customer_id where v.customer_id = $1`,
  )
  await world.owner('reset session_replication_role')
}
