import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { keepRiskMonths } from './trend.ts'

let world: World
let owner: pg.Client
let both: Person
const registers: number[] = []
const timeZone = 'Europe/Paris'

beforeAll(async () => {
  world = await makeWorld({ at: new Date('2025-09-20T10:00:00Z') })
  owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  // Who signed in at first is there for all of it.
  await owner.query('update customer set password_max_age_days = 0 where id = $1', [world.customer])
  both = await world.app.member(world.customer, ['local_pilote', 'contributor'], { perimeterIds: [world.nantes] })
  for (const name_en of ['Group', 'Projects'])
    registers.push(objectOf(await world.pilot.post('/risk_register', { name_en, impact_types: ['FINANCIAL'], appetite: 2 })).id as number)
})
afterAll(async () => {
  await owner.end()
  await world.app.close()
})

const keep = () =>
  world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', timeZone))
    await keepRiskMonths(tx)
  })
const countStored = async (register: number) =>
  (
    await owner.query<{ count: number }>('select count(*)::int as count from risk_month where customer_id = $1 and register_id = $2', [
      world.customer,
      register,
    ])
  ).rows[0]?.count

/** The last twelve months of each version that stood at their ends, of risks that are there now, one after the other: as it is meant. */
const meant = async (register: number, where: string) =>
  (
    await owner.query(
      `with days as (select least(((date_trunc('month', present()) + make_interval(months => 1 - n))::date - 1), present()::date) as day from generate_series(0, 11) n),
      d as (select day, (day + 1)::timestamp at time zone $3 as moment from days),
      x as (select id, register_id, treatment, current_level, updated_at as begins, 'infinity'::timestamptz as ends from risk where customer_id = $1
        union all select id, register_id, treatment, current_level, valid_from, valid_to from risk_history where customer_id = $1),
      counted as (select d.day, x.current_level as level, count(*)::int as count from d join x on x.begins < d.moment and x.ends >= d.moment and x.register_id = $2 and x.treatment <> 'CLOSED'
        and x.id in (select t.id from risk t where t.customer_id = $1 and t.register_id = $2 and (${where})) group by 1, 2)
    select to_char(d.day, 'YYYY-MM') as month,
      (select coalesce(jsonb_agg(jsonb_build_object('level', c.level, 'count', c.count) order by c.level), '[]') from counted c where c.day = d.day) as counts
    from d order by d.day`,
      [world.customer, register, timeZone],
    )
  ).rows as unknown[]

async function expectAsMeant(): Promise<void> {
  const { lyon, nantes, pilot, auditor, local } = world
  const readers: readonly (readonly [Person, string])[] = [
    [pilot, 'true'],
    [auditor, 'true'],
    [local, `t.perimeter_id = ${lyon}`],
    [both, `t.perimeter_id = ${nantes} or t.manager_id = ${both.memberId}`],
  ]
  for (const [n, [person, where]] of readers.entries())
    for (const register of registers)
      expect([n, objectOf(await person.get(`/risk_register/${register}/trend`)).months]).toEqual([n, await meant(register, where)])
}

/** A number that is the same in every run, as good as any. */
let seed = 11
const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
const one = <T>(of: readonly T[]): T => of[random(of.length)] as T

test('whatever is written while months pass, what is kept of the risks of a register is what their versions say', async () => {
  const { pilot, root, lyon, nantes } = world
  const ids: number[] = []
  let written = 0
  const write = async () => {
    const fields = {
      perimeter: one([root, lyon, nantes]),
      manager: one([null, pilot.memberId, both.memberId]),
      init_impact: 1 + random(5),
      init_probability: 1 + random(5),
    }
    const id = random(3) > 0 ? one(ids) : undefined
    const verb = random(8)
    const { status, body } =
      id === undefined
        ? await pilot.post('/risk', { name_en: 'Risk', register: one(registers), ...fields })
        : verb === 0
          ? await pilot.delete(`/risk/${id}`)
          : await pilot.put(`/risk/${id}`, verb < 3 ? { perimeter: fields.perimeter } : { init_impact: fields.init_impact, manager: fields.manager })
    if (status === 200) written += 1
    if (status === 200 && id === undefined) ids.push(body.object.id as number)
  }
  for (let month = 0; month < 14; month += 1) {
    await world.app.moveTo(new Date(Date.UTC(2025, 8 + month, 20, 10)))
    await owner.query("update session set created_at = moment(), last_used_at = moment(), expires_at = moment() + interval '9 hours'")
    // Several write while it is counted.
    await Promise.all([...Array.from({ length: 10 }, write), ...(month % 3 === 0 ? [] : [keep()])])
    if (month % 4 === 1) await expectAsMeant()
  }
  expect(written).toBeGreaterThan(60)
  await keep()
  await expectAsMeant()
  await owner.query('update risk_month set counts = (select array_agg(c + 1) from unnest(counts) c) where cardinality(counts) > 0')
  await expect(expectAsMeant()).rejects.toThrow()
  await keep()
  await expectAsMeant()
})

test('a risk that goes or moves takes its past along: the months of its register are counted until they are kept again, others stay', async () => {
  const [first = 0, second = 0] = registers
  const risk = objectOf(await world.pilot.post('/risk', { name_en: 'Moves', register: first, perimeter: world.lyon, init_impact: 3, init_probability: 3 }))
  await keep()
  expect([await countStored(first), await countStored(second)]).toEqual([24, 24])
  objectOf(await world.pilot.put(`/risk/${risk.id}`, { name_en: 'Stays' }))
  expect(await countStored(first)).toBe(24)
  objectOf(await world.pilot.put(`/risk/${risk.id}`, { perimeter: world.nantes }))
  expect([await countStored(first), await countStored(second)]).toEqual([0, 24])
  await expectAsMeant()
  await keep()
  expect((await world.pilot.delete(`/risk/${risk.id}`)).status).toBe(200)
  expect([await countStored(first), await countStored(second)]).toEqual([0, 24])
  await expectAsMeant()
})
