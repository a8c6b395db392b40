import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import { costOfCall } from '#tools/test/cost-of-call.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { keepMonths } from '#areas/actions/server/index.ts'

const actions = 6000
const plans = 12

let world: World
let owner: pg.Client
let app: pg.Client

beforeAll(async () => {
  world = await makeWorld()
  owner = new pg.Client(world.app.database.ownerUrl)
  app = new pg.Client(world.app.database.appUrl)
  await Promise.all([owner.connect(), app.connect()])
  const { customer, lyon, nantes, root, pilot } = world
  for (let n = 1; n < plans; n += 1) objectOf(await pilot.post('/program', { name_en: `Plan ${n}` }))
  const register = objectOf(await pilot.post('/gap_register', { name_en: 'Scan', type: 'SCAN' })).id as number
  const risks = objectOf(await pilot.post('/risk_register', { name_en: 'Risks', impact_types: ['FINANCIAL'] })).id as number
  // Written out by then: a commit that is not leaves its rows to be looked at by whoever reads an index alone.
  await owner.query('set session_replication_role = replica; set synchronous_commit = on')
  await owner.query(
    `insert into remediation (customer_id, identifier, name_en, description, status, program_id, perimeter_id, target_date, done_date, created_at, updated_at)
      select $1, 'X-' || g, 'Action ' || g, repeat('word ', 60), s.status, p.ids[1 + g % ${plans}], ($2::bigint[])[1 + g % 3], current_date + g % 90 - 30, case when s.status = 'FINISHED' then current_date - g % 300 end,
        present() - interval '90 days', present() - interval '90 days'
      from generate_series(1, ${actions}) g, lateral (select (array['TO_PLAN', 'PLANNED', 'ONGOING', 'CANCELLED', 'FINISHED'])[1 + g % 5] as status) s,
        (select array_agg(id order by id) as ids from program where customer_id = $1) p`,
    [customer, [root, lyon, nantes]],
  )
  await owner.query(
    `insert into remediation_history select v.* from remediation r, generate_series(1, 3) n,
        lateral jsonb_populate_record(null::remediation_history, to_jsonb(r) || jsonb_build_object('version', n, 'status', 'PLANNED', 'done_date', null,
          'valid_from', r.updated_at - make_interval(days => 90 * (4 - n)), 'valid_to', r.updated_at - make_interval(days => 90 * (3 - n)))) v where r.customer_id = $1`,
    [customer],
  )
  await owner.query('update remediation set version = 4 where customer_id = $1', [customer])
  await owner.query(
    `insert into gap (customer_id, identifier, name_en, register_id, perimeter_id, status, target_date)
      select $1, 'X-' || g, 'Gap ' || g, $2, ($3::bigint[])[1 + g % 3], 'TO_HANDLE', current_date + g % 90 - 30 from generate_series(1, ${actions}) g`,
    [customer, register, [root, lyon, nantes]],
  )
  await owner.query(
    `insert into risk (customer_id, identifier, name_en, register_id, perimeter_id, init_impact, init_probability, min_impact, min_probability, current_impact, current_probability, init_level, current_level)
      select $1, 'X-' || g, 'Risk ' || g, $2, ($3::bigint[])[1 + g % 3], 1, 1, 1, 1, 1, 1, 1, 1 from generate_series(1, ${actions}) g`,
    [customer, risks, [root, lyon, nantes]],
  )
  await owner.query('reset session_replication_role')
  for (const table of ['remediation', 'remediation_history', 'gap', 'program', 'risk']) await owner.query(`vacuum (analyze) ${table}`)
  await world.app.db.transaction(customer, async (tx) => {
    tx.act(systemWho(customer, 'test', 'test', 'en', 'Europe/Paris'))
    await keepMonths(tx)
  })
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await world.app.close()
})

const costOf = (work: () => Promise<{ status: number }>) => costOfCall(app, world.customer, work)

const blocksOf = async (relation: string) =>
  Number((await owner.query<{ blocks: string }>(`select pg_relation_size($1) / 8192 as blocks`, [relation])).rows[0]?.blocks)

test('the cockpit reads months that are over from what is kept of them, and today from the actions alone', async () => {
  const { statements, blocks } = await costOf(() => world.pilot.get('/dashboard/actions'))
  expect(statements).toBeLessThanOrEqual(5)
  expect(blocks).toBeLessThan((await blocksOf('remediation')) + 40)
})

test('what needs attention is at most six statements', async () => {
  expect((await costOf(() => world.pilot.get('/dashboard/attention'))).statements).toBeLessThanOrEqual(6)
})

const indexOf = async (table: string, definition: string) =>
  (
    await owner.query<{ name: string }>(`select indexname as name from pg_indexes where schemaname = 'public' and tablename = $1 and indexdef like $2`, [
      table,
      `%${definition}%`,
    ])
  ).rows[0]?.name

test('plans and registers count what they hold in one reading of an index: none of their rows is visited', async () => {
  const plansOf = await costOf(() => world.pilot.post('/program/page', { queryParams: {} }))
  expect(plansOf.blocks).toBeLessThan((await blocksOf(`public."${await indexOf('remediation', '(customer_id, program_id, target_date')}"`)) + 40 * plans)
  const registers = await costOf(() => world.pilot.post('/gap_register/page', { queryParams: {} }))
  expect(registers.blocks).toBeLessThan((await blocksOf(`public."${await indexOf('gap', '(customer_id, register_id, status')}"`)) + 80)
})

test('rows are offered by name out of an index, and the choices of reviews are counted in one reading', async () => {
  expect((await costOf(() => world.pilot.get('/gap/options'))).blocks).toBeLessThan(90)
  const { texts } = await costOf(() => world.pilot.get('/review/choices'))
  expect(texts.flatMap((text) => text.match(/from "review" as t/g) ?? [])).toHaveLength(1)
})

test('what waits for one is looked up, whatever there is besides', async () => {
  const { blocks, texts } = await costOf(() => world.pilot.get('/contribution/count'))
  expect(blocks).toBeLessThan(80)
  // A plan of it can be kept: what its figures ask for is no parameter.
  expect(texts.filter((text) => text.includes('::boolean'))).toEqual([])
  const waiting = { queryParams: { filters: [{ name: 'waits_for', selected_options: ['REVIEW', 'DECISION', 'LATE'] }] } }
  expect((await costOf(() => world.pilot.post('/gap/page', waiting))).blocks).toBeLessThan(80)
})

test('statistics of actions read an index, and what is kept of months that are over', async () => {
  const { statements, blocks } = await costOf(() => world.pilot.post('/remediation/stats', { queryParams: {} }))
  expect(statements).toBeLessThanOrEqual(5)
  expect(blocks).toBeLessThan((await blocksOf('remediation_counts')) + 80)
})

test('the workload of actions is summed in one reading of the same index', async () => {
  const { statements, blocks } = await costOf(() => world.pilot.post('/remediation/workload', { queryParams: {} }))
  expect(statements).toBeLessThanOrEqual(4)
  expect(blocks).toBeLessThan((await blocksOf('remediation_counts')) + 80)
})
