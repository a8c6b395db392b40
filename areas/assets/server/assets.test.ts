import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import type { Drawing } from '#areas/assets/contract/drawing.ts'
import { criteria } from '#areas/assets/contract/criteria.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

let count = 0
const value = async (fields: object = {}, by: Person = world.pilot): Promise<Row> =>
  objectOf(await by.post('/business_value', { name_en: `Value ${(count += 1)}`, ...fields }))
const asset = async (fields: object = {}, by: Person = world.pilot): Promise<Row> =>
  objectOf(await by.post('/supporting_asset', { name_en: `Asset ${(count += 1)}`, type: 'SOFTWARE', perimeter: world.lyon, ...fields }))
const read = async (id: number, by: Person = world.pilot): Promise<Row> => objectOf(await by.get(`/supporting_asset/${id}`))
const needsOf = ({ need_availability: a, need_integrity: i, need_confidentiality: c, need_traceability: t, need }: Row) => [a, i, c, t, need]
const drawn = async (id: number, by: Person = world.pilot): Promise<Drawing> => objectOf(await by.get(`/supporting_asset/${id}/dependencies`))
const page = async (entity: string, queryParams: object, by: Person = world.pilot) => (await by.post(`/${entity}/page`, { queryParams })).body

test('what a business value needs is handed down to its assets and to what they depend on, and follows every change at once', async () => {
  const payroll = await value({ availability: 3, integrity: 4 })
  const customers = await value({ confidentiality: 4, availability: 1 })
  const disk = await asset({ type: 'HARDWARE' })
  const database = await asset({ dependencies: [disk.id], business_values: [customers.id] })
  const application = await asset({ dependencies: [database.id], business_values: [payroll.id] })
  expect(payroll).toMatchObject({ need: 4, assets: 0 })
  expect(needsOf(await read(application.id))).toEqual([3, 4, null, null, 4])
  expect(needsOf(await read(database.id))).toEqual([3, 4, 4, null, 4])
  expect(needsOf(await read(disk.id))).toEqual([3, 4, 4, null, 4])

  await world.pilot.put(`/business_value/${payroll.id}`, { availability: null, integrity: 2, traceability: 1 })
  expect(needsOf(await read(disk.id))).toEqual([1, 2, 4, 1, 4])
  await world.pilot.put(`/supporting_asset/${application.id}`, { dependencies: [] })
  expect(needsOf(await read(disk.id))).toEqual([1, null, 4, null, 4])

  // Lists are sorted and chosen by it, and the number of carriers is that of the rows it opens.
  const chosen = { filters: [{ name: 'need_confidentiality', selected_options: [4] }], sort: [{ name: 'need', order: 'desc' }] }
  expect((await page('supporting_asset', chosen)).objects.map(({ id }: Row) => id).toSorted((a: number, b: number) => a - b)).toEqual([disk.id, database.id])
  const { objects } = await page('business_value', { filters: [{ name: 'identifier', selected_options: [{ text: payroll.identifier }] }] })
  const opened = await page('supporting_asset', { filters: [{ name: 'business_values', selected_options: [payroll.id] }] })
  expect([objects[0].assets, opened.total]).toEqual([1, 1])
})

test('a drawing tells what an asset carries and stands on, by which way each need came, and which of it are a loop', async () => {
  const orders = await value({ availability: 4, confidentiality: 2 })
  const [network, portal, broker] = [await asset({ type: 'NETWORK' }), await asset({ business_values: [orders.id] }), await asset()]
  const billing = await asset({ dependencies: [broker.id, network.id] })
  await world.pilot.put(`/supporting_asset/${portal.id}`, { dependencies: [billing.id] })
  await world.pilot.put(`/supporting_asset/${broker.id}`, { dependencies: [billing.id] })
  const { nodes, edges, more, needs } = await drawn(network.id)
  const word = (at: number) => nodes[at]?.name
  expect(nodes[0]).toMatchObject({ id: network.id, need: 4, loop: false })
  expect(more).toBe(0)
  expect(edges.map(({ from, to, loop }) => `${word(from)} ${loop ? '∞' : '→'} ${word(to)}`).toSorted()).toEqual(
    [
      `${orders.name} → ${portal.name}`,
      `${portal.name} → ${billing.name}`,
      `${billing.name} ∞ ${broker.name}`,
      `${broker.name} ∞ ${billing.name}`,
      `${billing.name} → ${network.name}`,
    ].toSorted(),
  )
  expect(criteria.map((one) => needs[one] && [needs[one].need, word(needs[one].value), ...needs[one].path.map(word)])).toEqual([
    [4, orders.name, portal.name, billing.name, network.name],
    null,
    [2, orders.name, portal.name, billing.name, network.name],
    null,
  ])
  const carriers = objectOf(await world.pilot.get(`/business_value/${orders.id}/carriers`)) as Drawing
  expect(carriers.nodes.map(({ name }) => name)).toEqual([orders.name, portal.name, billing.name, network.name, broker.name])
  const loops = (await world.pilot.get('/supporting_asset/loops')).body.objects as { assets: { id: number }[] }[]
  expect(loops.map(({ assets }) => assets.map(({ id }) => id))).toEqual([[broker.id, billing.id]])
  expect((await world.pilot.put(`/supporting_asset/${billing.id}`, { dependencies: [billing.id] })).body.errors).toEqual({
    dependencies: ['An asset does not depend on itself'],
  })
})

test('whatever the graph, SQL hands down what the pure function does, in as many statements for one asset as for many', async () => {
  let state = 42
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const level = () => [null, 1, 2, 3, 4][next(5)] ?? null
  const values: Row[] = []
  for (let n = 0; n < 6; n += 1) values.push(await value({ availability: level(), integrity: level(), confidentiality: level(), traceability: level() }))
  const assets: Row[] = []
  for (let n = 0; n < 24; n += 1) assets.push(await asset({ business_values: next(4) === 0 ? [values[next(6)]?.id] : [] }))
  const some = () => assets[next(assets.length)]?.id as number
  for (const { id } of assets) {
    const on = [...new Set([some(), some()])].filter((one) => one !== id)
    expect((await world.pilot.put(`/supporting_asset/${id}`, { dependencies: on })).status).toBe(200)
  }
  for (const { id } of assets) {
    const [row, { needs }] = [await read(id), await drawn(id)]
    expect([id, needsOf(row).slice(0, 4)]).toEqual([id, criteria.map((one) => needs[one]?.need ?? null)])
  }
  const listed = async (per_page: number) =>
    (await watchStatements(() => page('supporting_asset', { per_page, sort: [{ name: 'need', order: 'desc' }] }))).texts.length
  expect(await listed(1)).toBe(await listed(100))
  const lone = await asset()
  const statements = async (id: number) => (await watchStatements(() => drawn(id))).texts.length
  expect(await statements(some())).toBe(await statements(lone.id))
  expect(await statements(some())).toBeLessThanOrEqual(6)
})

test('a local pilot keeps the assets of their perimeter and the values whose perimeters are all theirs; what is elsewhere has no name in drawings', async () => {
  const secret = await value({ perimeters: [world.nantes], availability: 4 })
  const shared = await value({ perimeters: [world.lyon, world.nantes], availability: 2 })
  const everywhere = await value()
  const far = await asset({ perimeter: world.nantes, business_values: [secret.id] })
  const near = await asset({ business_values: [shared.id] })
  await world.pilot.put(`/supporting_asset/${far.id}`, { dependencies: [near.id] })
  const { local } = world
  const get = async (path: string) => (await local.get(path)).status
  expect([await get(`/business_value/${secret.id}`), await get(`/business_value/${shared.id}`), await get(`/business_value/${everywhere.id}`)]).toEqual([
    404, 200, 200,
  ])
  expect((await local.put(`/business_value/${shared.id}`, { integrity: 1 })).status).toBe(403)
  expect((await local.put(`/business_value/${everywhere.id}`, { integrity: 1 })).status).toBe(403)
  expect((await local.post('/business_value', { name_en: 'Own', perimeters: [world.lyon] })).status).toBe(200)
  expect((await local.post('/business_value', { name_en: 'Own', perimeters: [] })).status).toBe(403)
  expect((await local.post('/supporting_asset', { name_en: 'Own', type: 'SITE', perimeter: world.nantes })).status).not.toBe(200)
  expect(await get(`/supporting_asset/${far.id}/dependencies`)).toBe(404)
  // The need is told, whose it is is not.
  const { nodes, needs } = await drawn(near.id, local)
  expect(needs.availability?.need).toBe(4)
  expect(nodes[needs.availability?.value ?? 0]).toMatchObject({ name: null, identifier: null, type: null, need: null })
  expect(JSON.stringify(nodes)).not.toContain(secret.name)
  expect(JSON.stringify(nodes)).not.toContain(far.name)
})
