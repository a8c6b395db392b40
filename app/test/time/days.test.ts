import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter } from '#kit/contract/day-after.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { closedStates, type WorkItem } from '#kit/contract/work-item.ts'
import type { Attention } from '#areas/dashboards/contract/calls.ts'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp, filledPilot } from '#app/test/worlds/filled-app.ts'
import { resources } from '#app/server/registry.ts'
import { testPassword, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

/*
 * What day it is, is what the calendar of the organisation says, at the moments when that is hardest to say: on both sides of midnight in UTC, an hour or less from
 * both changes of the European clocks, and on a day that most years do not have. The days are written down, not computed.
 */
const moments: readonly { readonly at: string; readonly days: Readonly<Record<string, string>> }[] = [
  { at: '2026-11-29T23:30:00Z', days: { 'Pacific/Auckland': '2026-11-30', 'Europe/Paris': '2026-11-30', 'America/New_York': '2026-11-29' } },
  { at: '2026-11-30T00:30:00Z', days: { 'Pacific/Auckland': '2026-11-30', 'America/New_York': '2026-11-29' } },
  { at: '2027-03-28T00:45:00Z', days: { 'Pacific/Auckland': '2027-03-28', 'Europe/Paris': '2027-03-28', 'America/New_York': '2027-03-27' } },
  { at: '2027-10-31T00:45:00Z', days: { 'Pacific/Auckland': '2027-10-31', 'Europe/Paris': '2027-10-31', 'America/New_York': '2027-10-30' } },
  { at: '2028-02-29T10:30:00Z', days: { 'Pacific/Auckland': '2028-02-29', 'America/New_York': '2028-02-29' } },
]
const cases = moments
  .flatMap(({ at, days }) => Object.entries(days).map(([zone, today]) => ({ at: new Date(at), zone, today, title: `${at} in ${zone}` })))
  .map((one, turn) => ({ ...one, turn }))

let app: TestApp
let owner: pg.Client
let customer: number
let pilot: Person
let ids: Ids
/** Due yesterday, today and tomorrow, in a plan of their own. */
let plan: number
const byNumber = (a: number, b: number) => a - b
const actions: number[] = []
/** Whose last day is yesterday, whose last is today, whose first is today, whose first is tomorrow. */
const outsiders: Person[] = []

/** Stored dates until when something is to be done; what is late by a day that others hold is late by the same rule. */
const works = [...resources.values()].flatMap(({ def, work }) => {
  const due = work?.due && def.fields[work.due.date]
  return work?.due && due && !due.options.derived && def.list.filters.includes('late') ? [{ work, due: work.due }] : []
})

beforeAll(async () => {
  ;({
    app,
    pilot,
    ids,
    customer: { id: customer },
  } = await filledApp())
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  plan = objectOf(await pilot.post('/program', { name_en: 'Days' })).id
  for (const name_en of ['Yesterday', 'Today', 'Tomorrow'])
    actions.push(objectOf(await pilot.post('/remediation', { name_en, program: plan, status: 'ONGOING', target_date: '2030-01-01' })).id)
  for (const _ of [1, 2, 3, 4]) outsiders.push(await app.member(customer, 'contributor'))
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const page = async (entity: string, filters: readonly Filter[]): Promise<readonly Row[]> => {
  const { status, body } = await pilot.post(`/${entity}/page`, { queryParams: { filters, per_page: 200 } })
  expect([entity, status]).toEqual([entity, 200])
  return body.objects
}
const listed = async (entity: string, ...filters: Filter[]): Promise<number[]> => (await page(entity, filters)).map(({ id }) => id)
const rowOf = async (entity: string, id: number, ...filters: Filter[]) => (await page(entity, filters)).find((row) => row.id === id)
const only = (name: string, ...selected_options: Filter['selected_options']): Filter => ({ name, selected_options })

/** Gives a row its date behind the back of the program, which would not take one that has passed. */
async function dated(work: WorkItem, id: number, day: string): Promise<void> {
  const { due, status, watched } = work
  const open = Object.keys(work.states).filter((state) => !closedStates(work).includes(state))
  await owner.query(
    `update ${work.entity.name} set ${due?.date} = $3, ${due?.start ? `${due.start} = least(${due.start}, $3),` : ''} ${watched ? `${watched} = true,` : ''}
      ${status} = case when ${status} = any($4) then ${status} else $5 end where customer_id = $1 and id = $2`,
    [customer, id, day, open, work.begins],
  )
}

/** Runs one scheduled job, of one organisation: what else would be due by now waits. */
const job = async (name: string) => {
  await owner.query("update scheduled_run set next_at = moment() + interval '1 hour'")
  await owner.query(
    `insert into scheduled_run (customer_id, job, next_at) values ($1, $2, moment() - interval '1 minute')
    on conflict (customer_id, job) do update set next_at = excluded.next_at`,
    [customer, name],
  )
  await app.queue.tick()
  await app.jobs()
}

test('many entities have a day until when something is to be done', () => {
  expect(works.length).toBeGreaterThan(4)
})

describe.each(cases)('$title', ({ at, zone, today, turn }) => {
  const [yesterday, tomorrow] = [dayAfter(today, -1), dayAfter(today, 1)]
  beforeAll(async () => {
    await app.moveTo(at)
    await owner.query('update customer set time_zone = $2 where id = $1', [customer, zone])
    for (const [n, day] of [yesterday, today, tomorrow].entries()) await owner.query('update remediation set target_date = $2 where id = $1', [actions[n], day])
    // Nobody's password has grown too old meanwhile.
    await owner.query('update account set password_changed_at = moment() where password_hash is not null')
    pilot = await app.signIn(filledPilot)
  })

  test('is late from the day after, and soon on the day itself', async () => {
    // One code makes the rule for all of them: each meets a third of the days.
    for (const { work, due } of works.filter((_, n) => n % 3 === turn % 3)) {
      const { name } = work.entity
      const id = Number(ids.get(name)?.[0])
      for (const [day, late] of [
        [yesterday, true],
        [today, false],
        [tomorrow, false],
      ] as const) {
        await dated(work, id, day)
        const row = await rowOf(name, id, only('late', late))
        expect([name, day, row?.[due.date], row?.late, row?.soon]).toEqual([name, day, day, late, !late && (day === today || due.soon > 0)])
      }
    }
  })

  test('numbers are those of their lists', async () => {
    const [late, due, next] = actions
    const own = only('program', plan)
    const stats = (await pilot.post('/remediation/stats', { queryParams: { filters: [own] } })).body.object
    expect([stats.total, stats.late, stats.soon]).toEqual([3, 1, 2])
    expect(await listed('remediation', own, only('late', true))).toEqual([late])
    expect((await listed('remediation', own, only('soon', true))).toSorted(byNumber)).toEqual([due ?? 0, next ?? 0].toSorted(byNumber))
    expect((await pilot.get(`/program/${plan}`)).body.object).toMatchObject({ actions: 3, late: 1 })
    for (const { kind, count, link } of (await pilot.get('/dashboard/attention')).body.objects as Attention[])
      if (link) expect([kind, (await pilot.post(`/${link.entity}/page`, { queryParams: { filters: link.filters } })).body.total]).toEqual([kind, count])
  })

  test('a filter that is counted from today', async () => {
    const [late, due, next] = actions
    const found = async (period: Extract<Filter['selected_options'][number], { period: unknown }>) =>
      (await listed('remediation', only('program', plan), only('target_date', period))).toSorted(byNumber)
    expect(await found({ period: 'past' })).toEqual([late])
    expect(await found({ period: 'today' })).toEqual([due])
    expect(await found({ period: 'last_days', days: 2 })).toEqual([late, due])
    expect(await found({ period: 'next_days', days: 1 })).toEqual([due, next])
    expect(await found({ period: 'until_days', days: 1 })).toEqual([late, due, next])
    // A moment by the day that it was there.
    const incident = Number(ids.get('incident')?.[0])
    const seen = []
    for (const time of [`${yesterday} 23:58`, `${today} 00:01`, `${today} 23:58`, `${tomorrow} 00:01`]) {
      await owner.query('update incident set detected_at = $2::timestamp at time zone $3 where id = $1', [incident, time, zone])
      seen.push((await listed('incident', only('detected_at', { period: 'today' }))).includes(incident))
    }
    expect(seen).toEqual([false, true, true, false])
  })

  test('somebody comes in on their first day and on their last one', async () => {
    const days = [
      [null, yesterday],
      [null, today],
      [today, null],
      [tomorrow, null],
    ]
    for (const [n, [first, last]] of days.entries()) {
      const id = outsiders[n]?.memberId
      await owner.query('update member set access_start = $2, access_end = $3 where id = $1', [id, first, last])
      await owner.query('update membership set starts_on = $3, ends_on = $4 where customer_id = $1 and member_id = $2', [customer, id, first, last])
    }
    const emails = (await owner.query<{ email: string }>('select email from member where id = any($1) order by id', [outsiders.map((one) => one.memberId)]))
      .rows
    const came = await Promise.all(
      emails.map(({ email }) =>
        app.signIn(email, testPassword).then(
          async (person) => (await person.get('/auth/check')).status === 200,
          () => false,
        ),
      ),
    )
    expect(came).toEqual([false, true, true, false])
  })

  test('a trial ends on its day, and an exemption the day after its own', async () => {
    await owner.query('delete from customer_option where customer_id = $1', [customer])
    await owner.query(
      `insert into customer_option (customer_id, type, status, date_start, ends_on, send_reminder, started_by)
      select $1, type, 'ON_TRIAL', $4::date - 14, day, false, $5 from (values ('ISP', $2::date), ('RISK_ANALYSIS', $3::date)) v (type, day)`,
      [customer, today, tomorrow, today, pilot.memberId],
    )
    const exemption = Number(ids.get('exemption')?.[0])
    const exempt = (day: string) =>
      owner.query(
        `update exemption set status = 'GRANTED', closed_on = null, close_reason = null, start_date = least(start_date, $2), end_date = $2 where id = $1`,
        [exemption, day],
      )
    const status = async () => (await owner.query<{ status: string }>('select status from exemption where id = $1', [exemption])).rows[0]?.status
    await exempt(today)
    await job('tenancy.trials')
    await job('exemption_expiry')
    const { rows } = await owner.query<{ type: string; status: string }>('select type, status from customer_option where customer_id = $1 order by type', [
      customer,
    ])
    expect(rows).toEqual([
      { type: 'ISP', status: 'EXPIRED' },
      { type: 'RISK_ANALYSIS', status: 'ON_TRIAL' },
    ])
    expect(await status()).toBe('GRANTED')
    await exempt(yesterday)
    await job('exemption_expiry')
    expect(await status()).toBe('CLOSED')
  })

  test('what comes round every day comes today for the first time', async () => {
    const body = { name_en: `Daily ${at.getTime()} ${zone}`, runbook: ids.get('runbook')?.[0], periodicity: 'DAILY', start_date: today }
    const task = objectOf(await pilot.post('/runtask', body)).id as number
    await app.jobs()
    const { rows } = await owner.query<{ first: string }>('select min(period_start)::text as first from occurrence where runtask_id = $1', [task])
    expect(rows[0]?.first).toBe(today)
    expect((await listed('occurrence', only('runtask', task), only('late', true))).length).toBe(0)
    expect((await pilot.put(`/runtask/${task}`, { archived: true })).status).toBe(200)
  })
})
