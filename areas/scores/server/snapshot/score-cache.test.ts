import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { buildApp, type App } from '#app/server/app.ts'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'
import { folderStorage } from '#kit/server/files/storage.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import { putControl } from '#areas/scores/server/facts/control-data.ts'
import { openDeduction, releaseDeduction } from '#areas/scores/server/facts/deductions.ts'
import { ACTION, goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import { ScoreCache, scoreCacheOf } from './score-cache.ts'
import { resultsOf } from './snapshot.ts'

let app: TestApp
let other: App
let golden: GoldenCustomer
beforeAll(async () => {
  app = await testApp()
  other = await buildApp({
    databaseUrl: app.database.appUrl,
    key: Buffer.alloc(32, 7),
    storage: folderStorage('/nowhere'),
    version: 'test',
    work: false,
    logLevel: 'error',
  })
  golden = await goldenCustomer(app)
})
afterAll(async () => {
  await other.close()
  await app.close()
})

const onServer = async (server: App): Promise<number> => {
  const answer = await server.http.inject({ method: 'GET', url: '/api/score', headers: { cookie: golden.pilot.cookie } })
  return Math.round(answer.json<{ object: { score: { performance: number } } }>().object.score.performance * 1e4) / 1e4
}

test('a write shows at once on the server that took it and on any other', async () => {
  expect([await onServer(app), await onServer(other)]).toEqual([53.3571, 53.3571])
  await golden.as((tx) => releaseDeduction(tx, ACTION))
  expect([await onServer(other), await onServer(app)]).toEqual([57.4048, 57.4048])
  const { B } = golden.perimeter
  const answer = await other.http.inject({
    method: 'PUT',
    url: `/api/perimeter/${B}`,
    headers: { cookie: golden.pilot.cookie, 'x-vigie': '1' },
    payload: { weight: 0 },
  })
  expect(answer.statusCode).toBe(200)
  expect(await onServer(app)).toBe(await onServer(other))
  expect(await onServer(app)).toBe(52.8571)
  await golden.pilot.put(`/perimeter/${B}`, { weight: 50 })
  await golden.as((tx) => openDeduction(tx, { measure: golden.measure.M2, remediation: ACTION + 1, points: 25 }))
  expect([await onServer(other), await onServer(app)]).toEqual([53.3571, 53.3571])
})

test('after any single change, what is kept is what would be computed from nothing', async () => {
  const cache = new ScoreCache()
  const { measure, lineage, perimeter, solution } = golden
  const audited = (entity: string, work: (tx: Tx) => Promise<unknown>) => async (tx: Tx) => {
    await work(tx)
    tx.audit({ entity, object_id: null, action: 'update' })
  }
  const changes: ((tx: Tx) => Promise<unknown>)[] = [
    async () => {},
    audited('measure', (tx) => tx.run(sql`update measure set base_efficiency = 60 where customer_id = ${tx.customerId} and id = ${measure.M1}`)),
    audited('measure', (tx) =>
      tx.run(sql`update measure_beneficiary set accepted = false where customer_id = ${tx.customerId} and measure_id = ${measure.M1}`),
    ),
    audited('control', (tx) =>
      tx.run(sql`update control_solution set share = 30 where customer_id = ${tx.customerId} and lineage_id = ${lineage.R4} and solution_id = ${solution.S4}`),
    ),
    audited('control', (tx) => tx.run(sql`update control set weight = 7 where customer_id = ${tx.customerId} and lineage_id = ${lineage.R2}`)),
    audited('policy_application', (tx) =>
      tx.run(sql`update policy_application set weight = 0 where customer_id = ${tx.customerId} and perimeter_id = ${perimeter.A}`),
    ),
    (tx) => putControl(tx, { measure_id: measure.M4, kind: 'EVIDENCE', source_id: 8, numerator: null, denominator: null, late: 0, stale: false, proven: true }),
    audited('something_new', (tx) =>
      tx.run(sql`update measure set status = 'NOT_IMPLEMENTED', decision = 'DISCARDED' where customer_id = ${tx.customerId} and id = ${measure.M3}`),
    ),
  ]
  for (const change of changes) {
    await golden.as(change)
    const [cached, fresh] = await golden.as(async (tx) => [await cache.read(tx), computeScores(await loadFacts(tx, tx.today))] as const)
    expect(resultsOf(cached)).toEqual(resultsOf(fresh))
  }
})

test('while nothing is written, one statement tells so and the very same result is answered', async () => {
  const cache = new ScoreCache()
  const first = await golden.as((tx) => cache.read(tx))
  const [second, statements] = await golden.as(async (tx) => {
    const before = tx.statements
    return [await cache.read(tx), tx.statements - before] as const
  })
  expect(second).toBe(first)
  expect(statements).toBe(1)
})

test('what touches no fact computes nothing, and one that does reads only its part', async () => {
  const cache = new ScoreCache()
  const first = await golden.as((tx) => cache.read(tx))
  await golden.as(async (tx) => tx.audit({ entity: 'comment', object_id: null, action: 'create' }))
  expect(await golden.as((tx) => cache.read(tx))).toBe(first)
  await golden.as((tx) => openDeduction(tx, { measure: golden.measure.M1, remediation: 77, points: 5 }))
  const next = await golden.as((tx) => cache.read(tx))
  expect(next.facts.deductions).not.toBe(first.facts.deductions)
  expect(next.facts.measures).toBe(first.facts.measures)
})

test('requests that come at the same time share one computation', async () => {
  const cache = new ScoreCache()
  const all = await Promise.all([1, 2, 3].map(() => golden.as((tx) => cache.read(tx))))
  expect(new Set(all).size).toBe(1)
})

test('a computation that takes too long is not waited for', async () => {
  const cache = new ScoreCache({ patience: 0 })
  const owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  // Whoever reads the measures now waits for as long as this transaction lasts.
  await owner.query('begin; lock table measure in access exclusive mode')
  const first = golden.as((tx) => cache.read(tx))
  for (let waiting = 0; waiting === 0;) {
    const { rows } = await owner.query<{ n: number }>(
      'select count(*)::int as n from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
    )
    waiting = rows[0]?.n ?? 0
  }
  await expect(golden.as((tx) => cache.read(tx))).rejects.toMatchObject({ status: 'BUSY', key: 'scores.errors.in_progress' })
  await owner.query('commit')
  await owner.end()
  expect((await first).index.perimeters).toHaveLength(2)
})

test('customers that were asked for longest ago are forgotten first', async () => {
  const second = await goldenCustomer(app)
  const { result } = { result: await golden.as((tx) => new ScoreCache().read(tx)) }
  expect(result.index.perimeters).toHaveLength(2)
  const small = new ScoreCache({ rows: 1 })
  await golden.as((tx) => small.read(tx))
  await second.as((tx) => small.read(tx))
  expect(small.customers).toEqual([second.id])
  expect(scoreCacheOf(app.api)).toBe(scoreCacheOf(app.api))
  expect(scoreCacheOf(app.api)).not.toBe(scoreCacheOf(other.api))
})
