import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'
import type { Moved, NamedCause } from '#areas/scores/contract/calls.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { quarterBefore } from '#areas/scores/contract/quarter.ts'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import { openDeduction, releaseDeduction } from '#areas/scores/server/facts/deductions.ts'
import { putExclusion } from '#areas/scores/server/facts/exclusions.ts'
import { ACTION, goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import { mergeCauses } from '#areas/scores/server/movement/merge-causes.ts'
import { dayBefore, publishedDay, publishedFacts, publishScores } from './snapshot.ts'

let app: TestApp
let golden: GoldenCustomer
let yesterday: string
let today: string
beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  today = (await golden.pilot.get('/score')).body.object.day
  yesterday = dayBefore(today)
  const published = await golden.as(async (tx) => publishScores(tx, { ...(await loadFacts(tx, today)), day: yesterday }))
  if (!published) throw new Error('Nothing was published')
})
afterAll(() => app.close())

test('a published day stays as it was published', async () => {
  expect(await golden.as(async (tx) => publishScores(tx, { ...(await loadFacts(tx, today)), measures: [], day: yesterday }))).toBe(false)
  await expect(golden.as((tx) => tx.run(sql`update score_snapshot set results = '{}' where customer_id = ${tx.customerId} returning 1`))).rejects.toThrow(
    /permission denied/,
  )
  await expect(golden.as((tx) => tx.run(sql`delete from score_snapshot where customer_id = ${tx.customerId}`))).rejects.toThrow(/permission denied/)
})

test('published facts give the published figures again', async () => {
  const facts = await golden.as(async (tx) => publishedFacts(tx, (await publishedDay(tx, today)) ?? ''))
  expect(facts?.day).toBe(yesterday)
  expect(facts && computeScores(facts).global.eased?.performance).toBeCloseTo(53.3571, 4)
  expect(await golden.as((tx) => publishedDay(tx, '2001-01-01'))).toBeNull()
})

test('what moved since a published day adds up to the difference, scope apart from performance', async () => {
  await golden.as(async (tx) => {
    await releaseDeduction(tx, ACTION)
    await putExclusion(tx, {
      perimeter: golden.perimeter.A,
      lineage: golden.lineage.R5,
      kind: 'EXEMPTION',
      source: 'exemption',
      source_id: 2,
      from: yesterday,
      to: null,
    })
  })
  const { object } = (await golden.pilot.get(`/score/moved?from=${yesterday}`)).body
  expect(object).toMatchObject({ from: yesterday, to: today })
  const sum = object.causes.reduce((total: number, cause: NamedCause) => total + cause.amount, 0)
  expect(sum).toBe(object.difference)
  expect(object.scope + object.performance).toBe(object.difference)
  expect(object.difference).toBe(Math.round(object.after * 1e6) - Math.round(object.before * 1e6))
  const named = object.causes.map((cause: NamedCause) => [cause.code, cause.requirement?.identifier])
  expect(named).toContainEqual(['DEDUCTION', 'R2'])
  expect(named).toContainEqual(['EXEMPTION', 'R5'])
})

test('the largest lines are asked for in place of every requirement, with what each kind moved in all', async () => {
  const all = (await golden.pilot.get(`/score/moved?from=${yesterday}`)).body.object as Moved
  const few = (await golden.pilot.get(`/score/moved?from=${yesterday}&lines=1`)).body.object as Moved
  const total = (of: readonly { readonly amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0)
  expect({ ...few, causes: [] }).toEqual({ ...all, causes: [] })
  expect(total(few.codes)).toBe(all.difference)
  expect(few.causes).toEqual(mergeCauses(all.causes).slice(0, 1))
  expect(all.causes.length).toBeGreaterThan(1)
})

test('what is done about a shared measure out of reach is told without a name', async () => {
  const local = await app.member(golden.id, 'local_auditor', { perimeterIds: [golden.perimeter.B] })
  expect((await local.get(`/score/moved?from=${yesterday}&perimeter=${golden.perimeter.A}`)).status).toBe(404)
  expect((await local.get(`/score/moved?from=${yesterday}`)).body.object.difference).toBe(0)
  await golden.as((tx) => openDeduction(tx, { measure: golden.measure.M1, remediation: 55, points: 10 }))
  const { object } = (await local.get(`/score/moved?from=${yesterday}`)).body
  expect(object.causes).toMatchObject([
    { code: 'DEDUCTION', perimeter: { id: golden.perimeter.B }, action: null },
    { code: 'DEDUCTION', action: null },
  ])
  expect((await golden.pilot.get(`/score/moved?from=${yesterday}&perimeter=${golden.perimeter.B}`)).body.object.causes[0].action).toMatchObject({ id: 55 })
})

test('a day before the first publication has nothing to compare', async () => {
  const { object } = (await golden.pilot.get('/score/moved?from=2001-01-01')).body
  expect(object).toMatchObject({ from: null, difference: null, causes: [] })
})

test('the series ends with today as it stands', async () => {
  const { objects } = (await golden.pilot.get('/score/history')).body
  expect(objects.map((point: { day: string }) => point.day)).toEqual([yesterday, today])
  expect(objects[0].performance).toBeCloseTo(53.3571, 4)
  const own = (await golden.pilot.get(`/score/history?scope=own&policy=${golden.policy}&perimeter=${golden.perimeter.B}`)).body.objects
  expect(own[0].performance).toBeCloseTo(66.5, 4)
})

test('a perimeter is compared with how it stood a year ago, or as far back as was published', async () => {
  const monthsAgo = (months: number) => {
    const day = new Date(`${today.slice(0, 8)}01T00:00:00Z`)
    day.setUTCMonth(day.getUTCMonth() - months)
    return day.toISOString().slice(0, 10)
  }
  const scoreOf = async () => (await golden.pilot.get('/score/perimeters')).body.objects.find((row: { id: number }) => row.id === golden.perimeter.B)
  const facts = await golden.as((tx) => loadFacts(tx, today))
  const publish = (day: string, base: number) =>
    golden.as((tx) => publishScores(tx, { ...facts, day, measures: facts.measures.map((fact) => ({ ...fact, base_efficiency: base })) }))
  await publish(monthsAgo(6), 50)
  const [half, now] = [await scoreOf(), (await scoreOf()).consolidated.performance]
  expect(half.trend).toHaveLength(2)
  expect(half.change).toBeCloseTo(now - half.trend[0], 6)
  // Which is not a year ago, and says so.
  expect(half.since).toBe(monthsAgo(6))
  await publish(monthsAgo(12), 30)
  await publish(monthsAgo(24), 10)
  const year = await scoreOf()
  expect(year.trend).toHaveLength(3)
  expect(year.trend[0]).toBeLessThan(half.trend[0])
  expect(year.change).toBeCloseTo(now - year.trend[0], 6)
  expect(year.since).toBeNull()
})

test('a perimeter stands as it does now and as it did on a day gone by, in all and policy by policy, and that day is explained', async () => {
  const posture = async (query = '') => (await golden.pilot.get(`/score/posture${query}`)).body.object as Posture
  const now = await posture()
  const { score, day } = (await golden.pilot.get('/score')).body.object
  expect(now).toMatchObject({ day, performance: score.performance, coverage: score.coverage, counted: score.counts.counted, target: 75 })
  expect(now.trend).toHaveLength(13)
  expect(now.trend.at(-1)).toBe(score.performance)
  const tiles = (query = '') => golden.pilot.get(`/score/posture/policies${query}`)
  expect(now.policies).toBe(1)
  expect((await tiles()).body.objects).toMatchObject([{ policy: { id: golden.policy }, performance: score.performance, target: 75, trend: now.trend }])
  const then = await posture(`?on=${yesterday}`)
  expect([then.day, then.performance]).toEqual([yesterday, expect.closeTo(53.357143, 5)])
  expect((await golden.pilot.get(`/score?on=${yesterday}`)).body.object).toMatchObject({ day: yesterday, score: { performance: then.performance } })
  const explained = (await golden.pilot.get(`/score/explanation?on=${yesterday}`)).body.object
  expect([explained.value, explained.contribution]).toEqual([expect.closeTo(then.performance ?? 0, 5), expect.closeTo(then.performance ?? 0, 5)])
  expect((await tiles(`?on=${yesterday}`)).body.objects).toMatchObject([{ performance: then.performance }])
  for (const path of ['posture', 'posture/policies', 'perimeters', `policy/${golden.policy}`])
    expect([path, (await golden.pilot.get(`/score/${path}?on=2001-01-01`)).status]).toEqual([path, 404])
  const rows = (await golden.pilot.get(`/score/perimeters?on=${yesterday}`)).body.objects as { parent_id: number | null; consolidated: object }[]
  expect(rows.find(({ parent_id }) => parent_id === null)?.consolidated).toMatchObject({ performance: then.performance })
  expect((await golden.pilot.get(`/score/policy/${golden.policy}?on=${yesterday}`)).body.object).toMatchObject({
    day: yesterday,
    score: { performance: then.performance },
  })
  const local = await app.member(golden.id, 'local_pilote', { perimeterIds: [golden.perimeter.B] })
  expect((await local.get('/score/posture')).body.object.perimeter.id).toBe(golden.perimeter.B)
  expect((await local.get(`/score/posture?perimeter=${golden.perimeter.A}`)).status).toBe(404)
})

test('the requirements without a model that are counted are those that the page of their policy lists, for whoever reads scores', async () => {
  const people = [
    golden.pilot,
    await app.member(golden.id, 'global_auditor'),
    await app.member(golden.id, 'local_pilote', { perimeterIds: [golden.perimeter.B] }),
    await app.member(golden.id, 'local_auditor', { perimeterIds: [golden.perimeter.B] }),
  ]
  for (const person of people) {
    const { objects, total } = (await person.get('/score/unlinked')).body as { objects: { policy: { id: number }; count: number }[]; total: number }
    expect([total, objects]).toMatchObject([1, [{ policy: { id: golden.policy }, count: 1 }]])
    const { current_version } = (await person.get(`/policy/${golden.policy}`)).body.object
    const { requirements } = (await person.get(`/policy_version/${current_version.id}/tree`)).body.object as { requirements: { solutions: object[] }[] }
    expect(requirements.filter(({ solutions }) => solutions.length === 0)).toHaveLength(total)
  }
  expect((await (await app.member(golden.id, 'contributor')).get('/score/unlinked')).status).toBe(403)
})

test('what was aimed at within the year is told from the day of each change', async () => {
  await golden.pilot.put('/score/target', { target_score: 65 })
  await golden.pilot.put('/score/target', { target_score: 80 })
  const { targets, target, day } = (await golden.pilot.get('/score/posture')).body.object as Posture
  expect(target).toBe(80)
  expect(targets.map((step) => step.target)).toEqual([null, 65, 80])
  expect(targets.slice(1).map(({ from }) => from)).toEqual([day, day])
  await golden.pilot.put('/score/target', { target_score: null })
  expect((await golden.pilot.get('/score/posture')).body.object.targets).toEqual([{ from: day, target: 75 }])
})

test('the nightly job publishes the day that ends, once', async () => {
  const { id } = golden
  await app.db.transaction(
    1,
    (tx) => tx.run(sql`insert into scheduled_run (customer_id, job, next_at) values (${id}, 'score_snapshot', moment() - interval '1 minute')`),
    { provider: true, background: true },
  )
  await app.queue.tick()
  await app.jobs()
  const days = await golden.as((tx) => tx.run(sql<{ day: string }>`select day from score_snapshot where customer_id = ${tx.customerId} order by day`))
  expect([[yesterday], [yesterday, today]]).toContainEqual(days.map((row) => row.day).filter((day) => day >= yesterday))
})

test('a policy that was applied since is told as scope: the pace is of what both days measured', async () => {
  const facts = await golden.as((tx) => loadFacts(tx, today))
  const before = quarterBefore(today)
  const applications = facts.applications.filter(({ perimeter_id }) => perimeter_id === golden.perimeter.A)
  await golden.as((tx) => publishScores(tx, { ...facts, day: before, applications }))
  const { moved, quarter } = (await golden.pilot.get('/score/posture')).body.object as Posture
  expect(moved).toEqual({ from: before, performance: 0, scope: expect.closeTo(quarter ?? 0, 5) })
  expect(Math.abs(quarter ?? 0)).toBeGreaterThan(1)
})
