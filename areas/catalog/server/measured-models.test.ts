import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import type { InternalIndicator } from '#areas/indicators/contract/internal-indicators.ts'

let app: TestApp
let owner: pg.Client
/** Writes in the catalog of the installation. */
let maker: Person
let pilot: Person
let ours = 0
let root = 0

const made = async (by: Person, path: string, body: object = {}) => {
  const { status, body: answer } = await by.post(path, body)
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer.object
}

beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  const { rows: catalogs } = await owner.query<{ id: number }>(`select id from customer where kind = 'CATALOG' order by id`)
  await app.member(1, [], { email: 'maker@staff.example' })
  await owner.query(`update account set admin_type = 'STAFF_PLUS' where email = 'maker@staff.example'`)
  maker = await app.signIn('maker@staff.example')
  expect((await maker.put('/user/customer', { customer_id: catalogs[0]?.id })).status).toBe(200)
  maker = await app.signIn('maker@staff.example')
  const customer = await app.customer('Ours')
  ours = customer.id
  root = customer.root
  pilot = await app.member(ours, 'global_pilote')
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const count = async (entity: string) => (await owner.query<{ n: number }>(`select count(*)::int as n from ${entity} where customer_id = $1`, [ours])).rows[0]?.n

describe('the formula of an indicator’s model', () => {
  test('is read when it is written, links what it names, and keeps that called so', async () => {
    const metric = await made(pilot, '/metric_model', { identifier: 'HULLS', name_en: 'Hulls', periodicity: 'QUARTERLY' })
    const write = (body: object) => pilot.post('/indicator_model', { name_en: 'Sound hulls', periodicity: 'QUARTERLY', ...body })
    const refused = async (body: object) => {
      const answer = await write(body)
      return [answer.status, answer.body.errors?.formula]
    }
    expect(await refused({ formula: '100 * (HULLS / 2' })).toEqual([400, ['This parenthesis is not closed', 'At character 7']])
    expect(await refused({ formula: 'HULL + 1' })).toEqual([400, ['Unknown metric HULL', 'At character 1']])
    expect(await refused({ formula: '2 * 3' })).toEqual([400, ['The formula names no metric', 'At character 1']])
    expect(await refused({ formula: 'HULLS', periodicity: 'MONTHLY' })).toEqual([400, ['HULLS is not measured that often', 'At character 1']])
    const { body } = await write({ formula: 'HULLS * 2' })
    expect((await pilot.get(`/indicator_model/${body.object.id}`)).body.object.metrics).toMatchObject([{ id: metric.id }])
    expect((await pilot.put(`/metric_model/${metric.id}`, { identifier: 'KEELS' })).body.errors).toEqual({
      identifier: ['The formula of an indicator model names it so'],
    })
    const keels = await made(pilot, '/metric_model', { identifier: 'KEELS', name_en: 'Keels', periodicity: 'MONTHLY' })
    expect((await pilot.put(`/indicator_model/${body.object.id}`, { formula: 'KEELS' })).status).toBe(200)
    expect((await pilot.get(`/indicator_model/${body.object.id}`)).body.object.metrics).toMatchObject([{ id: keels.id }])
    expect((await pilot.put(`/metric_model/${metric.id}`, { identifier: 'HULLS-OLD' })).status).toBe(200)
    expect((await pilot.put(`/indicator_model/${body.object.id}`, { periodicity: 'WEEKLY' })).body.errors.formula).toHaveLength(2)
  })
})

describe('indicators over what Vigie counts', () => {
  const readIndicators = async () => (await (await app.signIn('root@vigie.example')).get('/internal_indicator')).body.objects as InternalIndicator[]

  test('are told to the provider with how many took them over and use them, and brought with their product metrics', async () => {
    const counted = await made(maker, '/metric_model', { identifier: 'OPEN', name_en: 'Open', internal_metric: 'GAP_OPEN' })
    const late = await made(maker, '/metric_model', { identifier: 'LATE', name_en: 'Late', internal_metric: 'GAP_LATE' })
    const model = await made(maker, '/indicator_model', {
      identifier: 'KEPT',
      name_en: 'Kept',
      name_fr: 'Tenus',
      formula: '100 * (OPEN - LATE) / OPEN',
      target_value: 90,
    })
    expect((await maker.put(`/indicator_model/${model.id}`, { metrics: [] })).status).toBe(200)
    const before = await readIndicators()
    // What is entered by hand besides is none of the product's.
    expect(before.map(({ identifier }) => identifier)).toEqual(['KEPT'])
    expect(before).toMatchObject([{ name_fr: 'Tenus', metrics: ['GAP_LATE', 'GAP_OPEN'], target_value: 90, customers: 0, using_it: 0, indicators: 0 }])
    expect((await pilot.get('/internal_indicator')).status).toBe(403)
    expect((await pilot.post('/shared/indicator_model/adopt', { ids: [model.id] })).body.made).toBe(3)
    for (const [name, from] of [
      ['OPEN', counted],
      ['LATE', late],
    ] as const) {
      const own = (await pilot.post('/metric_model/page')).body.objects.find((one: { identifier: string }) => one.identifier === name)
      expect(own).toMatchObject({ internal_metric: name === 'OPEN' ? 'GAP_OPEN' : 'GAP_LATE' })
      expect(own.id).not.toBe(from.id)
      await made(pilot, '/metric', { identifier: name, name_en: name, internal_metric: own.internal_metric, model: own.id, perimeters: [root] })
    }
    const own = (await pilot.post('/indicator_model/page')).body.objects.find((one: { identifier: string }) => one.identifier === 'KEPT')
    await made(pilot, '/indicator', { name_en: 'Kept', formula: own.formula, model: own.id, perimeters: [root], target_value: 90 })
    expect(await readIndicators()).toMatchObject([{ identifier: 'KEPT', customers: 1, using_it: 1, indicators: 1 }])
    expect(JSON.stringify(await readIndicators())).not.toMatch(/Ours/)
  })

  test('of a measure’s model take what is collected already', async () => {
    const model = (await pilot.post('/indicator_model/page')).body.objects.find((one: { identifier: string }) => one.identifier === 'KEPT')
    const category = (await made(pilot, '/category', { name_en: 'Follow-up' })).id
    const solution = await made(pilot, '/solution', { identifier: 'GAPS', name_en: 'Gaps', category, indicators: [model.id] })
    const measure = await made(pilot, '/measure', { name_en: 'Gaps are kept', solution: solution.id, perimeter: root })
    await owner.query(`update measure set status = 'IMPLEMENTED' where id = $1`, [measure.id])
    // Collected by a metric that was made of no model.
    const all = (await pilot.post('/metric/page')).body.objects
    const metrics = all.filter((one: { internal_metric: string | null }) => one.internal_metric !== null)
    for (const { id } of metrics) expect((await pilot.put(`/metric/${id}`, { model: null })).status).toBe(200)
    const { indicators } = (await pilot.get(`/measure/${measure.id}/proposal`)).body.object
    expect(indicators).toMatchObject([{ identifier: 'KEPT', metrics: [] }])
    expect((await pilot.post(`/measure/${measure.id}/proposal`, { indicators: [model.id] })).status).toBe(200)
    expect(await count('metric')).toBe(all.length)
  })
})
