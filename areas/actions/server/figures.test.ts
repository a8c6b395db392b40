import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const { pilot, nantes } = world
  await world.action({ status: 'PLANNED', target_date: dayFromNow(-2), priority: 100, cost: 10 })
  await world.action({
    status: 'ONGOING',
    target_date: dayFromNow(5),
    priority: 100,
    manager: pilot.memberId,
    workload: 10,
    start_date: dayFromNow(5),
  })
  await world.action({ status: 'FINISHED', target_date: dayFromNow(-20), ...proof, workload: 99 })
  await world.action({ perimeter: nantes, workload: 4, cost: 2.5 })
})
afterAll(() => world.app.close())

const asked = (filters: object[] = []) => ({ queryParams: { filters } })
const only = (name: string, ...selected_options: unknown[]) => asked([{ name, selected_options }])

test('a list opens with what is still to do, the nearest first, and ends with what is closed', async () => {
  const { objects } = (await world.pilot.post('/remediation/page', { queryParams: {} })).body as {
    objects: { status: string; target_date: string | null; closed: boolean }[]
  }
  expect(objects.map(({ status, closed }) => [status, closed])).toEqual([
    ['PLANNED', false],
    ['ONGOING', false],
    ['TO_PLAN', false],
    ['FINISHED', true],
  ])
})

test('tabs count what the list would show in each status, whatever the chosen one', async () => {
  expect(objectOf(await world.pilot.post('/remediation/counts', asked()))).toEqual({
    TO_PLAN: 1,
    PLANNED: 1,
    ONGOING: 1,
    STANDBY: 0,
    FINISHED: 1,
    CANCELLED: 0,
    total: 4,
  })
  expect(objectOf(await world.pilot.post('/remediation/counts', only('status', 'PLANNED'))).total).toBe(4)
  expect(objectOf(await world.pilot.post('/remediation/counts', only('late', true)))).toMatchObject({ PLANNED: 1, total: 1 })
  expect(objectOf(await world.local.post('/remediation/counts', {})).total).toBe(3)
  expect((await world.pilot.post('/remediation/counts', only('nonsense', 1))).status).toBe(400)
})

test('statistics count the same rows by status, priority, perimeter and lateness', async () => {
  const found = objectOf(await world.pilot.post('/remediation/stats', asked()))
  expect(found).toMatchObject({
    total: 4,
    late: 1,
    soon: 1,
    unassigned: 2,
    cost: 12.5,
    workload: 113,
    by_status: { PLANNED: 1, FINISHED: 1 },
  })
  expect(found.by_priority).toEqual([
    { priority: 100, count: 2, late: 1 },
    { priority: 50, count: 2, late: 0 },
  ])
  expect(found.by_perimeter).toMatchObject([
    { perimeter: { name: 'Lyon' }, count: 3, late: 1, finished: 1 },
    { perimeter: { name: 'Nantes' }, count: 1, late: 0 },
  ])
  expect(objectOf(await world.local.post('/remediation/stats', asked()))).toMatchObject({
    total: 3,
    by_perimeter: [{ perimeter: { name: 'Lyon' } }],
  })
})

test('the series tells how statuses stood at the end of each of the last twelve months', async () => {
  const { series } = objectOf(await world.pilot.post('/remediation/stats', asked()))
  expect(series).toHaveLength(12)
  expect(series[0].counts).toMatchObject({ TO_PLAN: 0, FINISHED: 0 })
  expect(series[11]).toEqual({
    month: dayFromNow(0).slice(0, 7),
    counts: { TO_PLAN: 1, PLANNED: 1, ONGOING: 1, STANDBY: 0, FINISHED: 1, CANCELLED: 0 },
  })
})

test('the workload of open actions lies in the months of their dates, person by person', async () => {
  const { months, rows } = objectOf(await world.pilot.post('/remediation/workload', asked()))
  expect(months).toHaveLength(12)
  expect(months[0]).toBe(`${dayFromNow(0).slice(0, 7)}-01`)
  const mine = rows.find((row: { manager: { id: number } | null }) => row.manager?.id === world.pilot.memberId)
  const index = months.indexOf(`${dayFromNow(5).slice(0, 7)}-01`)
  expect(mine).toMatchObject({ is_group: false, actions: 1, before: 0, after: 0, undated: 0 })
  expect(mine.days[index]).toBe(10)
  expect(mine.days.reduce((a: number, b: number) => a + b, 0)).toBe(10)
  expect(rows.at(-1)).toMatchObject({ manager: null, undated: 4 })
})

test('work is spread evenly over its days, with what lies before and after told apart', async () => {
  const day = dayFromNow(400)
  const { id } = await world.action({
    start_date: dayFromNow(-400),
    target_date: day,
    status: 'ONGOING',
    workload: 801,
    manager: world.local.memberId,
  })
  const { rows } = objectOf(await world.pilot.post('/remediation/workload', only('manager', world.local.memberId)))
  expect(rows).toHaveLength(1)
  const { before, after, days } = rows[0] as { before: number; after: number; days: number[] }
  expect(before + after + days.reduce((a, b) => a + b, 0)).toBe(801)
  expect(days[1]).toBeGreaterThanOrEqual(28)
  expect(days[1]).toBeLessThanOrEqual(31)
  await world.pilot.delete(`/remediation/${id}`)
})

test('whatever its days are, an action weighs on each month by the days that it has there', async () => {
  const asDay = (n: number | null) => (n === null ? null : dayFromNow(n))
  const made = [
    [-40, 20, 12.5],
    [null, 45, 7],
    [3, 3, 1.5],
    [350, 420, 9],
    [-90, -60, 6],
    [5, null, 2.5],
    [-700, 700, 100],
  ].map(([start = null, target = null, workload]) => ({ start_date: asDay(start), target_date: asDay(target), workload: workload ?? 0 }))
  const ids: number[] = []
  for (const one of made) ids.push((await world.action({ ...one, status: one.target_date ? 'ONGOING' : 'TO_PLAN', manager: world.local.memberId })).id)
  const { rows, months } = objectOf(await world.pilot.post('/remediation/workload', only('manager', world.local.memberId)))
  const expected = new Map<string, number>()
  for (const { start_date: from, target_date: until, workload } of made) {
    if (until === null) expected.set('undated', (expected.get('undated') ?? 0) + workload)
    if (until === null) continue
    const since = from === null || from > until ? until : from
    const days = (Date.parse(until) - Date.parse(since)) / 86_400_000 + 1
    for (let n = 0; n < days; n += 1) {
      const month = `${new Date(Date.parse(since) + n * 86_400_000).toISOString().slice(0, 7)}-01`
      const key = months.includes(month) ? month : month < months[0] ? 'before' : 'after'
      expected.set(key, (expected.get(key) ?? 0) + workload / days)
    }
  }
  const { before, after, undated, days, actions } = rows[0]
  expect(actions).toBe(made.length)
  for (const [key, value] of Object.entries({ before, after, undated, ...Object.fromEntries(months.map((month: string, n: number) => [month, days[n]])) }))
    expect(Math.abs(Number(value) - (expected.get(key) ?? 0)), key).toBeLessThanOrEqual(0.051)
  for (const id of ids) await world.pilot.delete(`/remediation/${id}`)
})

test('a plan tells its actions by status, those late, and how far it is', async () => {
  expect(objectOf(await world.pilot.get(`/program/${world.plan}`))).toMatchObject({
    actions: 4,
    late: 1,
    progress: 25,
    counts: { TO_PLAN: 1, PLANNED: 1, ONGOING: 1, FINISHED: 1, CANCELLED: 0 },
  })
  const empty = objectOf(await world.pilot.post('/program', { name_en: 'Empty' }))
  expect(empty).toMatchObject({ actions: 0, late: 0, progress: null })
})

test('a page of actions carries what the list and the board show', async () => {
  const { body, status } = await world.local.post('/remediation/page', {
    queryParams: {
      sort: [{ name: 'target_date', order: 'asc' }],
      filters: [{ name: 'status', selected_options: ['PLANNED', 'ONGOING'] }],
    },
  })
  expect([status, body.total]).toEqual([200, 2])
  expect(body.objects[0]).toMatchObject({ late: true, progress: 0, labels: [], warning: { status: true } })
})
