import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { costOfCall } from '#tools/test/cost-of-call.ts'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'

const rows = 6000

let world: World
let owner: pg.Client
let app: pg.Client
let register: number

beforeAll(async () => {
  world = await makeWorld()
  owner = new pg.Client(world.app.database.ownerUrl)
  app = new pg.Client(world.app.database.appUrl)
  await Promise.all([owner.connect(), app.connect()])
  const { customer, lyon, nantes, root, pilot, plan } = world
  const gaps = objectOf(await pilot.post('/gap_register', { name_en: 'Scan', type: 'SCAN' })).id as number
  register = objectOf(await pilot.post('/risk_register', { name_en: 'Risks', impact_types: ['FINANCIAL'] })).id as number
  // One in a hundred is in the place that is looked at, so that whoever reads them all is seen.
  const place = '(case when g % 100 = 0 then $2 else ($3::bigint[])[1 + g % 2] end)'
  const run = (text: string, ...more: unknown[]) => owner.query(text, [customer, lyon, [root, nantes], ...more])
  // Written out by then: a commit that is not leaves its rows to be looked at by whoever reads an index alone.
  await owner.query('set session_replication_role = replica; set synchronous_commit = on')
  await run(
    `insert into gap (customer_id, identifier, name_en, register_id, perimeter_id, status) select $1, 'X-' || g, 'Gap ' || g, $4, ${place}, 'TO_HANDLE' from generate_series(1, ${rows}) g`,
    gaps,
  )
  await run(
    `insert into incident (customer_id, identifier, name_en, perimeter_id, status, severity, category, detected_at, aware_at, opened_at)
      select $1, 'X-' || g, 'Incident ' || g, ${place}, 'OPENED', 25, 'MALWARE', now(), now(), now() from generate_series(1, ${rows}) g`,
  )
  await run(
    `insert into risk (customer_id, identifier, name_en, register_id, perimeter_id, init_impact, init_probability, min_impact, min_probability, current_impact, current_probability, init_level, current_level)
      select $1, 'X-' || g, 'Risk ' || g, $4, ${place}, 1, 1, 1, 1, 1, 1, 1, 1 from generate_series(1, ${rows}) g`,
    register,
  )
  await run(
    `insert into evidence (customer_id, identifier, name_en, perimeter_id, valid_until) select $1, 'X-' || g, 'Piece ' || g, ($3::bigint[])[1 + g % 2], current_date + g % 700 from generate_series(1, ${rows}) g, (select $2::bigint) p`,
  )
  await run(
    `insert into remediation (customer_id, identifier, name_en, description, program_id, perimeter_id) select $1, 'X-' || g, 'Action ' || g, repeat('word ', 60), $4, ${place} from generate_series(1, ${rows}) g`,
    plan,
  )
  await owner.query(
    `insert into remediation__evidences (customer_id, owner_id, target_id) select $1, r.id, e.id from (select id, row_number() over (order by id) as n from remediation where customer_id = $1) r
      join (select id, row_number() over (order by id) as n from evidence where customer_id = $1) e on e.n = r.n`,
    [customer],
  )
  await owner.query('reset session_replication_role')
  for (const table of ['gap', 'incident', 'risk', 'evidence', 'evidence_place', 'remediation', 'remediation__evidences'])
    await owner.query(`vacuum (analyze) ${table}`)
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await world.app.close()
})

const listed = async (entity: string) => costOfCall(app, world.customer, () => world.local.post(`/${entity}/page`, { queryParams: { per_page: 5 } }))
const totalOf = async (entity: string) => (await world.local.post(`/${entity}/page`, { queryParams: { per_page: 5 } })).body.total as number
/** What counts the rows of a list. */
const counted = async (entity: string) => (await listed(entity)).texts.find((text) => /^select (c\.total|\(select count)/.test(text)) ?? ''

test('whoever sees a part counts its rows way by way: by place, and what a register of theirs holds only if there is one', async () => {
  for (const [entity, given] of [
    ['gap', 'in_assignment'],
    ['incident', 'in_link'],
    ['risk', 'in_assignment'],
  ] as const) {
    const text = await counted(entity)
    expect(text.split(`select count(*) from "${entity}" as t`).length, entity).toBeGreaterThan(2)
    expect(text, entity).toContain(`exists (select ${given}`)
  }
  expect([await totalOf('gap'), await totalOf('incident'), await totalOf('risk')]).toEqual([rows / 100, rows / 100, rows / 100])
})

test('of evidence that actions show in their place no link and no action is read', async () => {
  const text = await counted('evidence')
  expect(text).toContain('public.evidence_place')
  expect(text).not.toContain('remediation')
  expect(await totalOf('evidence')).toBe(rows / 100)
})

test('what lets somebody in besides is counted once: a register of theirs, a row that is given to them', async () => {
  const before = await totalOf('risk')
  await owner.query(`insert into assignment (customer_id, entity, object_id, member_id) values ($1, 'risk_register', $2, $3)`, [
    world.customer,
    register,
    world.local.memberId,
  ])
  expect(await totalOf('risk')).toBe(rows)
  await owner.query(`delete from assignment where entity = 'risk_register'`)
  expect(await totalOf('risk')).toBe(before)
  const incidents = await totalOf('incident')
  const given = await owner.query<{ id: number }>(
    `update incident set manager_id = $2 where id in (select min(id) from incident where customer_id = $1 and perimeter_id = any($3) group by perimeter_id) returning id::int`,
    [world.customer, world.local.memberId, [world.lyon, world.nantes]],
  )
  expect(given.rowCount).toBe(2)
  expect(await totalOf('incident')).toBe(incidents + 1)
  for (const { id } of given.rows)
    await owner.query('insert into incident__told (customer_id, owner_id, target_id) values ($1, $2, $3)', [world.customer, id, world.local.memberId])
  expect(await totalOf('incident')).toBe(incidents + 1)
})

test('what most rows hold is found in the order of their list, as many as hold it', async () => {
  const { customer, pilot, local } = world
  await owner.query(
    `insert into search_document (customer_id, entity, id, text, identifier) select customer_id, 'remediation', id, 'alpha', 'alpha' from remediation where customer_id = $1 and identifier like 'X-%' and substring(identifier from 3)::int % 7 <> 0
      on conflict (customer_id, entity, id) do update set text = excluded.text`,
    [customer],
  )
  const asked = async (by: typeof pilot, more: object) => {
    const { status, body } = await by.post('/remediation/page', { queryParams: { per_page: 5000, ...more } })
    expect(status).toBe(200)
    return body as { readonly total: number; readonly objects: readonly { readonly id: number; readonly identifier: string }[] }
  }
  for (const by of [pilot, local])
    for (const more of [{}, { sort: [{ name: 'name', order: 'desc' }] }, { filters: [{ name: 'perimeter', selected_options: [world.lyon] }] }]) {
      const all = await asked(by, more)
      const rest = all.total > 5000 ? await asked(by, { ...more, page: 2 }) : { objects: [] }
      const expected = [...all.objects, ...rest.objects]
        .filter(({ identifier }) => Number(/^X-(\d+)$/.exec(identifier)?.[1] ?? 0) % 7 !== 0)
        .map(({ id }) => id)
      const [first, last] = [
        await asked(by, { ...more, global_search: 'Alpha', per_page: 40 }),
        await asked(by, { ...more, global_search: 'Alpha', per_page: 40, page: 2 }),
      ]
      expect([first.total, last.total]).toEqual([expected.length, expected.length])
      expect([...first.objects, ...last.objects].map(({ id }) => id)).toEqual(expected.slice(0, 80))
    }
})
