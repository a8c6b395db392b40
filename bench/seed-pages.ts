import { resources } from '#app/server/registry.ts'
import { keepMonths } from '#areas/actions/server/index.ts'
import { keepRiskMonths } from '#areas/risks/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { World } from './world.ts'
import { seedActions } from './seed-actions.ts'
import { seedExemptions, seedGaps, seedIncidents, seedReviews } from './seed-registers.ts'
import { seedRisks, seedVersions } from './seed-risks.ts'

/** Models that requirements are answered by: nine each. */
const answering = 33
/** Sites of the three hundred that somebody of a tenth reaches. */
const tenth = 30

/**
 * Gives an organisation so many actions, measures, evidences, risks, incidents, exemptions, gaps and reviews, actions and risks with three versions that were,
 * and a policy of three hundred requirements that applies everywhere. Answers a tenth of its perimeters.
 */
export async function seedPages(world: World, customer: number, rows: number): Promise<readonly number[]> {
  await setAside(world, customer)
  await seedActions(world, { name: '', customer, actions: rows, searchable: true })
  await seedMeasures(world, customer, rows)
  await seedIncidents(world, customer, rows)
  await seedExemptions(world, customer, rows)
  await seedReviews(world, customer, rows)
  await seedGaps(world, customer, rows)
  await seedRisks(world, customer, rows)
  for (const table of ['remediation', 'risk']) await seedVersions(world, customer, table)
  const sites = await world.owner<{ id: number }>(
    `select id::int from perimeter where customer_id = $1 and identifier ~ '^S[0-9]+$' order by id limit ${tenth}`,
    [customer],
  )
  return sites.map(({ id }) => id)
}

/** As the nights have left it: months that are over are kept. */
export const keepPast = (world: World, customer: number): Promise<void> =>
  world.app.db.transaction(
    customer,
    async (tx) => {
      tx.act(systemWho(customer, 'bench', 'bench', 'en', 'Europe/Paris'))
      await keepMonths(tx)
      await keepRiskMonths(tx)
    },
    { background: true },
  )

/** What is there already bears no identifier that a seeder gives. */
async function setAside(world: World, customer: number): Promise<void> {
  await world.owner('set session_replication_role = replica')
  for (const { def } of resources.values())
    if (def.fields.identifier) await world.owner(`update "${def.name}" set identifier = 'there-' || identifier where customer_id = $1`, [customer])
  await world.owner('reset session_replication_role')
}

/** So many measures of models, evidence that their actions show, and a policy of three hundred requirements that applies everywhere; actions are there already. */
export async function seedMeasures(world: World, customer: number, rows: number): Promise<void> {
  const run = (text: string) => world.owner(text, [customer])
  const people = 'm as (select array_agg(id order by id) as members from member where customer_id = $1)'
  await world.owner("set session_replication_role = replica; set app.moment = '2026-01-01T00:00:00Z'")
  await run(
    `insert into solution (customer_id, identifier, name_en) select $1::bigint, 'MOD-' || g, 'Model ' || g from generate_series(1, ${Math.ceil(rows / 300)}) g`,
  )
  await run(`insert into measure (customer_id, identifier, name_en, solution_id, perimeter_id, status, base_efficiency, manager_id, implemented_on)
    with ${people} select $1, 'X' || row_number() over (), case when (s.id + p.id) % 10 = 0 then 'Measure ' || s.id || ' of ' || p.id else s.name_en end, s.id, p.id, case when (s.id + p.id) % 4 = 0 then 'NOT_IMPLEMENTED' else 'IMPLEMENTED' end,
      45 + (s.id + p.id) % 56, case when (s.id + p.id) % 30 = 0 then null else members[1 + (s.id + p.id) % 200] end, case when (s.id + p.id) % 4 <> 0 then current_date - 100 end
    from perimeter p join solution s on s.customer_id = $1 and s.identifier like 'MOD-%', m where p.customer_id = $1 and p.identifier ~ '^[RS][0-9]+$'`)
  // Joined by numbers that nothing is known of otherwise: each action with each measure.
  await world.owner('analyze measure')
  await world.owner('analyze remediation')
  await run(`update remediation r set measure_id = m.id from (select id, row_number() over (order by id) as n from measure where customer_id = $1) m,
      (select id, row_number() over (order by id) as n from remediation where customer_id = $1) x where r.customer_id = $1 and x.id = r.id and m.n = 1 + x.n % (select count(*) from measure where customer_id = $1)`)
  await run(`insert into evidence (customer_id, identifier, name_en, manager_id, perimeter_id, valid_until)
    with ${people}, p as (select array_agg(id order by id) as perimeters from perimeter where customer_id = $1)
    select $1, 'EV-' || g, 'Evidence ' || g, members[1 + g % 200], perimeters[1 + g % 300], current_date + (g % 700) - 20 from generate_series(1, ${rows}) g, p, m`)
  await run(`insert into remediation__evidences (customer_id, owner_id, target_id)
    select $1, r.id, e.id from (select id, row_number() over (order by id) as n from remediation where customer_id = $1 and status = 'FINISHED') r
      join (select id, row_number() over (order by id) as n from evidence where customer_id = $1) e on e.n = r.n`)
  await seedPolicy(run)
  await world.owner('reset session_replication_role; reset app.moment')
}

async function seedPolicy(run: (text: string) => Promise<unknown>): Promise<void> {
  const policy = `(select id from policy where customer_id = $1 and identifier = 'RULES')`
  const version = `(select id from policy_version where customer_id = $1 and policy_id = ${policy})`
  await run(`insert into policy (customer_id, identifier, name_en) values ($1, 'RULES', 'Rules of the house')`)
  await run(`insert into policy_version (customer_id, policy_id, number, status) values ($1, ${policy}, 1, 'PUBLISHED')`)
  await run(`update policy p set current_version_id = ${version} where customer_id = $1 and id = ${policy}`)
  await run(`insert into control_lineage (customer_id, policy_id, key) select $1, ${policy}, 'k' || g from generate_series(1, 300) g`)
  await run(
    `insert into control_group (customer_id, policy_version_id, identifier, name_en, position) select $1, ${version}, 'G' || g, 'Group ' || g, g from generate_series(1, 15) g`,
  )
  await run(`insert into control (customer_id, policy_version_id, control_group_id, lineage_id, identifier, name_en, position)
    select $1, ${version}, g.id, l.id, l.key, 'Requirement ' || l.key, l.n from (select id, key, row_number() over (order by id) as n from control_lineage where customer_id = $1 and policy_id = ${policy}) l
      join control_group g on g.customer_id = $1 and g.policy_version_id = ${version} and g.position = 1 + l.n % 15`)
  await run(`insert into control_solution (customer_id, lineage_id, solution_id, share)
    select $1, l.id, s.id, 100 from (select id, row_number() over (order by id) as n from control_lineage where customer_id = $1 and policy_id = ${policy}) l
      join (select id, row_number() over (order by id) as n from solution where customer_id = $1 and identifier like 'MOD-%' order by id limit ${answering}) s
        on s.n = 1 + l.n % (select least(count(*), ${answering}) from solution where customer_id = $1 and identifier like 'MOD-%')`)
  await run(
    `insert into policy_application (customer_id, policy_id, policy_version_id, perimeter_id) select $1, ${policy}, ${version}, p.id from perimeter p where p.customer_id = $1 and p.identifier ~ '^[RS][0-9]+$'`,
  )
}
