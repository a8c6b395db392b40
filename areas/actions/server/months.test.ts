import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, proof, type World } from '#tools/test/actions-world.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { remediationStatuses } from '#areas/actions/contract/lifecycle.ts'
import { keepMonths } from './months.ts'

let world: World
let owner: pg.Client
let both: Person
let plan: Person
const timeZone = 'Europe/Paris'

beforeAll(async () => {
  world = await makeWorld({ at: new Date('2025-09-20T10:00:00Z') })
  owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  // Who signed in at first is there for all of it.
  await owner.query('update customer set password_max_age_days = 0 where id = $1', [world.customer])
  both = await world.app.member(world.customer, ['local_pilote', 'contributor'], { perimeterIds: [world.nantes] })
  plan = await world.app.member(world.customer, 'contributor')
})
afterAll(async () => {
  await owner.end()
  await world.app.close()
})

const keep = () =>
  world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', timeZone))
    await keepMonths(tx)
  })
const storedMonths = async () =>
  (await owner.query<{ moment: Date }>('select moment from remediation_month where customer_id = $1 order by 1', [world.customer])).rows.map(({ moment }) =>
    moment.toISOString(),
  )

/** The eleven months before that of a day, of each version that stood at their ends, one after the other: as it is meant. */
const meant = async (day: string, where: string) =>
  (
    await owner.query(
      `with days as (select (date_trunc('month', $2::timestamp) - make_interval(months => n))::date - 1 as day from generate_series(0, 10) n),
      d as (select day, (day + 1)::timestamp at time zone $3 as moment from days)
    select to_char(d.day, 'YYYY-MM') as month,
      count(t.id) filter (where t.status = 'FINISHED' and date_trunc('month', t.done_date) = date_trunc('month', d.day))::int as finished,
      count(t.id) filter (where t.status = 'ONGOING' and not coalesce(t.target_date < d.day, false))::int as ongoing,
      count(t.id) filter (where t.status in ('TO_PLAN', 'PLANNED', 'STANDBY') and not coalesce(t.target_date < d.day, false))::int as planned,
      count(t.id) filter (where t.status not in ('FINISHED', 'CANCELLED') and t.target_date < d.day)::int as late
    from d left join (
        select id, perimeter_id, manager_id, program_id, status, target_date, done_date, updated_at as valid_from, 'infinity'::timestamptz as valid_to from remediation where customer_id = $1
        union all select id, perimeter_id, manager_id, program_id, status, target_date, done_date, valid_from, valid_to from remediation_history where customer_id = $1) t
      on t.valid_from < d.moment and t.valid_to >= d.moment and (${where})
    group by d.day order by d.day`,
      [world.customer, day, timeZone],
    )
  ).rows as unknown[]

/** How many stood in each status at the ends of twelve months, the last of them a day: as it is meant. */
const meantByStatus = async (day: string, where: string) =>
  (
    await owner.query(
      `with days as (select least((date_trunc('month', $2::timestamp) - make_interval(months => n - 1))::date - 1, $2::date) as day from generate_series(0, 11) n),
      d as (select day, (day + 1)::timestamp at time zone $3 as moment from days)
    select to_char(d.day, 'YYYY-MM') as month, (select jsonb_object_agg(s, (select count(*) from (
        select perimeter_id, manager_id, status, updated_at as valid_from, 'infinity'::timestamptz as valid_to from remediation where customer_id = $1
        union all select perimeter_id, manager_id, status, valid_from, valid_to from remediation_history where customer_id = $1) t
      where t.status = s and t.valid_from < d.moment and t.valid_to >= d.moment and (${where})) ) from unnest($4::text[]) s) as counts
    from d order by d.day`,
      [world.customer, day, timeZone, remediationStatuses],
    )
  ).rows as unknown[]

/** Whoever reads actions by where they stand, whoever has their own, and whoever has both; everywhere and in a place; on a day gone by too. */
async function expectAsMeant(): Promise<void> {
  const { root, lyon, nantes, pilot, auditor, local, contributor } = world
  const readers: readonly (readonly [Person, string, string])[] = [
    [pilot, '', 'true'],
    [auditor, '', 'true'],
    [pilot, `perimeter=${lyon}`, `t.perimeter_id = ${lyon}`],
    [pilot, `perimeter=${root}`, `t.perimeter_id in (${root}, ${lyon}, ${nantes})`],
    [local, '', `t.perimeter_id = ${lyon}`],
    [local, `perimeter=${nantes}`, 'false'],
    [contributor, '', `t.manager_id = ${contributor.memberId}`],
    [plan, '', `t.manager_id = ${plan.memberId}`],
    [both, '', `t.perimeter_id = ${nantes} or t.manager_id = ${both.memberId}`],
  ]
  for (const [person, asked, where] of readers) {
    for (const on of ['', dayFromNow(-70)]) {
      const { status, body } = await person.get(`/dashboard/actions?${[asked, on && `on=${on}`].filter(Boolean).join('&')}`)
      expect(status).toBe(200)
      expect([asked, on, body.objects.slice(0, 11)]).toEqual([asked, on, await meant(on || dayFromNow(0), where)])
    }
    const places = { '': [], [`perimeter=${lyon}`]: [lyon], [`perimeter=${nantes}`]: [nantes], [`perimeter=${root}`]: [root, lyon, nantes] }[asked] ?? []
    // Of a status that is chosen, the others are told all the same.
    for (const more of [[], [{ name: 'status', selected_options: ['ONGOING'] }]]) {
      const filters = [{ name: 'perimeter', selected_options: places }, ...more]
      const { object } = (await person.post('/remediation/stats', { queryParams: { filters } })).body
      expect([asked, more, object.series]).toEqual([asked, more, await meantByStatus(dayFromNow(0), where)])
    }
  }
}

/** A number that is the same in every run, as good as any. */
let seed = 7
const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
const one = <T>(of: readonly T[]): T => of[random(of.length)] as T

test('whatever is written while months pass, what is kept of them is what their versions say', async () => {
  const ids: number[] = []
  let written = 0
  const write = async () => {
    const fields = {
      perimeter: one([world.root, world.lyon, world.nantes, null]),
      manager: one([null, world.pilot.memberId, world.contributor.memberId, both.memberId]),
      target_date: one([null, dayFromNow(random(60)), dayFromNow(random(60) - 60)]),
      ...one([
        { status: 'TO_PLAN' },
        { status: 'PLANNED' },
        { status: 'ONGOING' },
        { status: 'FINISHED', ...proof },
        { status: 'CANCELLED', status_reason: 'Why' },
      ]),
    }
    const id = random(3) > 0 ? one(ids) : undefined
    const verb = random(8)
    const { status, body } =
      id === undefined
        ? await world.pilot.post('/remediation', { name_en: 'Act', program: world.plan, ...fields })
        : verb === 0
          ? await world.pilot.delete(`/remediation/${id}`)
          : await world.pilot.put(`/remediation/${id}`, verb < 3 ? { perimeter: fields.perimeter } : fields)
    if (status === 200) written += 1
    if (status === 200 && id === undefined) ids.push(body.object.id as number)
  }
  for (let month = 0; month < 14; month += 1) {
    await world.app.moveTo(new Date(Date.UTC(2025, 8 + month, 20, 10)))
    await owner.query('update session set created_at = moment(), last_used_at = moment(), expires_at = moment() + $1::interval', ['9 hours'])
    // Several write while it is counted.
    await Promise.all([...Array.from({ length: 12 }, write), ...(month % 3 === 0 ? [] : [keep()])])
    if (month % 4 === 0) await expectAsMeant()
  }
  expect(written).toBeGreaterThan(80)
  await keep()
  await expectAsMeant()
  expect((await storedMonths()).at(-1)).toBe('2026-09-30T22:00:00.000Z')
  // What is read of a reader by place comes of what is kept alone.
  for (const column of ['late', 'in_finished']) {
    await owner.query(
      `begin; update remediation_month set ${column} = (select array_agg(l + 1) from unnest(${column}) l) where cardinality(${column}) > 0; commit`,
    )
    await expect(expectAsMeant()).rejects.toThrow()
    await keep()
    await expectAsMeant()
  }
  // What was kept before statuses were, says nothing of them.
  await owner.query('update remediation_month set in_finished = null, in_ongoing = null')
  await expectAsMeant()
  await keep()
  expect((await owner.query('select 1 from remediation_month where in_finished is null or in_ongoing is null')).rowCount).toBe(0)
})

test('what is entered at a moment gone by changes the months after it, and months end by the clock of the organisation', async () => {
  await keep()
  const before = await storedMonths()
  expect(before).toHaveLength(24)
  await owner.query("begin; set local app.moment = '2026-05-03T10:00:00Z'")
  await owner.query(
    `insert into remediation (customer_id, identifier, name_en, program_id, perimeter_id, status) values ($1, 'OLD-1', 'Entered late', $2, $3, 'ONGOING')`,
    [world.customer, world.plan, world.lyon],
  )
  await owner.query('commit')
  expect(await storedMonths()).toEqual(before.filter((moment) => moment < '2026-05-03'))
  await expectAsMeant()
  await keep()
  expect(await storedMonths()).toEqual(before)
  await expectAsMeant()
  await owner.query("update customer set time_zone = 'Asia/Tokyo' where id = $1", [world.customer])
  await world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Asia/Tokyo'))
    await keepMonths(tx)
  })
  expect((await storedMonths()).at(-1)).toBe('2026-09-30T15:00:00.000Z')
  await owner.query('update customer set time_zone = $2 where id = $1', [world.customer, timeZone])
  // None of these ends is theirs any more, so that all are counted.
  await expectAsMeant()
})
