import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { addDays, addMonths, nextStart } from '#areas/runbooks/contract/recurrence.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { makeDefaultRunbook } from './first-runbook.ts'
import { occurrencesJob } from './generate.ts'
import { timeName } from '#areas/runbooks/contract/time-name.ts'

let world: World
let other: Person
let book: number
let count = 0

beforeAll(async () => {
  world = await makeWorld()
  other = await world.app.member(world.customer, 'global_pilote')
  await world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
    await makeDefaultRunbook(tx, undefined as never, resources)
  })
  book = (await runbooks())[0].id
})
afterAll(() => world.app.close())

const runbooks = async () => (await world.pilot.get('/runbook')).body.objects as Row[]
const today = dayFromNow(0)
const monday = addDays(nextStart('WEEKLY', addDays(today, -6)), 0)

const task = async (fields: object = {}, by: Person = world.pilot): Promise<Row> =>
  objectOf(
    await by.post('/runtask', {
      name_en: `Backups ${(count += 1)}`,
      runbook: book,
      perimeter: world.lyon,
      manager: world.contributor.memberId,
      periodicity: 'WEEKLY',
      start_date: monday,
      ...fields,
    }),
  )
const timesOf = async (id: number, by: Person = world.pilot): Promise<Row[]> =>
  (
    await by.post('/occurrence/page', {
      queryParams: { filters: [{ name: 'runtask', selected_options: [id] }], sort: [{ name: 'due_date', order: 'asc' }], per_page: 500 },
    })
  ).body.objects
const daysOf = async (id: number) => (await timesOf(id)).map(({ period_start }) => period_start as string)
const first = async (id: number): Promise<Row> => (await timesOf(id))[0]
/** The nightly job at some moment, as one server runs it. */
const generateAt = (at: Date, zone = 'Europe/Paris') =>
  occurrencesJob.runLong({
    data: {},
    resources,
    apart: (work) =>
      world.app.db.transaction(
        world.customer,
        async (tx) => {
          tx.act(systemWho(world.customer, occurrencesJob.name, 'test', 'en', zone))
          return work(tx)
        },
        { at },
      ),
  })
const noon = (days: number) => new Date(Date.parse(`${dayFromNow(days)}T11:00:00Z`))
const answer = (id: number, body: object, by: Person = world.contributor) => by.post(`/occurrence/${id}/answer`, body)
const photo = async (by: Person = world.contributor) => objectOf(await by.upload('/file', 'cabinet.txt', `seen ${(count += 1)}`)).id as number

describe('runbooks', () => {
  test('an organisation begins with one, which keeps its identifier and stays', async () => {
    const [row] = await runbooks()
    expect(await runbooks()).toHaveLength(1)
    const { identifier, is_default } = objectOf(await world.pilot.get(`/runbook/${row.id}`))
    expect({ identifier, is_default }).toEqual({ identifier: '_DEF', is_default: true })
    expect((await world.pilot.put(`/runbook/${row.id}`, { identifier: 'RB-9' })).status).toBe(400)
    expect((await world.pilot.delete(`/runbook/${row.id}`)).status).toBe(409)
  })
})

describe('a task comes round', () => {
  test('from the period in which it is made, one ahead', async () => {
    const { id } = await task()
    expect(await daysOf(id)).toEqual([monday, addDays(monday, 7)])
    expect(await first(id)).toMatchObject({ status: 'TO_DO', due_date: addDays(monday, 6), manager: { id: world.contributor.memberId }, late: false })
  })

  test('one that began earlier is not owed for the past, unless it is asked for', async () => {
    const start = addDays(monday, -21)
    const { id } = await task({ start_date: start })
    expect(await daysOf(id)).toEqual([monday, addDays(monday, 7)])
    expect(objectOf(await world.pilot.post(`/runtask/${id}/backfill`, {})).made).toBe(3)
    expect(await daysOf(id)).toEqual([start, addDays(start, 7), addDays(start, 14), monday, addDays(monday, 7)])
    expect(await first(id)).toMatchObject({ late: true })
    expect(objectOf(await world.pilot.post(`/runtask/${id}/backfill`, {})).made).toBe(0)
  })

  test('backfilling goes back a year at most', async () => {
    const { id } = await task({ periodicity: 'MONTHLY', start_date: addMonths(`${today.slice(0, 7)}-01`, -40) })
    const { made } = objectOf(await world.pilot.post(`/runtask/${id}/backfill`, {}))
    expect(made).toBe(12)
  })

  test('after its end nothing comes, and what was laid out goes', async () => {
    const { id } = await task()
    objectOf(await world.pilot.put(`/runtask/${id}`, { end_date: addDays(monday, 3) }))
    expect(await daysOf(id)).toEqual([monday])
    objectOf(await world.pilot.put(`/runtask/${id}`, { end_date: null }))
    expect(await daysOf(id)).toHaveLength(2)
    objectOf(await world.pilot.put(`/runtask/${id}`, { archived: true }))
    expect(await daysOf(id)).toEqual([monday])
  })

  test.each([
    ['WEEKLY', addDays(monday, 1), 'Monday'],
    ['MONTHLY', '2026-12-02', 'first day'],
  ])('%s tasks start where their rhythm does', async (periodicity, start_date, word) => {
    const { status, body } = await world.pilot.post('/runtask', { name_en: 'Wrong', runbook: book, periodicity, start_date })
    expect({ status, said: body.errors.start_date[0] }).toEqual({ status: 400, said: expect.stringContaining(word) })
  })

  test('its rhythm stays once it has come round; who does it may change, and what is open follows', async () => {
    const { id } = await task()
    expect((await world.pilot.put(`/runtask/${id}`, { periodicity: 'DAILY' })).body.errors).toHaveProperty('periodicity')
    objectOf(await world.pilot.put(`/runtask/${id}`, { manager: other.memberId, name_en: 'Renamed' }))
    expect(await first(id)).toMatchObject({ manager: { id: other.memberId }, name: 'Renamed' })
  })

  test('one of a measure that is not in place is refused', async () => {
    const measure = await world.measure()
    expect((await world.pilot.post('/runtask', { name_en: 'Early', runbook: book, start_date: '2027-01-01', measure: measure.id })).body.errors).toHaveProperty(
      'measure',
    )
  })

  test('reminders are days or a date, once each, and to come; each fault stands at its own', async () => {
    const refused = async (reminders: object[]) =>
      (await world.pilot.post('/runtask', { name_en: 'R', runbook: book, start_date: '2027-01-01', reminders })).body.errors
    const one = ['Each reminder says days or a date']
    expect(await refused([{ days: 3, date: dayFromNow(9) }, { days: 3 }, { days: 3 }, { days: null, date: null }, { date: today }])).toEqual({
      'reminders.0.days': one,
      'reminders.1.days': ['Reminder dates must be unique'],
      'reminders.2.days': ['Reminder dates must be unique'],
      'reminders.3.days': one,
      'reminders.4.date': ['Reminder dates must be in the future'],
    })
    expect(await refused([{ days: 3 }, { date: dayFromNow(9) }])).toBeUndefined()
  })
})

describe('occurrences are made once, in order', () => {
  test('a server that was down for a week catches up, however often the job runs', async () => {
    const { id } = await task({ periodicity: 'DAILY', start_date: today })
    await generateAt(noon(7))
    await generateAt(noon(7))
    expect(await daysOf(id)).toEqual(Array.from({ length: 9 }, (_, n) => addDays(today, n)))
    const made = await timesOf(id)
    expect(made.map((row) => row.id as number)).toEqual(made.map((row) => row.id as number).toSorted((a, b) => a - b))
  })

  test('two servers at once, and a clock that goes back, make none twice', async () => {
    const ids = [(await task({ periodicity: 'DAILY', start_date: today })).id, (await task({ periodicity: 'HOURLY', start_date: today })).id] as number[]
    await Promise.all([generateAt(noon(5)), generateAt(noon(5)), generateAt(new Date(noon(5).getTime() - 3_600_000))])
    await generateAt(new Date(noon(5).getTime() - 3_600_000))
    expect(await daysOf(ids[0] ?? 0)).toEqual(Array.from({ length: 7 }, (_, n) => addDays(today, n)))
    const hours = (await timesOf(ids[1] ?? 0)).map(({ period_start, hour }) => `${period_start} ${hour}`)
    expect(new Set(hours).size).toBe(hours.length)
    expect(hours.length).toBeGreaterThanOrEqual(7 * 23)
    // An hour apart about midnight, they do not agree on the day.
    const night = noon(6).getTime() - 11.5 * 3_600_000
    await Promise.all([generateAt(new Date(night)), generateAt(new Date(night - 3_600_000)), generateAt(new Date(night))])
    expect(await daysOf(ids[0] ?? 0)).toEqual(Array.from({ length: 8 }, (_, n) => addDays(today, n)))
  })

  test('cut off in the middle, none is lost', async () => {
    const { id } = await task({ periodicity: 'DAILY', start_date: today })
    const apart = (work: Parameters<Parameters<typeof occurrencesJob.runLong>[0]['apart']>[0]) =>
      world.app.db.transaction(
        world.customer,
        async (tx) => {
          tx.act(systemWho(world.customer, occurrencesJob.name, 'test', 'en', 'Europe/Paris'))
          await work(tx)
          throw new Error('killed')
        },
        { at: noon(12) },
      )
    await expect(occurrencesJob.runLong({ data: {}, resources, apart })).rejects.toThrow('killed')
    expect(await daysOf(id)).toHaveLength(2)
    await generateAt(noon(12))
    expect(await daysOf(id)).toEqual(Array.from({ length: 14 }, (_, n) => addDays(today, n)))
  })

  test('an hourly task has the hours that the day has, where clocks are changed', async () => {
    const { id } = await task({ periodicity: 'HOURLY', start_date: '2027-03-27' })
    await generateAt(new Date('2027-03-27T11:00:00Z'))
    const days = (await timesOf(id)).map(({ period_start }) => period_start as string)
    expect([days.filter((day) => day === '2027-03-27').length, days.filter((day) => day === '2027-03-28').length]).toEqual([24, 23])
    objectOf(await world.pilot.put(`/runtask/${id}`, { archived: true }))
  })
})

describe('answering', () => {
  test('what was done, when, and when that was said', async () => {
    const { id } = await task()
    const { id: time } = await first(id)
    const row = objectOf(await answer(time, { answer: 'DONE', done_date: monday, comment: 'Restored one file' }))
    expect(row).toMatchObject({ status: 'DONE', done_date: monday, comment: 'Restored one file', closed: true, done_late: false })
    expect(row.answered_by).toMatchObject({ id: world.contributor.memberId })
    expect(Date.parse(row.answered_at)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('not before its time, not for a day outside of it, not with an answer of the other kind', async () => {
    const { id } = await task({ kind: 'CONTROL' })
    const [now, next] = await timesOf(id)
    expect((await answer(next.id, { answer: 'DONE_OK' })).body.errors.status[0]).toContain('It can be answered from')
    // The day as its reader writes it.
    expect((await answer(now.id, { answer: 'DONE_OK', done_date: addDays(monday, -1) })).body.errors.done_date[0]).toContain(writtenDay(monday, 'en'))
    expect((await answer(now.id, { answer: 'DONE_OK', done_date: dayFromNow(1) })).status).toBe(400)
    expect((await answer(now.id, { answer: 'DONE' })).body.errors).toHaveProperty('status')
    expect((await answer(now.id, { answer: 'DONE_KO' })).body.errors).toHaveProperty('comment')
    expect((await answer(now.id, { answer: 'NA' })).body.errors).toHaveProperty('comment')
  })

  test('late ones are answered late, and say so', async () => {
    const { id } = await task({ start_date: addDays(monday, -7) })
    await world.pilot.post(`/runtask/${id}/backfill`, {})
    const { id: time } = await first(id)
    expect(objectOf(await answer(time, { answer: 'DONE' }))).toMatchObject({ status: 'DONE', done_date: today, done_late: true, late: false })
  })

  test('a proof that is required comes with the answer, and is an evidence', async () => {
    const { id } = await task({ proof: 'REQUIRED', description: 'Photograph the lock' })
    const { id: time, ...occurrence } = await first(id)
    expect(occurrence).toMatchObject({ proof: 'REQUIRED', instructions: 'Photograph the lock', approved: false, opens_gaps: false })
    expect((await answer(time, { answer: 'DONE' })).body.errors).toHaveProperty('evidences')
    const { evidences, name, perimeter, periodicity, period_start, hour } = objectOf(await answer(time, { answer: 'DONE', files: [await photo()] }))
    // It is called by itself: after the task, the place and the time.
    const evidenceName = [name, ...(perimeter ? [perimeter.name] : []), timeName({ periodicity, period_start, hour }, 'en')].join(', ')
    expect(evidences).toMatchObject([{ name: evidenceName }])
    // Whoever reads the occurrence reads what it shows.
    for (const person of [world.contributor, world.local, world.auditor]) expect((await person.get(`/evidence/${evidences[0].id}`)).status).toBe(200)
    const [bare] = await timesOf((await task({ proof: 'NONE' })).id)
    expect((await answer(bare.id, { answer: 'DONE', files: [await photo()] })).body.errors).toHaveProperty('evidences')
  })

  test('a KO opens a gap where its task says, to be confirmed', async () => {
    const register = objectOf(await world.pilot.post('/gap_register', { name_en: 'Found by controls', type: 'CONTROL' })).id
    const { id } = await task({ kind: 'CONTROL', gap_register: register })
    const { id: time } = await first(id)
    objectOf(await answer(time, { answer: 'DONE_KO', comment: 'Cabinet 4 was open', open_gap: true }))
    const row = objectOf(await world.pilot.get(`/occurrence/${time}`))
    expect(objectOf(await world.pilot.get(`/gap/${row.gap.id}`))).toMatchObject({
      status: 'TO_BE_CONFIRMED',
      source: 'CONTROL',
      description: 'Cabinet 4 was open',
      register: { id: register },
      perimeter: { id: world.lyon },
    })
    const { id: nowhere } = await first((await task({ kind: 'CONTROL' })).id)
    expect((await answer(nowhere, { answer: 'DONE_KO', comment: 'Open', open_gap: true })).body.errors).toHaveProperty('open_gap')
  })

  test('a KO opens an action in the plan that its task names, about its measure, whoever answers', async () => {
    const program = objectOf(await world.pilot.post('/program', { name_en: 'Found by controls' })).id
    const measure = await world.measure()
    objectOf(await world.pilot.post(`/measure/${measure.id}/implement`, {}))
    const { id } = await task({ kind: 'CONTROL', program, measure: measure.id, perimeter: measure.perimeter.id })
    const { id: time, opens_actions } = await first(id)
    expect(opens_actions).toBe(true)
    objectOf(await answer(time, { answer: 'DONE_KO', comment: 'Cabinet 4 was open', open_action: true }))
    const { remediation } = objectOf(await world.pilot.get(`/occurrence/${time}`))
    expect(objectOf(await world.pilot.get(`/remediation/${remediation.id}`))).toMatchObject({
      source: 'CONTROL',
      description: 'Cabinet 4 was open',
      program: { id: program },
      measure: { id: measure.id },
    })
    expect((await world.contributor.get(`/program/${program}`)).status).toBe(404)
    const { id: nowhere } = await first((await task({ kind: 'CONTROL' })).id)
    expect((await answer(nowhere, { answer: 'DONE_KO', comment: 'Open', open_action: true })).body.errors).toHaveProperty('open_action')
  })

  test('whoever gave an answer takes it back within the hour; later it is a pilot’s, with a reason', async () => {
    const { id } = await task()
    const { id: time } = await first(id)
    objectOf(await answer(time, { answer: 'NOT_DONE' }))
    expect((await world.pilot.post(`/occurrence/${time}/undo`, {})).status).toBe(409)
    expect(objectOf(await world.contributor.post(`/occurrence/${time}/undo`, {}))).toMatchObject({ status: 'TO_DO', answered_by: null, done_date: null })
    objectOf(await answer(time, { answer: 'DONE' }))
    expect((await world.contributor.put(`/occurrence/${time}`, { status: 'TO_DO', status_reason: 'Oops' })).status).toBe(400)
    expect((await world.pilot.put(`/occurrence/${time}`, { status: 'TO_DO' })).body.errors).toHaveProperty('status_reason')
    expect(objectOf(await world.pilot.put(`/occurrence/${time}`, { status: 'TO_DO', status_reason: 'Wrong server' }))).toMatchObject({
      status: 'TO_DO',
      done_date: null,
    })
  })

  test('a contributor answers what is theirs and changes nothing else of it; others do not find it', async () => {
    const { id } = await task({ manager: null })
    const { id: time } = await first(id)
    expect((await answer(time, { answer: 'DONE' })).status).toBe(404)
    objectOf(await world.pilot.put(`/occurrence/${time}`, { manager: world.contributor.memberId }))
    expect((await world.contributor.put(`/occurrence/${time}`, { manager: null })).status).toBe(400)
    expect((await answer(time, { answer: 'DONE' })).status).toBe(200)
    expect((await world.contributor.put(`/occurrence/${time}`, { comment: 'Better' })).status).toBe(400)
    expect((await world.auditor.post(`/occurrence/${time}/answer`, { answer: 'DONE' })).status).toBe(403)
  })
})

describe('approval', () => {
  test('an answer waits until somebody else approves exactly that', async () => {
    const { id } = await task({ kind: 'CONTROL', approval_required: true })
    const { id: time } = await first(id)
    const waiting = objectOf(await answer(time, { answer: 'DONE_OK', done_date: monday }))
    expect(waiting).toMatchObject({ status: 'PENDING_APPROVAL', answer: 'DONE_OK', decide_right: false, late: false })
    for (const { status, body } of [
      await world.contributor.post(`/occurrence/${time}/approve`, {}),
      await world.contributor.post(`/occurrence/${time}/reject`, { comment: 'No' }),
      await world.contributor.put(`/occurrence/${time}`, { status: 'DONE_OK' }),
    ])
      expect([status, body.message]).toEqual([403, 'Only the approver, or a pilot of this task’s perimeter, approves or rejects its answers'])
    expect(objectOf(await world.pilot.get(`/occurrence/${time}`)).decide_right).toBe(true)
    expect(objectOf(await world.pilot.post(`/occurrence/${time}/approve`, {}))).toMatchObject({ status: 'DONE_OK', answer: null, done_date: monday })
    expect((await world.pilot.get(`/occurrence/${time}/decision`)).body.objects).toMatchObject([
      { state: 'APPROVED', asked_by: { id: world.contributor.memberId } },
    ])
  })

  test('one that is rejected says why and is answered anew', async () => {
    const { id } = await task({ approval_required: true, approver: other.memberId })
    const { id: time } = await first(id)
    objectOf(await answer(time, { answer: 'DONE' }))
    expect((await other.post(`/occurrence/${time}/reject`, {})).status).toBe(400)
    expect(objectOf(await other.post(`/occurrence/${time}/reject`, { comment: 'The export is of August' }))).toMatchObject({
      status: 'REJECTED',
      status_reason: 'The export is of August',
      done_date: null,
    })
    expect(objectOf(await answer(time, { answer: 'DONE' }))).toMatchObject({ status: 'PENDING_APPROVAL' })
    // Nobody approves what they answered.
    const own = await first((await task({ approval_required: true, manager: world.pilot.memberId })).id)
    objectOf(await answer(own.id, { answer: 'DONE' }, world.pilot))
    expect((await world.pilot.post(`/occurrence/${own.id}/approve`, {})).status).toBe(403)
    expect((await other.post(`/occurrence/${own.id}/approve`, {})).status).toBe(200)
  })

  test('a runbook may have every answer approved', async () => {
    const strict = objectOf(await world.pilot.post('/runbook', { name_en: 'Strict', approvals_required: true })).id
    const { id: time } = await first((await task({ runbook: strict })).id)
    expect(objectOf(await answer(time, { answer: 'DONE' }))).toMatchObject({ status: 'PENDING_APPROVAL' })
  })
})

describe('what becomes of tasks', () => {
  test('how much was done is told over the last year, what did not apply left out', async () => {
    const { id } = await task({ start_date: addDays(monday, -28) })
    await world.pilot.post(`/runtask/${id}/backfill`, {})
    const times = await timesOf(id)
    objectOf(await answer(times[0].id, { answer: 'DONE' }))
    objectOf(await answer(times[1].id, { answer: 'NOT_DONE' }))
    objectOf(await answer(times[2].id, { answer: 'NA', comment: 'Closed that week' }))
    // Due: one done, one not, one late; the current one is not over.
    expect(objectOf(await world.pilot.get(`/runtask/${id}`))).toMatchObject({ completion: 33, late: 1, next_due: times[3].due_date })
  })

  test('one without answers is deleted with its times; one with some is archived', async () => {
    const [free, used] = [await task(), await task()]
    objectOf(await answer((await first(used.id)).id, { answer: 'DONE' }))
    expect((await world.pilot.delete(`/runtask/${used.id}`)).status).toBe(409)
    expect((await world.pilot.delete(`/runtask/${free.id}`)).status).toBe(200)
    expect(await timesOf(free.id)).toEqual([])
  })

  test('local pilots manage those of their perimeters, and no others', async () => {
    const { id } = await task({ perimeter: world.nantes })
    expect((await world.local.get(`/runtask/${id}`)).status).toBe(404)
    expect((await world.local.post('/runtask', { name_en: 'Far', runbook: book, perimeter: world.nantes, start_date: '2027-01-01' })).status).toBe(400)
    expect((await task({}, world.local)).perimeter).toMatchObject({ id: world.lyon })
  })

  test('what waits for somebody is counted', async () => {
    const before = (await world.contributor.get('/contribution/count')).body.object.nb_runtasks as number
    await task()
    expect((await world.contributor.get('/contribution/count')).body.object.nb_runtasks).toBe(before + 1)
  })
})
