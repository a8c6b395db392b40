import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import type { ForecastAnswer } from '#areas/dashboards/contract/forecast.ts'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import { resources } from '#app/server/registry.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { goldenCustomer, exemptedUntil, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import { factsOn } from './dated-facts.ts'
import { loadDated } from './load-dated.ts'
import { missingMeasures } from './missing-measures.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let task: number
let occurrence: number

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  const made = await pilot.post('/runbook', { name_en: 'Continuity' })
  const { body } = await pilot.post('/runtask', {
    name_en: 'Backup test',
    runbook: made.body.object.id,
    kind: 'CONTROL',
    periodicity: 'QUARTERLY',
    start_date: dayFromNow(-20),
    measure: golden.measure.M4,
    perimeter: golden.perimeter.B,
    manager: pilot.memberId,
  })
  task = body.object.id
  const rows = (await pilot.post('/occurrence/page', { queryParams: { filters: [{ name: 'runtask', selected_options: [task] }] } })).body.objects as {
    id: number
    due_date: string
  }[]
  occurrence = rows.toSorted((a, b) => a.due_date.localeCompare(b.due_date))[0]?.id ?? 0
})
afterAll(() => app.close())

const forecast = async (query = '', by: Person = pilot): Promise<ForecastAnswer> => {
  const answer = await by.get(`/dashboard/forecast${query}`)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return answer.body.object
}

test('the facts of today are those that the score reads, whatever was answered', async () => {
  for (const answer of [undefined, { answer: 'DONE_KO', comment: 'Nothing came back' }, { answer: 'DONE_OK' }]) {
    if (answer) expect((await pilot.post(`/occurrence/${occurrence}/answer`, answer)).status).toBe(200)
    const [now, then] = await golden.as(async (tx) => {
      const facts = await loadFacts(tx, tx.today)
      const dated = await loadDated(tx, resources, dayFromNow(365))
      return [computeScores(facts), computeScores(factsOn(facts, dated, tx.today))] as const
    })
    expect(then.consolidated).toEqual(now.consolidated)
    if (answer) expect((await pilot.post(`/occurrence/${occurrence}/undo`, {})).status).toBe(200)
  }
})

test('the score falls when a control falls due unanswered and when an exemption ends, and the falls add up', async () => {
  const { today, last, falls, others, points, target, proven } = await forecast()
  const { score } = (await pilot.get('/score')).body.object
  expect(today).toBeCloseTo(score.performance, 4)
  expect(proven.now).toBeCloseTo(score.proven_share, 4)
  expect(target).toBe(75)
  expect(falls.reduce((sum, fall) => sum + fall.points, others.points)).toBeCloseTo((last ?? 0) - (today ?? 0), 4)
  expect(points.at(-1)?.score).toBeCloseTo(last ?? 0, 4)
  const due = falls.find(({ causes }) => causes.some((cause) => cause.task?.id === task))
  expect(due?.causes).toMatchObject([
    {
      kind: 'UNANSWERED',
      task: { name: 'Backup test' },
      owner: { id: pilot.memberId },
      perimeter: { id: golden.perimeter.B },
      remedy: 'REMIND',
      started: false,
    },
  ])
  // The requirement counts again from the day after the last one of its exemption.
  const ended = [...falls].find(({ day }) => day === new Date(Date.parse(exemptedUntil) + 86_400_000).toISOString().slice(0, 10))
  expect(ended?.causes).toMatchObject([{ kind: 'EXEMPTION', perimeter: { id: golden.perimeter.A }, requirements: 1 }])
})

test('a reminder is a click, shows, helps the dashed line, and is taken back', async () => {
  const before = await forecast()
  expect(before.helped).toBe(before.last)
  expect((await pilot.post('/dashboard/forecast/remind', { tasks: [task] })).body.object).toEqual({ reminded: 1 })
  const after = await forecast()
  expect([after.last, after.today]).toEqual([before.last, before.today])
  expect(after.helped ?? 0).toBeGreaterThan(after.last ?? 0)
  expect(after.falls.flatMap(({ causes }) => causes).filter((cause) => cause.task?.id === task)).toMatchObject([{ started: true }])
  expect((await pilot.get(`/runtask/${task}`)).body.object.reminders).toMatchObject([{ days: 14 }])
  expect((await pilot.post('/dashboard/forecast/remind', { tasks: [task] })).body.object).toEqual({ reminded: 0 })
  expect((await pilot.post('/dashboard/forecast/remind', { tasks: [task], undo: true })).body.object).toEqual({ reminded: 1 })
  expect(await forecast()).toEqual(before)
})

test('a reminder that somebody wrote into the task stays when others are taken back, and offers no way back here', async () => {
  const mine = async () => (await forecast()).falls.flatMap(({ causes }) => causes).filter((cause) => cause.task?.id === task)
  const reminders = async () => (await pilot.get(`/runtask/${task}`)).body.object.reminders as { id: number; days: number }[]
  expect((await pilot.put(`/runtask/${task}`, { reminders: [{ days: 14 }] })).status).toBe(200)
  expect(await mine()).toMatchObject([{ started: true, undoable: false }])
  expect((await pilot.post('/dashboard/forecast/remind', { tasks: [task] })).body.object).toEqual({ reminded: 0 })
  expect((await pilot.post('/dashboard/forecast/remind', { tasks: [task], undo: true })).body.object).toEqual({ reminded: 0 })
  expect(await reminders()).toMatchObject([{ days: 14 }])
  expect((await pilot.put(`/runtask/${task}`, { reminders: [] })).status).toBe(200)
  expect((await pilot.post('/dashboard/forecast/remind', { tasks: [task] })).body.object).toEqual({ reminded: 1 })
  expect(await mine()).toMatchObject([{ started: true, undoable: true }])
  // One's own beside it stays, also where the task was saved since.
  const [ours] = await reminders()
  expect((await pilot.put(`/runtask/${task}`, { reminders: [ours, { days: 3 }] })).status).toBe(200)
  expect((await pilot.post('/dashboard/forecast/remind', { tasks: [task], undo: true })).body.object).toEqual({ reminded: 1 })
  expect(await reminders()).toMatchObject([{ days: 3 }])
  expect((await pilot.put(`/runtask/${task}`, { reminders: [] })).status).toBe(200)
})

test('a day is booked for what comes round once a year: shown, answered by the dashed line for its next time alone, and taken back', async () => {
  const { runbook } = (await pilot.get(`/runtask/${task}`)).body.object
  const made = await pilot.post('/runtask', {
    name_en: 'Crisis exercise',
    runbook: runbook.id,
    kind: 'CONTROL',
    periodicity: 'YEARLY',
    start_date: dayFromNow(-20),
    measure: golden.measure.M2,
    perimeter: golden.perimeter.A,
    manager: pilot.memberId,
  })
  const exercise = made.body.object.id as number
  const causeOf = ({ falls }: ForecastAnswer) => falls.flatMap(({ causes }) => causes).find((cause) => cause.task?.id === exercise)
  const before = await forecast()
  expect(causeOf(before)).toMatchObject({ remedy: 'BOOK', started: false, booked: null, proposed: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  const on = causeOf(before)?.proposed
  expect((await pilot.post('/dashboard/forecast/remind', { tasks: [exercise], on: dayFromNow(0) })).status).toBe(400)
  expect((await pilot.post('/dashboard/forecast/remind', { tasks: [exercise], on })).body.object).toEqual({ reminded: 1 })
  const after = await forecast()
  expect(causeOf(after)).toMatchObject({ remedy: 'BOOK', started: true, booked: on })
  expect([after.last, after.today]).toEqual([before.last, before.today])
  expect(after.helped ?? 0).toBeGreaterThan(after.last ?? 0)
  expect((await pilot.get(`/runtask/${exercise}`)).body.object.reminders).toMatchObject([{ date: on, days: null }])
  expect((await pilot.post('/dashboard/forecast/remind', { tasks: [exercise], on, undo: true })).body.object).toEqual({ reminded: 1 })
  expect(await forecast()).toEqual(before)
  expect((await pilot.delete(`/runtask/${exercise}`)).status).toBe(200)
})

test('where requirements count again, the models to plan are those that nobody has in place or planned there', async () => {
  const { perimeter, lineage, solution } = golden
  const open = (of: number) => golden.as(async (tx) => missingMeasures(computeScores(await loadFacts(tx, tx.today)), perimeter.A, of))
  expect(await open(lineage.R1)).toEqual({ missing: [], planned: [] })
  expect(await open(lineage.R3)).toEqual({ missing: [solution.S3], planned: [] })
  const program = (await pilot.post('/program', { name_en: 'Plan' })).body.object.id
  const steps = [{ kind: 'IMPLEMENT', solution: solution.S3, perimeters: [perimeter.A], target_date: dayFromNow(90) }]
  expect((await pilot.post('/dashboard/next_steps', { program, steps })).status).toBe(200)
  expect(await open(lineage.R3)).toEqual({ missing: [], planned: [solution.S3] })
})

test('everybody sees what they reach, and only pilots of a task have somebody reminded', async () => {
  const { A, B } = golden.perimeter
  const local = await app.member(golden.id, 'local_pilote', { perimeterIds: [B] })
  const auditor = await app.member(golden.id, 'global_auditor')
  const contributor = await app.member(golden.id, 'contributor')
  expect((await forecast('', local)).perimeter.id).toBe(B)
  expect((await local.get(`/dashboard/forecast?perimeter=${A}`)).status).toBe(404)
  expect((await contributor.get('/dashboard/forecast')).status).toBe(403)
  expect((await auditor.post('/dashboard/forecast/remind', { tasks: [task] })).status).toBe(403)
  const elsewhere = await app.member(golden.id, 'local_pilote')
  expect((await elsewhere.post('/dashboard/forecast/remind', { tasks: [task] })).status).toBe(404)
  expect((await forecast(`?policy=${golden.policy}&months=24`)).until > (await forecast('?months=6')).until).toBe(true)
  expect((await pilot.get('/dashboard/forecast?policy=999999')).status).toBe(404)
})

test('as many statements however much there is', async () => {
  const statements = async () => {
    const [count] = await golden.as(async (tx) => {
      const before = tx.statements
      await loadDated(tx, resources, dayFromNow(365))
      return [tx.statements - before] as const
    })
    return count
  }
  expect(await statements()).toBe(4)
})

test('a file holds every cause of a fall, a page those that take most', async () => {
  const { runbook, manager } = (await pilot.get(`/runtask/${task}`)).body.object
  const many = Array.from({ length: 10 }, (_, n) => ({
    name_en: `Round ${n}`,
    runbook: runbook.id,
    kind: 'CONTROL',
    periodicity: 'YEARLY',
    start_date: dayFromNow(-20),
  }))
  for (const one of many)
    expect((await pilot.post('/runtask', { ...one, measure: golden.measure.M2, perimeter: golden.perimeter.A, manager: manager.id })).status).toBe(200)
  const cut = (await forecast()).falls.find(({ more }) => more > 0)
  expect(cut?.causes).toHaveLength(8)
  const { falls } = (await pilot.get('/dashboard/forecast?causes=ALL')).body.object as ForecastAnswer
  const whole = falls.find(({ day }) => day === cut?.day)
  expect([whole?.more, whole?.causes.length]).toEqual([0, 8 + (cut?.more ?? 0)])
  expect(whole?.causes.every((cause) => (cause.task?.name ?? cause.exemption?.name ?? cause.kind) !== '')).toBe(true)
})
