import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cell } from '#areas/metrics/contract/calls.ts'
import type { InternalMetric } from '#areas/metrics/contract/internal-metrics.ts'
import { periodOf } from '#areas/metrics/contract/period.ts'
import { productMetrics, type ProductMetric } from '#areas/catalog/contract/product-metrics.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { collect, counterOf } from './collect.ts'

let app: TestApp
let pilot: Person
let customer: number
let root: number
let north: number
const ids = new Map<string, number>()
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())

beforeAll(async () => {
  app = await testApp()
  ;({ id: customer, root } = await app.customer('Counts'))
  pilot = await app.member(customer, 'global_pilote')
  north = (await pilot.post('/perimeter', { name_en: 'North', parent: root })).body.object.id
})
afterAll(() => app.close())

const made = async (internal_metric: ProductMetric, rest: object = {}) => {
  const answer = await pilot.post('/metric', { name_en: internal_metric, internal_metric, decimals: 1, perimeters: [root, north], ...rest })
  if (answer.status === 200) ids.set(internal_metric, answer.body.object.id)
  return answer
}
const valuesOf = async (name: string): Promise<Record<number, number | null>> => {
  const { cells } = (await pilot.get(`/metric/${ids.get(name)}/grid`)).body.object as { cells: Cell[] }
  return Object.fromEntries(cells.filter(({ period }) => period === periodOf('MONTHLY', today)).map(({ perimeter, value }) => [perimeter, value]))
}
const versions = () =>
  app.db.transaction(
    customer,
    async (tx) => (await tx.first(sql<{ n: number }>`select sum(version)::int as n from metric_value where customer_id = ${customer}`))?.n,
  )
const count = () =>
  app.db.transaction(customer, async (tx) => {
    tx.act(systemWho(customer, 'test', 'test', 'en', 'Europe/Paris'))
    await collect(tx, resources)
  })

test('every product metric is counted by the area that knows it, and nothing else is', () => {
  const declared = [...resources.values()].flatMap(({ counted }) => Object.keys(counted?.declared ?? {}))
  expect([...declared, 'PERIMETER_SCORE'].toSorted()).toEqual([...productMetrics].toSorted())
  expect(productMetrics.length).toBeGreaterThanOrEqual(20)
  expect(counterOf(resources, 'PERIMETER_SCORE')).toBeUndefined()
})

test('the same product metric is collected once, is entered by nobody, and needs no formula', async () => {
  expect((await made('GAP_OPEN')).status).toBe(200)
  const twice = await pilot.post('/metric', { name_en: 'Again', internal_metric: 'GAP_OPEN', perimeters: [root] })
  expect([twice.status, twice.body.errors.internal_metric]).toEqual([400, ['The same product metric cannot be used for several collected metrics']])
  const both = await pilot.post('/metric', { name_en: 'Both', internal_metric: 'GAP_LATE', formula: 'GAP_OPEN', perimeters: [root] })
  expect(both.body.errors).toHaveProperty('internal_metric')
  const entered = await pilot.post(`/metric/${ids.get('GAP_OPEN')}/value`, { values: [{ perimeter_id: root, period: today, value: 1 }] })
  expect(entered.status).toBe(403)
})

test('facts are counted where they are, again only where they changed, and what is worked out of them follows', async () => {
  for (const name of productMetrics) if (name !== 'GAP_OPEN') expect((await made(name)).status).toBe(200)
  const identifier = (await pilot.get(`/metric/${ids.get('GAP_OPEN')}`)).body.object.identifier as string
  const { body } = await pilot.post('/metric', { name_en: 'Doubled', formula: `${identifier} * 2`, perimeters: [north] })
  const register = (await pilot.post('/gap_register', { name_en: 'Audit', type: 'AUDIT' })).body.object.id as number
  for (const perimeter of [north, north, root]) await pilot.post('/gap', { name_en: 'Gap', register, perimeter })
  const program = (await pilot.post('/program', { name_en: 'Plan' })).body.object.id as number
  await pilot.post('/remediation', { name_en: 'Late', program, perimeter: north, target_date: '2020-01-01', start_date: '2019-12-01' })
  await pilot.post('/evidence', { name_en: 'Report', perimeter: north, url: 'https://intranet.example/report' })
  await count()
  expect(await valuesOf('GAP_OPEN')).toEqual({ [root]: 1, [north]: 2 })
  expect(await valuesOf('REMEDIATION_OPEN')).toEqual({ [root]: 0, [north]: 1 })
  expect(await valuesOf('REMEDIATION_LATE')).toEqual({ [root]: 0, [north]: 1 })
  expect(await valuesOf('EVIDENCE_VALID_SHARE')).toEqual({ [north]: 100 })
  expect(await valuesOf('MEMBER_STRONG')).toEqual({ [root]: 0 })
  expect(await valuesOf('INCIDENT_DECLARED')).toEqual({ [root]: 0, [north]: 0 })
  ids.set('doubled', body.object.id)
  expect(await valuesOf('doubled')).toEqual({ [north]: 4 })
  const before = await versions()
  await Promise.all([count(), count()])
  expect(await versions()).toBe(before)
  await pilot.post('/gap', { name_en: 'Another', register, perimeter: north })
  await count()
  // The count, and what is made of it.
  expect(((await versions()) ?? 0) - (before ?? 0)).toBe(2)
  expect(await valuesOf('doubled')).toEqual({ [north]: 6 })
})

test('a metric that begins to be collected is counted at once', async () => {
  await app.jobs()
  const other = await app.customer('Fresh')
  const theirs = await app.member(other.id, 'global_pilote')
  const { id } = (await theirs.post('/metric', { name_en: 'Open', internal_metric: 'GAP_OPEN', perimeters: [other.root] })).body.object
  await app.jobs()
  expect((await theirs.get(`/metric/${id}/grid`)).body.object.cells).toMatchObject([{ value: 0, source: 'AUTO', author: null }])
})

test('what is said anew of a metric that is counted holds at once, in a place that is added too', async () => {
  const other = await app.customer('Added')
  const theirs = await app.member(other.id, 'global_pilote')
  const site = (await theirs.post('/perimeter', { name_en: 'Site', parent: other.root })).body.object.id as number
  const { id } = (await theirs.post('/metric', { name_en: 'Open', internal_metric: 'GAP_OPEN', perimeters: [other.root] })).body.object
  await app.jobs()
  expect((await theirs.put(`/metric/${id}`, { perimeters: [other.root, site] })).status).toBe(200)
  await app.jobs()
  const { cells } = (await theirs.get(`/metric/${id}/grid`)).body.object as { cells: Cell[] }
  expect(cells.map(({ perimeter, value }) => [perimeter, value])).toEqual([
    [other.root, 0],
    [site, 0],
  ])
})

test('the provider is told which product metrics there are and how many collect each, in numbers alone', async () => {
  const listed = (who: Person) => who.get('/internal_metric')
  expect((await listed(pilot)).status).toBe(403)
  const { objects } = (await listed(await app.signIn('root@vigie.example'))).body as { objects: InternalMetric[] }
  expect(objects.map(({ name }) => name)).toEqual(productMetrics)
  const of = (name: ProductMetric) => objects.find((one) => one.name === name)
  expect(of('GAP_OPEN')).toMatchObject({ name_en: 'Open gaps', name_fr: 'Écarts ouverts', unit: 'COUNT', happened: false, customers: 3, places: 5 })
  expect(of('REMEDIATION_ON_TIME')).toMatchObject({ unit: 'PERCENT', happened: true, customers: 1, places: 2 })
  expect(of('PERIMETER_SCORE')).toMatchObject({ unit: 'POINTS' })
  expect(Date.now() - Date.parse(of('GAP_OPEN')?.counted_at ?? '')).toBeLessThan(600_000)
  expect(JSON.stringify(objects)).not.toMatch(/Counts|Fresh|Added/)
  // The role that acts for an organisation may not even ask.
  await expect(app.db.transaction(customer, (tx) => tx.run(sql`select * from product_metric_uses()`))).rejects.toThrow(/permission denied/)
})
