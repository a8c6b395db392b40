import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Checks } from '#areas/checks/contract/calls.ts'
import { costOfCall } from '#tools/test/cost-of-call.ts'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

const rows = 6000
/** More than are compared one after the other. */
const sites = 24

let world: World
let owner: pg.Client
let app: pg.Client
/** Reaches most sites. */
let regional: Person
const tables = ['gap', 'incident', 'risk', 'evidence', 'exemption', 'exemption__perimeters', 'perimeter_set_member', 'remediation', 'measure'] as const

beforeAll(async () => {
  world = await makeWorld()
  owner = new pg.Client(world.app.database.ownerUrl)
  app = new pg.Client(world.app.database.appUrl)
  await Promise.all([owner.connect(), app.connect()])
  const { customer, root, nantes, pilot, plan } = world
  const places: number[] = [nantes]
  for (let n = 0; n < sites; n += 1) places.push(objectOf(await pilot.post('/perimeter', { name_en: `Site ${n}`, parent: root })).id)
  const gaps = objectOf(await pilot.post('/gap_register', { name_en: 'Scan', type: 'SCAN' })).id as number
  const risks = objectOf(await pilot.post('/risk_register', { name_en: 'Risks', impact_types: ['FINANCIAL'] })).id as number
  const exemptions = objectOf(await pilot.post('/exemption_register', { name_en: 'Exemptions' })).id as number
  const model = await world.solution()
  regional = await world.app.member(customer, ['local_pilote'], { perimeterIds: places.slice(1) })
  const run = (text: string, ...more: unknown[]) => owner.query(text, [customer, places, ...more])
  const place = '($2::bigint[])[1 + g % cardinality($2::bigint[])]'
  const wide = "repeat('word ', 240)"
  // Written out by then: a commit that is not leaves its rows to be looked at by whoever reads an index alone.
  await owner.query('set session_replication_role = replica; set synchronous_commit = on')
  await run(
    `insert into gap (customer_id, identifier, name_en, description, register_id, perimeter_id, status) select $1, 'X-' || g, 'Gap ' || g, ${wide}, $3, ${place}, 'TO_HANDLE' from generate_series(1, ${rows}) g`,
    gaps,
  )
  await run(
    `insert into incident (customer_id, identifier, name_en, description, perimeter_id, confidential, status, severity, category, detected_at, aware_at, opened_at, personal_data, created_at, updated_at, close_reason)
      select $1, 'X-' || g, 'Incident ' || g, ${wide}, ${place}, g % 50 = 0, case when g % 3 = 0 then 'CLOSED' else 'OPENED' end, 25, 'MALWARE', now(), now() - interval '9 days', now(), case when g % 4 = 0 then 'YES' end,
        now() - interval '90 days', now() - interval '90 days', case when g % 3 = 0 then 'RESOLVED' end from generate_series(1, ${rows}) g`,
  )
  await run(
    `insert into risk (customer_id, identifier, name_en, description, register_id, perimeter_id, init_impact, init_probability, min_impact, min_probability, current_impact, current_probability, init_level, current_level)
      select $1, 'X-' || g, 'Risk ' || g, ${wide}, $3, ${place}, 1, 1, 1, 1, 1, 1, 1, 1 from generate_series(1, ${rows}) g`,
    risks,
  )
  await run('update risk_register set appetite = 0 where customer_id = $1 and ($2::bigint[]) is not null')
  await run(
    `insert into evidence (customer_id, identifier, name_en, description, perimeter_id, created_at) select $1, 'X-' || g, 'Piece ' || g, ${wide}, ${place}, now() - interval '90 days' from generate_series(1, ${rows}) g`,
  )
  await run(
    `insert into measure (customer_id, identifier, name_en, solution_id, perimeter_id, status, base_efficiency) select $1, 'X-' || g, 'Measure ' || g, $3::bigint + g, ${place}, 'IMPLEMENTED', 20 from generate_series(1, ${rows}) g`,
    model,
  )
  await run(
    `insert into remediation (customer_id, identifier, name_en, description, program_id, perimeter_id, status, target_date, workload, measure_id)
      select $1, 'X-' || g, 'Action ' || g, ${wide}, $3, ${place}, 'PLANNED', current_date - 20, 1, (select id from measure where customer_id = $1 and identifier = 'X-' || g / 2) from generate_series(1, ${rows}) g`,
    plan,
  )
  for (const table of ['incident', 'risk', 'evidence'] as const) await owner.query(`update ${table} set manager_id = $1`, [pilot.memberId])
  await owner.query('reset session_replication_role')
  // The sets of perimeters of exemptions are kept by what is written.
  await run(
    `insert into exemption (customer_id, identifier, name_en, reason, register_id, status, created_at, start_date, end_date)
      select $1, 'X-' || g, 'Exemption ' || g, ${wide}, $3, case when g % 2 = 0 then 'REQUESTED' else 'GRANTED' end, now() - interval '90 days', current_date - 9, current_date + 9
      from generate_series(1, ${rows}) g, (select $2::bigint[]) p`,
    exemptions,
  )
  await run(
    `insert into exemption__perimeters (customer_id, owner_id, target_id) select $1, e.id, ($2::bigint[])[1 + e.id % cardinality($2::bigint[])] from exemption e where e.customer_id = $1`,
  )
  await owner.query('vacuum (full) incident, risk, evidence')
  for (const table of tables) await owner.query(`vacuum (analyze) ${table}`)
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await world.app.close()
})

const linesOf = async (by: Person) => (objectOf(await by.get('/check')) as Checks).lines
const listed = async (by: Person, entity: string, word: string) =>
  (await by.post(`/${entity}/page`, { queryParams: { filters: [{ name: 'findings', selected_options: [word] }], per_page: 1 } })).body.total as number

test('whoever reaches many places counts what their lists show, as whoever reaches all does', async () => {
  for (const by of [world.pilot, regional]) {
    const found = (await linesOf(by)).filter((line) => line.found > 0)
    expect(found.length).toBeGreaterThan(9)
    for (const { entity, word, found: count } of found) expect([entity, word, await listed(by, entity, word)]).toEqual([entity, word, count])
  }
})

test('much that is found is counted in indexes, and what lies in many places is looked up by hashes', async () => {
  const blocksOf = async (relation: string) =>
    Number((await owner.query<{ blocks: string }>('select pg_relation_size($1) / 8192 as blocks', [relation])).rows[0]?.blocks)
  for (const by of [world.pilot, regional]) {
    const reads = (await costOfCall(app, world.customer, () => by.get('/check'))).reads.filter(({ text }) => text.startsWith('with alike'))
    for (const table of ['incident', 'risk', 'exemption', 'evidence'] as const) {
      const counted = reads.find(({ text }) => text.includes(`from "${table}" as t`))
      expect(counted?.blocks, table).toBeLessThan(await blocksOf(table))
      if (table !== 'exemption') expect(counted?.text, table).not.toMatch(/"t"\."perimeter_id" = any\(\$\d+::bigint\[\]\)/)
    }
  }
})
