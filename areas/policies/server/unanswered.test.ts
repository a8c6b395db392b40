import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#tools/test/actions-world.ts'

let world: World
let owner: pg.Client
let others: readonly [pg.Client, pg.Client]
let lineages: number[]
let models: number[]

beforeAll(async () => {
  world = await makeWorld()
  const client = () => new pg.Client(world.app.database.ownerUrl)
  owner = client()
  others = [client(), client()]
  await Promise.all([owner, ...others].map((one) => one.connect()))
  models = [await world.solution(), await world.solution(), await world.solution()]
  const { rows } = await owner.query<{ id: string }>(
    `with p as (insert into policy (customer_id, identifier, name_en) values ($1, 'P-1', 'Rules') returning id)
    insert into control_lineage (customer_id, policy_id, key) select $1, p.id, 'k' || g from p, generate_series(1, 12) g returning id`,
    [world.customer],
  )
  lineages = rows.map(({ id }) => Number(id))
})
afterAll(async () => {
  await Promise.all([owner, ...others].map((one) => one.end()))
  await world.app.close()
})

const linked = (by: pg.Client, lineage: number, model: number) =>
  by.query('insert into control_solution (customer_id, lineage_id, solution_id) values ($1, $2, $3) on conflict do nothing', [world.customer, lineage, model])
const ended = (by: pg.Client, lineage: number, model: number) =>
  by.query('delete from control_solution where customer_id = $1 and lineage_id = $2 and solution_id = $3', [world.customer, lineage, model])
/** Requirements without any link that do not say so: a check would miss them. */
const missed = async () =>
  (
    await owner.query(
      `select id from control_lineage l where customer_id = $1 and not unanswered
        and not exists (select 1 from control_solution s where s.customer_id = l.customer_id and s.lineage_id = l.id)`,
      [world.customer],
    )
  ).rowCount
const saying = async (lineage: number) =>
  (await owner.query<{ unanswered: boolean }>('select unanswered from control_lineage where id = $1', [lineage])).rows[0]?.unanswered

test('a requirement says that it may have no model until it has one, and again when it loses one', async () => {
  const [lineage = 0] = lineages
  const [first = 0, second = 0] = models
  expect(await saying(lineage)).toBe(true)
  await linked(owner, lineage, first)
  expect(await saying(lineage)).toBe(false)
  await linked(owner, lineage, second)
  await ended(owner, lineage, first)
  expect(await saying(lineage)).toBe(true)
  await ended(owner, lineage, second)
  expect(await missed()).toBe(0)
})

test('two who each remove one of its two last links leave none that says nothing', async () => {
  const lineage = lineages[1] ?? 0
  const [first = 0, second = 0] = models
  for (const model of [first, second]) await linked(owner, lineage, model)
  const [one, other] = others
  await one.query('begin')
  await other.query('begin')
  await ended(one, lineage, first)
  // Neither sees what the other does; whoever comes second waits for the first.
  const waiting = ended(other, lineage, second)
  await one.query('commit')
  await waiting
  await other.query('commit')
  expect(await saying(lineage)).toBe(true)
})

test('whatever is linked and ended at once, none without a link is missed', async () => {
  let seed = 11
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  const work = async (by: pg.Client) => {
    for (let n = 0; n < 60; n += 1) {
      await by.query('begin')
      await (random(2) === 0 ? linked : ended)(by, lineages[random(12)] ?? 0, models[random(3)] ?? 0)
      await by.query(random(5) === 0 ? 'rollback' : 'commit')
    }
  }
  await Promise.all(others.map(work))
  expect(await missed()).toBe(0)
})
