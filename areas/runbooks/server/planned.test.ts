import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { addDays, addMonths, nextStart } from '#areas/runbooks/contract/recurrence.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { occurrenceStatuses } from '#areas/runbooks/contract/occurrence.ts'
import { occurrencesJob } from './generate.ts'

let world: World
let book: number
let count = 0
const today = dayFromNow(0)
const monday = nextStart('WEEKLY', addDays(today, -6))

beforeAll(async () => {
  world = await makeWorld()
  book = objectOf(await world.pilot.post('/runbook', { name_en: 'Nights', is_default: true })).id
})
afterAll(() => world.app.close())

const task = async (fields: object = {}): Promise<Row> =>
  objectOf(
    await world.pilot.post('/runtask', {
      name_en: `Backups ${(count += 1)}`,
      runbook: book,
      perimeter: world.lyon,
      periodicity: 'WEEKLY',
      start_date: monday,
      ...fields,
    }),
  )

const newMetric = async (fields: object = {}): Promise<Row> =>
  objectOf(
    await world.pilot.post('/metric', {
      identifier: `patched_${(count += 1)}`,
      name_en: `Patched ${count}`,
      perimeters: [world.lyon],
      start_date: addMonths(today, -6),
      ...fields,
    }),
  )

/** What a task is to be that gives the values of a metric of its own, and what makes that possible. */
async function measuredTask(fields: object = {}) {
  const { id: metric, identifier } = await newMetric(fields)
  const { id: measure } = await world.measure()
  objectOf(await world.pilot.post(`/measure/${measure}/implement`, {}))
  const indicator = objectOf(
    await world.pilot.post('/indicator', { name_en: `Shown ${metric}`, formula: identifier, perimeters: [world.lyon], measures: [measure], target_value: 90 }),
  ).id as number
  const measured = { runbook: book, measure, perimeter: world.lyon, metrics: [metric], periodicity: 'MONTHLY', start_date: `${today.slice(0, 8)}01` }
  return { measured, metric: metric as number, indicator }
}

test('the work of the months to come follows from rhythm and charge, beyond the rows that are there', async () => {
  const { id } = await task({ charge: 0.5, manager: world.local.memberId })
  const queryParams = { filters: [{ name: 'runtask', selected_options: [id] }] }
  const { months, rows } = objectOf(await world.pilot.post('/occurrence/workload', { queryParams }))
  expect(months).toEqual(Array.from({ length: 12 }, (_, n) => addMonths(`${today.slice(0, 7)}-01`, n)))
  const last = addDays(addMonths(months[0], 12), -1)
  const dues = Array.from({ length: 60 }, (_, n) => addDays(monday, 7 * n + 6)).filter((due) => due >= months[0] && due <= last)
  expect(rows).toEqual([
    {
      manager: { id: world.local.memberId, name: expect.any(String) },
      is_group: false,
      late: 0,
      days: months.map((month: string) => dues.filter((due) => due.startsWith(month.slice(0, 7))).length / 2),
      times: dues.length,
    },
  ])
  // What one time is asked for does not hide the others.
  const open = { filters: [...queryParams.filters, { name: 'closed', selected_options: [true] }] }
  expect(objectOf(await world.pilot.post('/occurrence/workload', { queryParams: open })).rows).toEqual(rows)
  expect(objectOf(await world.contributor.post('/occurrence/workload', { queryParams })).rows).toEqual([])
})

test('what is late is told apart from the months, and counted as its list counts it', async () => {
  const { id } = await task({ charge: 0.5, start_date: addDays(monday, -21), manager: world.local.memberId })
  objectOf(await world.pilot.post(`/runtask/${id}/backfill`, {}))
  const filters = [{ name: 'runtask', selected_options: [id] }]
  const listed = async (...more: object[]) =>
    (await world.pilot.post('/occurrence/page', { queryParams: { filters: [...filters, ...more] } })).body.total as number
  const { rows, months } = objectOf(await world.pilot.post('/occurrence/workload', { queryParams: { filters } }))
  expect(await listed({ name: 'late', selected_options: [true] })).toBe(3)
  expect(rows[0]).toMatchObject({ late: 1.5 })
  const dues = Array.from({ length: 9 }, (_, n) => addDays(monday, 7 * n + 6)).filter((due) => due >= today && due.startsWith(months[0].slice(0, 7)))
  expect(rows[0].days[0]).toBe(dues.length / 2)
})

test('tasks are counted by label, those without last', async () => {
  const label = objectOf(await world.pilot.post('/label', { name_en: `Night ${count}` }))
  const runbook = objectOf(await world.pilot.post('/runbook', { name_en: 'Labelled' })).id
  const tied = await task({ runbook, labels: [label.id], start_date: addDays(monday, -7) })
  await task({ runbook })
  await world.pilot.post(`/runtask/${tied.id}/backfill`, {})
  const { objects } = (await world.pilot.post('/runtask/labels', { queryParams: { filters: [{ name: 'runbook', selected_options: [runbook] }] } })).body
  expect(objects).toEqual([
    { label: expect.objectContaining({ id: label.id }), tasks: 1, due: 2, late: 1, completion: 0 },
    { label: null, tasks: 1, due: 1, late: 0, completion: null },
  ])
})

test('contributions are counted by runbook and person, and each figure lists exactly its rows (RUN-11)', async () => {
  const runbook = objectOf(await world.pilot.post('/runbook', { name_en: 'Rounds' })).id
  const { id } = await task({ runbook, periodicity: 'DAILY', start_date: addDays(today, -9), manager: world.contributor.memberId })
  await world.pilot.post(`/runtask/${id}/backfill`, {})
  await task({ runbook, periodicity: 'DAILY', start_date: today, perimeter: world.nantes })
  const times = async (by: Person, ...filters: object[]): Promise<{ objects: Row[]; total: number }> =>
    (await by.post('/occurrence/page', { queryParams: { filters, per_page: 500, sort: [{ name: 'due_date', order: 'asc' }] } })).body
  const only = (name: string, ...selected_options: unknown[]) => ({ name, selected_options })
  const [first, second, third] = (await times(world.pilot, only('runtask', id))).objects
  objectOf(await world.contributor.post(`/occurrence/${first?.id}/answer`, { answer: 'DONE' }))
  objectOf(await world.contributor.post(`/occurrence/${second?.id}/answer`, { answer: 'NA', comment: 'Closed' }))
  objectOf(await world.contributor.post(`/occurrence/${third?.id}/answer`, { answer: 'NOT_DONE' }))
  // What was answered is nobody's to do any more: it stands apart from what is, and each count is that of its rows.
  for (const closed of [false, true]) {
    const { objects, counts } = (await world.contributor.get(`/user/objects?closed=${closed}`)).body
    const occurrences = (objects as { entity: string; id: number; due: string | null }[]).filter(({ entity }) => entity === 'occurrence')
    const mine = occurrences.map(({ id: own }) => own)
    // Each with the day by which it is to be done.
    expect(occurrences.filter(({ due }) => due === null)).toEqual([])
    const answered = [first?.id, second?.id, third?.id]
    expect(objects).toHaveLength(counts[closed ? 'closed' : 'open'])
    if (closed) expect(mine).toEqual(expect.arrayContaining(answered))
    else expect(mine.filter((own) => answered.includes(own))).toEqual([])
    expect(mine).toHaveLength((await times(world.contributor, only('mine', true), only('closed', closed))).total)
  }
  const contributionOf = async (by: Person, days = 30) => {
    const { from, to, rows } = objectOf(await by.get(`/runbook/contribution?days=${days}`))
    return { within: only('due_date', { from, to }), rows: (rows as Row[]).filter((row) => row.runbook.id === runbook) }
  }
  const { within, rows } = await contributionOf(world.pilot)
  expect(rows).toEqual([
    {
      runbook: expect.objectContaining({ name: 'Rounds' }),
      manager: { id: world.contributor.memberId, name: expect.any(String) },
      group: null,
      due: 9,
      done: 1,
      late: 6,
    },
    { runbook: expect.anything(), manager: null, group: null, due: 1, done: 0, late: 0 },
  ])
  for (const { manager, due, done, late } of rows) {
    const own = [within, only('runbook', runbook), only('manager', manager?.id ?? null), ...(manager ? [] : [only('group', null)])]
    const count = async (...filters: object[]) => (await times(world.pilot, ...own, ...filters)).total
    expect([
      await count(only('status', ...occurrenceStatuses.filter((status) => status !== 'NA'))),
      await count(only('status', 'DONE', 'DONE_OK', 'DONE_KO')),
      await count(only('late', true), only('closed', false)),
    ]).toEqual([due, done, late])
  }
  // Others count what they find.
  expect((await contributionOf(world.local)).rows.map(({ due }) => due)).toEqual([9])
  expect((await contributionOf(world.contributor)).rows.map(({ due }) => due)).toEqual([9])
  expect((await contributionOf(world.pilot, 1)).rows.map(({ due }) => due)).toEqual([1, 1])
})

test('the runbooks that take a task are offered, the default one first, to those who may add one (RUN-14)', async () => {
  const closed = objectOf(await world.pilot.post('/runbook', { name_en: 'Closed', archived: true })).id
  const { objects } = (await world.pilot.get('/runtask/runbooks')).body
  expect(objects[0]).toMatchObject({ id: book })
  expect(objects.map(({ id }: Row) => id)).not.toContain(closed)
  expect((await world.pilot.get('/runtask/runbooks?search=Nigh')).body.objects).toEqual([expect.objectContaining({ id: book, name: 'Nights' })])
  expect((await world.contributor.get('/runtask/runbooks')).status).toBe(403)
})

test('metrics of a task are those that indicators of its measure are made of, in its rhythm and its place; they stay while it names them (RUN-13)', async () => {
  const { measured, metric, indicator } = await measuredTask()
  const wrong = async (fields: object) => (await world.pilot.post('/runtask', { ...measured, name_en: 'Wrong', ...fields })).body.errors?.metrics
  const linked = ['Indicators must first be linked to the measure and have the same periodicity']
  expect(await wrong({ metrics: [(await newMetric()).id] })).toEqual(linked)
  expect(await wrong({ measure: null })).toEqual(linked)
  expect(await wrong({ periodicity: 'YEARLY', start_date: today })).toEqual(linked)
  expect(await wrong({ perimeter: world.nantes })).toEqual(['One of these metrics is not measured in the task’s perimeter'])
  // Those that are taken are those that are offered.
  const offered = async (fields: object, by = world.pilot) => {
    const { measure, perimeter, periodicity } = { ...measured, ...fields }
    return (await by.get(`/runtask/metrics?measure=${measure}&perimeter=${perimeter}&periodicity=${periodicity}`)).body.objects?.map(
      (one: { id: number }) => one.id,
    )
  }
  expect([await offered({}), await offered({ perimeter: world.nantes }), await offered({ periodicity: 'WEEKLY' })]).toEqual([[metric], [], []])
  expect(await offered({}, world.auditor)).toBeUndefined()
  const { id, metrics } = await task(measured)
  expect(metrics).toMatchObject([{ id: metric }])
  expect((await world.pilot.put(`/runtask/${id}`, { perimeter: world.nantes })).body.errors).toHaveProperty('metrics')
  expect((await world.pilot.put(`/metric/${metric}`, { decimals: 1 })).body.errors).toHaveProperty('decimals')
  objectOf(await world.pilot.put(`/indicator/${indicator}`, { archived: true, measures: [] }))
  objectOf(await world.pilot.delete(`/runtask/${id}`))
  objectOf(await world.pilot.put(`/runtask/${(await task({ ...measured, metrics: undefined, measure: null })).id}`, { metrics: [] }))
  objectOf(await world.pilot.delete(`/indicator/${indicator}`))
  expect((await world.pilot.delete(`/metric/${metric}`)).status).toBe(200)
})

test('an answer takes metric values with it: those of its writer alone, held to their bounds, all or none, and what is corrected is kept', async () => {
  const { measured, metric } = await measuredTask({ manager: world.contributor.memberId, minimum: 0, maximum: 100 })
  const { id } = await task({ ...measured, manager: world.contributor.memberId })
  const [time] = (
    await world.pilot.post('/occurrence/page', {
      queryParams: { filters: [{ name: 'runtask', selected_options: [id] }], sort: [{ name: 'due_date', order: 'asc' }] },
    })
  ).body.objects as Row[]
  expect(time).toMatchObject({ metrics: 1 })
  const give = (value: number, by: Person = world.contributor, more: object = {}) =>
    by.post(`/occurrence/${time.id}/answer`, { answer: 'DONE', values: [{ metric_id: metric, value, ...more }] })
  const read = async (by: Person = world.contributor) => (await by.get(`/occurrence/${time.id}/value`)).body.objects
  expect(await read()).toMatchObject([{ id: metric, period: `${today.slice(0, 8)}01`, value: null, version: 0, may_enter: true, maximum: 100 }])
  expect(await read(world.auditor)).toMatchObject([{ id: metric, may_enter: false }])
  const refused = await give(101.5)
  expect([refused.status, refused.body.errors]).toEqual([400, { 'values.0.value': ['Above the maximum of 100'] }])
  const strange = await world.contributor.post(`/occurrence/${time.id}/answer`, {
    answer: 'DONE',
    values: [
      { metric_id: (await newMetric()).id, value: 1 },
      { metric_id: metric, value: 1 },
    ],
  })
  expect(strange.body.errors).toEqual({ 'values.0.value': ['This task does not ask for values of this metric'] })
  expect((await give(7, world.contributor, { version: 3 })).body.errors).toHaveProperty(['values.0.value'])
  // Nothing of an answer that was refused is there.
  expect(objectOf(await world.pilot.get(`/occurrence/${time.id}`))).toMatchObject({ status: 'TO_DO' })
  objectOf(await give(42))
  expect(await read()).toMatchObject([{ value: 42, version: 1 }])
  objectOf(await world.contributor.post(`/occurrence/${time.id}/undo`, {}))
  objectOf(await give(43, world.contributor, { version: 1 }))
  const former = (await world.pilot.get(`/metric/${metric}/value?perimeter_id=${world.lyon}&period=${today}`)).body.objects as Row[]
  expect(former.map(({ value, source, author }) => [value, source, author.id])).toEqual([43, 42].map((value) => [value, 'MANUAL', world.contributor.memberId]))
  // A task that is somebody's does not give them metrics that are another's.
  const others = await measuredTask()
  const { id: second } = await task({ ...others.measured, manager: world.contributor.memberId })
  const [own] = (await world.contributor.post('/occurrence/page', { queryParams: { filters: [{ name: 'runtask', selected_options: [second] }] } })).body.objects
  expect((await world.contributor.get(`/occurrence/${own.id}/value`)).body.objects).toEqual([])
  const not = await world.contributor.post(`/occurrence/${own.id}/answer`, { answer: 'DONE', values: [{ metric_id: others.metric, value: 1 }] })
  expect(not.body.errors).toEqual({ 'values.0.value': ["You don't have access to this metric"] })
})

test('a measure that is reset takes its recurring tasks along, answered ones too; history keeps what was answered (RUN-24)', async () => {
  const measure = await world.measure()
  objectOf(await world.pilot.post(`/measure/${measure.id}/implement`, {}))
  const { id } = await task({ measure: measure.id, manager: world.contributor.memberId })
  const { id: other } = await task()
  const timesOf = async (runtask: number): Promise<Row[]> =>
    (await world.pilot.post('/occurrence/page', { queryParams: { filters: [{ name: 'runtask', selected_options: [runtask] }] } })).body.objects
  const [time] = await timesOf(id)
  objectOf(await world.contributor.post(`/occurrence/${time?.id}/answer`, { answer: 'DONE' }))
  objectOf(await world.pilot.post(`/measure/${measure.id}/reset`, {}))
  expect([(await world.pilot.get(`/runtask/${id}`)).status, (await timesOf(id)).length]).toEqual([404, 0])
  expect((await timesOf(other)).length).toBeGreaterThan(0)
  const versions = await world.app.db.transaction(world.customer, (tx) =>
    tx.run(sql<{ status: string }>`select status from occurrence_history where customer_id = ${tx.customerId} and id = ${time?.id}`),
  )
  expect(versions.map(({ status }) => status)).toContain('DONE')
})

test('kill -9 in the middle of a night: nothing of it is there, and the next one makes each time once, none lost and none doubled', async () => {
  const daily = []
  for (let n = 0; n < 3; n += 1) daily.push((await task({ periodicity: 'DAILY', start_date: today })).id as number)
  const at = new Date(Date.parse(`${dayFromNow(5)}T11:00:00Z`))
  const daysOf = async (id: number) =>
    (
      await world.app.db.transaction(world.customer, (tx) =>
        tx.run(
          sql<{
            day: string
          }>`select period_start as day from occurrence where customer_id = ${tx.customerId} and runtask_id = ${id} and period_start is not null order by period_start`,
        ),
      )
    ).map(({ day }) => day)
  const child = spawn(
    process.execPath,
    ['tools/run.mjs', 'tools/test/cut-off-generation.ts', world.app.database.appUrl, String(world.customer), at.toISOString()],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  expect(output.toString()).toContain('made')
  child.kill('SIGKILL')
  await once(child, 'exit')
  for (const id of daily) expect(await daysOf(id)).toEqual([today, addDays(today, 1)])
  const night = () =>
    occurrencesJob.runLong({
      data: {},
      resources,
      apart: (work) =>
        world.app.db.transaction(
          world.customer,
          async (tx) => {
            tx.act(systemWho(world.customer, occurrencesJob.name, 'test', 'en', 'Europe/Paris'))
            return work(tx)
          },
          { at },
        ),
    })
  await Promise.all([night(), night()])
  for (const id of daily) expect(await daysOf(id)).toEqual(Array.from({ length: 7 }, (_, n) => addDays(today, n)))
})
