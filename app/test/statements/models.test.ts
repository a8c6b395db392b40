import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#tools/test/actions-world.ts'
import { costOfCall } from '#tools/test/cost-of-call.ts'

const sites = 100
const models = 120

let world: World
let owner: pg.Client
let app: pg.Client

beforeAll(async () => {
  world = await makeWorld()
  owner = new pg.Client(world.app.database.ownerUrl)
  app = new pg.Client(world.app.database.appUrl)
  await Promise.all([owner.connect(), app.connect()])
  const run = (text: string) => owner.query(text, [world.customer])
  // Written out by then: a commit that is not leaves its rows to be looked at by whoever reads an index alone.
  await owner.query('set session_replication_role = replica; set synchronous_commit = on')
  await run(
    `insert into perimeter (customer_id, identifier, name_en, type, parent_id) select $1, 'S' || g, 'Site ' || g, 'INTERNAL', ${world.root} from generate_series(1, ${sites}) g`,
  )
  await run(`insert into solution (customer_id, identifier, name_en) select $1::bigint, 'MOD-' || g, 'Model ' || g from generate_series(1, ${models}) g`)
  await run(`insert into measure (customer_id, identifier, name_en, description_en, solution_id, perimeter_id, status, decision)
    select $1, 'X' || row_number() over (), 'Measure', repeat('word ', 60), s.id, p.id, case (s.id + p.id) % 4 when 0 then 'IMPLEMENTED' when 1 then 'NOT_IMPLEMENTED' else 'TO_IMPLEMENT' end,
      case (s.id + p.id) % 4 when 1 then 'PLANNED' end
    from perimeter p, solution s where p.customer_id = $1 and p.identifier ~ '^S[0-9]+$' and s.customer_id = $1 and s.identifier like 'MOD-%'`)
  // Of what one site does, another one has the benefit.
  await run(`insert into measure_beneficiary (customer_id, measure_id, perimeter_id, accepted)
    select $1, m.id, o.perimeter_id, true from measure m join measure o on o.customer_id = $1 and o.solution_id = m.solution_id and o.perimeter_id = m.perimeter_id + 2
    where m.customer_id = $1 and m.status = 'IMPLEMENTED' and o.status = 'TO_IMPLEMENT' and m.perimeter_id % 5 = 0`)
  await run(`insert into policy (customer_id, identifier, name_en) values ($1, 'RULES', 'Rules of the house')`)
  await run(`insert into policy_version (customer_id, policy_id, number, status) select customer_id, id, 1, 'PUBLISHED' from policy where customer_id = $1`)
  await run(`update policy p set current_version_id = v.id from policy_version v where p.customer_id = $1 and v.customer_id = $1 and v.policy_id = p.id`)
  await run(
    `insert into control_lineage (customer_id, policy_id, key) select $1::bigint, id, 'k' || g from policy, generate_series(1, 300) g where customer_id = $1`,
  )
  await run(`insert into control (customer_id, policy_version_id, lineage_id, identifier, name_en, description_en, position)
    select $1, v.id, l.id, l.key, 'Requirement', repeat('word ', 60), l.id from control_lineage l join policy_version v on v.customer_id = $1 and v.policy_id = l.policy_id where l.customer_id = $1`)
  await run(
    `insert into control_solution (customer_id, lineage_id, solution_id) select $1, l.id, s.id from control_lineage l join solution s on s.customer_id = $1 and s.id % 15 = l.id % 15 where l.customer_id = $1`,
  )
  await run(
    `insert into policy_application (customer_id, policy_id, policy_version_id, perimeter_id) select $1, v.policy_id, v.id, p.id from policy_version v join perimeter p on p.customer_id = $1 where v.customer_id = $1`,
  )
  await owner.query('reset session_replication_role')
  for (const table of ['measure', 'solution', 'measure_beneficiary', 'control', 'control_solution', 'policy_application', 'perimeter'])
    await owner.query(`vacuum (analyze) ${table}`)
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await world.app.close()
})

const blocksOf = async (relation: string) =>
  Number((await owner.query<{ blocks: string }>(`select pg_relation_size($1) / 8192 as blocks`, [relation])).rows[0]?.blocks)

test('measures by model read an index of theirs, and ten blocks for each model that is shown', async () => {
  const shown = 50
  const index = await blocksOf('measure_by_model')
  for (const sort of [[], [{ name: 'situation', order: 'desc' }]]) {
    const { statements, blocks } = await costOfCall(app, world.customer, () =>
      world.pilot.post('/measure/by_model/page', {
        queryParams: { per_page: shown, sort, filters: [{ name: 'perimeter_archived', selected_options: [false] }] },
      }),
    )
    expect(statements).toBeLessThanOrEqual(4)
    expect(blocks).toBeLessThan(index + 10 * shown)
  }
  const { objects } = (await world.pilot.post('/measure/by_model/page', { queryParams: { per_page: shown } })).body as {
    objects: { requirements: number; situations: { SERVED: number } }[]
  }
  expect(objects.every(({ requirements }) => requirements === 20)).toBe(true)
  expect(objects.some(({ situations }) => situations.SERVED > 0)).toBe(true)
})
