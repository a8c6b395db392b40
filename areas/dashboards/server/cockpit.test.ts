import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'
import type { ActionMonth, ActionSeries, Attention, ListLink } from '#areas/dashboards/contract/calls.ts'
import type { Budget, Late } from '#areas/dashboards/contract/work.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.action({ status: 'ONGOING', target_date: dayFromNow(-5), manager: world.pilot.memberId })
  await world.action({ status: 'ONGOING', target_date: dayFromNow(-3) })
  await world.action({ status: 'ONGOING', target_date: dayFromNow(30), manager: world.pilot.memberId })
  await world.action({ status: 'PLANNED', target_date: dayFromNow(5), manager: world.pilot.memberId })
  await world.action({ status: 'TO_PLAN' })
  await world.action({ status: 'FINISHED', target_date: dayFromNow(-1), ...proof })
})
afterAll(() => world.app.close())

const rowsOf = async (person: Person, { entity, filters }: ListLink) =>
  (await person.post(`/${entity}/page`, { queryParams: { filters, per_page: 100 } })).body.total as number

test('the current month counts each action once, and its figures are what their lists show', async () => {
  const { objects, links } = (await world.pilot.get('/dashboard/actions')).body as { objects: ActionMonth[]; links: Record<ActionSeries, ListLink> }
  expect(objects).toHaveLength(12)
  const now = objects.at(-1)
  expect(now).toMatchObject({ month: dayFromNow(0).slice(0, 7), ongoing: 1, planned: 2, late: 2 })
  for (const name of ['finished', 'ongoing', 'planned', 'late'] as const) expect([name, await rowsOf(world.pilot, links[name])]).toEqual([name, now?.[name]])
  expect(objects[0]).toMatchObject({ finished: 0, ongoing: 0, planned: 0, late: 0 })
})

test('whatever needs attention counts exactly the rows that its link shows', async () => {
  const { objects } = (await world.pilot.get('/dashboard/attention')).body as { objects: Attention[] }
  expect(objects.map(({ kind, count }) => [kind, count])).toEqual(
    expect.arrayContaining([
      ['my_late', 1],
      ['unassigned_late', 1],
      ['my_soon', 1],
    ]),
  )
  for (const { kind, count, link } of objects) if (link) expect([kind, await rowsOf(world.pilot, link)]).toEqual([kind, count])
})

test('late answers to recurring tasks and expired evidence in use are told to whoever has them, and to pilots and auditors of all that they reach', async () => {
  const { pilot, contributor } = world
  const runbook = objectOf(await pilot.post('/runbook', { name_en: 'Operations' })).id
  const start = `${dayFromNow(-70).slice(0, 7)}-01`
  const task = objectOf(
    await pilot.post('/runtask', {
      name_en: 'Backups',
      runbook,
      perimeter: world.lyon,
      manager: contributor.memberId,
      periodicity: 'MONTHLY',
      start_date: start,
    }),
  ).id
  expect((await pilot.post(`/runtask/${task}/backfill`, {})).status).toBe(200)
  const expired = (manager: number | null) => ({
    name_en: 'Report',
    perimeter: world.lyon,
    url: 'https://intranet.example/old',
    valid_until: dayFromNow(-2),
    effective_date: dayFromNow(-9),
    manager,
  })
  const shown = async (person: Person) => objectOf(await pilot.post('/evidence', expired(person.memberId))).id as number
  const late = dayFromNow(2)
  await world.action({ evidences: [await shown(contributor), await shown(pilot)], target_date: late, manager: contributor.memberId })
  // Nothing shows it: it is in nobody's way.
  await shown(pilot)
  const readAttention = async (person: Person) => {
    const { objects } = (await person.get('/dashboard/attention')).body as { objects: Attention[] }
    for (const { kind, count, link } of objects) if (link) expect([kind, await rowsOf(person, link)]).toEqual([kind, count])
    return Object.fromEntries(objects.filter(({ kind }) => /tasks|evidence_/.test(kind)).map(({ kind, count }) => [kind, count]))
  }
  const { total } = (await pilot.post('/occurrence/page', { queryParams: { filters: [{ name: 'late', selected_options: [true] }] } })).body
  expect(total).toBeGreaterThan(0)
  expect(await readAttention(contributor)).toEqual({ my_tasks_late: total, my_evidence_expired: 1 })
  expect(await readAttention(pilot)).toEqual({ my_evidence_expired: 1, tasks_late: total, evidence_expired: 2 })
  expect(await readAttention(world.auditor)).toEqual({ tasks_late: total, evidence_expired: 2 })
  const elsewhere = (await pilot.get(`/dashboard/attention?perimeter=${world.nantes}`)).body.objects as Attention[]
  expect(elsewhere.filter(({ kind }) => /tasks|evidence_/.test(kind))).toEqual([])
})

test('late actions and the budget count and sum exactly the rows that their links show', async () => {
  await world.action({ status: 'FINISHED', target_date: dayFromNow(-1), cost: 7, ...proof })
  await world.action({ status: 'ONGOING', target_date: dayFromNow(40), cost: 12.5 })
  const late = (await world.pilot.get('/dashboard/late')).body.object as Late
  expect(late.total).toBe(2)
  expect(late.first.map(({ target_date }) => target_date)).toEqual([dayFromNow(-5), dayFromNow(-3)])
  expect(await rowsOf(world.pilot, late.link)).toBe(late.total)
  const { year, spent, committed } = (await world.pilot.get('/dashboard/budget')).body.object as Budget
  expect([year, spent.keuro, committed.keuro]).toEqual([Number(dayFromNow(0).slice(0, 4)), 7, 12.5])
  for (const { actions, link } of [spent, committed]) expect(await rowsOf(world.pilot, link)).toBe(actions)
})

test('whose actions the late ones are is said as it is for each reader', async () => {
  const of = async (person: Person, query = '') => ((await person.get(`/dashboard/late${query}`)).body.object as Late).of
  const { customerId } = world.pilot
  const place = { perimeterIds: [world.root] }
  expect([
    await of(world.pilot),
    await of(world.pilot, `?perimeter=${world.root}`),
    await of(await world.app.member(customerId, 'global_auditor')),
    await of(await world.app.member(customerId, 'local_auditor', place)),
    await of(await world.app.member(customerId, 'contributor')),
  ]).toEqual(['all', 'perimeter', 'all', 'reach', 'own'])
})

test('the budget is what plans say for the year, told to who reaches all of them, and opens these plans', async () => {
  const year = Number(dayFromNow(0).slice(0, 4))
  const read = async (person: Person, query = '') => (await person.get(`/dashboard/budget${query}`)).body.object as Budget
  expect((await read(world.pilot)).budget).toMatchObject({ keuro: 0, plans: 0 })
  const made = await world.pilot.post('/program', { name_en: 'Other', budgets: [{ year, amount: 30.5 }] })
  expect(made.body.object).toMatchObject({ budget: 30.5, budgets: [{ year, amount: 30.5 }] })
  const twice = [year, year + 1, year].map((each) => ({ year: each, amount: 1 }))
  expect((await world.pilot.put(`/program/${world.plan}`, { budgets: twice })).body).toMatchObject({
    ok: false,
    errors: { budgets: ['Enter each year only once'] },
  })
  const budgets = [year - 1, year, year + 1].map((each) => ({ year: each, amount: each === year ? 100 : 7 }))
  expect((await world.pilot.put(`/program/${world.plan}`, { budgets })).status).toBe(200)
  expect((await world.local.put(`/program/${world.plan}`, { budgets: [] })).status).toBeGreaterThanOrEqual(403)
  for (const person of [world.pilot, world.auditor]) {
    const { budget } = await read(person)
    expect(budget).toMatchObject({ keuro: 130.5, plans: 2 })
    expect((await person.post('/program/page', { queryParams: { filters: budget?.link.filters } })).body.total).toBe(2)
    expect((await read(person, `?perimeter=${world.lyon}`)).budget).toBeNull()
  }
  for (const person of [world.local, world.contributor]) expect((await read(person)).budget).toBeNull()
  // Nobody had said anything then.
  expect((await read(world.pilot, `?on=${dayFromNow(-400)}`)).budget).toMatchObject({ keuro: 0, plans: 0 })
})

test('a day gone by counts what stood at its end, and its links list exactly that', async () => {
  const yesterday = dayFromNow(-1)
  const owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  // Two actions stood yesterday, one of them late then and finished since; all others are of today.
  const [finished, open] = [
    await world.action({ status: 'ONGOING', target_date: dayFromNow(-9), cost: 40, manager: world.pilot.memberId }),
    await world.action({ status: 'ONGOING', target_date: dayFromNow(-1), cost: 2, perimeter: world.nantes }),
  ]
  for (const { id } of [finished, open]) {
    await owner.query(`update remediation set created_at = moment() - interval '3 days', updated_at = moment() - interval '3 days' where id = $1`, [id])
  }
  expect((await world.pilot.put(`/remediation/${finished.id}`, { status: 'FINISHED', ...proof })).status).toBe(200)
  await owner.end()
  const listed = async (person: Person, { entity, filters }: ListLink) =>
    (await person.post(`/${entity}/page?as_of=${yesterday}`, { queryParams: { filters, per_page: 100 } })).body.total as number
  for (const person of [world.pilot, world.auditor, world.local]) {
    const read = async (path: string) => (await person.get(`/dashboard/${path}?on=${yesterday}`)).body
    const late = (await read('late')).object as Late
    expect([late.total, late.first.map(({ target_date }) => target_date)]).toEqual([1, [dayFromNow(-9)]])
    expect(await listed(person, late.link)).toBe(late.total)
    const { spent, committed } = (await read('budget')).object as Budget
    expect([spent.keuro, committed.keuro]).toEqual([0, person === world.local ? 40 : 42])
    for (const { actions, link } of [spent, committed]) expect(await listed(person, link)).toBe(actions)
    const attention = (await read('attention')).objects as Attention[]
    for (const { kind, count, link } of attention) expect([kind, link && (await listed(person, link))]).toEqual([kind, count])
    if (person === world.pilot) expect(attention.find(({ kind }) => kind === 'my_late')?.count).toBe(1)
    const { objects, links } = (await read('actions')) as { objects: ActionMonth[]; links: Record<ActionSeries, ListLink> }
    expect(objects.at(-1)?.month).toBe(yesterday.slice(0, 7))
    for (const name of ['finished', 'ongoing', 'planned', 'late'] as const)
      expect([name, await listed(person, links[name])]).toEqual([name, objects.at(-1)?.[name]])
  }
  const late = (await world.pilot.get(`/dashboard/late?on=${dayFromNow(0)}`)).body.object as Late
  expect(late.first.map(({ id }) => id)).not.toContain(finished.id)
  expect((await world.pilot.get('/dashboard/late?on=yesterday')).status).toBe(400)
})

test('a perimeter chosen keeps everything to what lies below it', async () => {
  const elsewhere = (await world.pilot.post('/perimeter', { name_en: 'Elsewhere', parent: world.root })).body.object.id as number
  const months = (await world.pilot.get(`/dashboard/actions?perimeter=${elsewhere}`)).body.objects as ActionMonth[]
  expect(months.at(-1)).toMatchObject({ ongoing: 0, planned: 0, late: 0 })
  expect((await world.pilot.get(`/dashboard/attention?perimeter=${elsewhere}`)).body.objects).toEqual([])
})

test('somebody else sees what waits for them alone', async () => {
  const contributor = await world.app.member(world.pilot.customerId, 'contributor')
  expect((await contributor.get('/dashboard/attention')).body).toMatchObject({ ok: true, objects: [] })
  const months = (await contributor.get('/dashboard/actions')).body.objects as ActionMonth[]
  expect(months.at(-1)).toMatchObject({ ongoing: 0, planned: 0, late: 0 })
})
