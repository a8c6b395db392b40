import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let root: number
let plant: number
let customer: number
let program: number

beforeAll(async () => {
  app = await testApp()
  ;({ id: customer, root } = await app.customer())
  pilot = await app.member(customer, 'global_pilote')
  plant = (await pilot.post('/perimeter', { name_en: 'Plant', parent: root })).body.object.id
  program = (await pilot.post('/program', { name_en: 'Program' })).body.object.id
})
afterAll(() => app.close())

const pilotOf = (...perimeterIds: number[]) => app.member(customer, 'local_pilote', { perimeterIds })
let last = 0
const action = async (perimeter: number, fields: object = {}) =>
  (await pilot.post('/remediation', { name_en: `Action ${++last}`, program, perimeter, ...fields })).body.object

test('without a default function new work is nobody’s', async () => {
  expect((await action(plant)).manager).toBeNull()
  expect((await pilot.get(`/responsible?entity=remediation&perimeter=${plant}`)).body.object).toBeNull()
})

test('new work goes to the nearest holder of the default function who may do it, unless somebody says otherwise (ADM-10)', async () => {
  const [ciso, deputy, auditor] = [await pilotOf(root), await pilotOf(plant), await app.member(customer, 'local_auditor', { perimeterIds: [plant] })]
  const holders = [
    { perimeter: root, member: ciso.memberId },
    { perimeter: plant, member: auditor.memberId },
  ]
  const { id, version } = (await pilot.post('/job_function', { name_en: 'CISO', name_fr: 'RSSI', is_default_manager: true, holders })).body.object
  // Whoever may only read is passed over for the next one upwards.
  expect([(await action(plant)).manager.id, (await action(root)).manager.id]).toEqual([ciso.memberId, ciso.memberId])
  await pilot.put(`/job_function/${id}`, { version, holders: [...holders, { perimeter: plant, member: deputy.memberId }] })
  expect([(await action(plant)).manager.id, (await action(root)).manager.id]).toEqual([deputy.memberId, ciso.memberId])
  expect((await pilot.get(`/responsible?entity=remediation&perimeter=${plant}`)).body.object).toEqual({
    field: 'manager',
    person: { id: deputy.memberId, name: expect.any(String) },
  })
  expect((await action(plant, { manager: null })).manager).toBeNull()
  expect((await action(plant, { manager: ciso.memberId })).manager.id).toBe(ciso.memberId)
  const group = (await pilot.post('/group', { name: 'Team of the plant' })).body.object.id
  expect((await action(plant, { group })).manager).toBeNull()
  // Gone, they are nobody's default.
  await pilot.put(`/member/${deputy.memberId}`, { disabled: true })
  expect((await action(plant)).manager.id).toBe(ciso.memberId)
})

test('what is proposed is asked of who may add such work, and of what there is', async () => {
  const auditor = await app.member(customer, 'global_auditor')
  expect((await auditor.get(`/responsible?entity=remediation&perimeter=${plant}`)).body.object).toBeNull()
  expect((await pilot.get(`/responsible?entity=perimeter&perimeter=${plant}`)).body.object).toBeNull()
  const { status, body } = await pilot.get(`/responsible?entity=nothing&perimeter=${plant}`)
  expect([status, Object.keys(body.errors)]).toEqual([400, ['entity']])
})

test('other work finds its manager by the same rule', async () => {
  const register = (await pilot.post('/gap_register', { name_en: 'Audit' })).body.object.id
  expect((await pilot.post('/gap', { name_en: 'Gap', register, perimeter: plant })).body.object.manager.id).toEqual(expect.any(Number))
  expect((await pilot.post('/incident', { name_en: 'Incident', perimeter: plant })).body.object.manager.id).toEqual(expect.any(Number))
})

test('a measure that is put in place is managed by the same rule, unless somebody says otherwise', async () => {
  const category = (await pilot.post('/category', { name_en: 'Measures' })).body.object?.id
  const solution = (await pilot.post('/solution', { name_en: 'Backups', ...(category && { category }) })).body.object.id
  const inPlace = async (perimeter: number, fields: object = {}) => {
    const { body } = await pilot.post('/solution/fork_run', { id: solution, perimeter_id: perimeter, ...fields })
    return (await pilot.get(`/measure/${body.object.measure_id}`)).body.object
  }
  const proposed = (await pilot.get(`/responsible?entity=measure&perimeter=${plant}`)).body.object
  expect(proposed).toMatchObject({ field: 'manager', person: { id: expect.any(Number) } })
  const made = await inPlace(plant)
  expect(made.manager.id).toBe(proposed.person.id)
  // Reset and put in place anew by hand, somebody else stays who they are.
  expect((await inPlace((await pilot.post('/perimeter', { name_en: 'Empty', parent: root })).body.object.id, { user: null })).manager).toBeNull()
  const other = await pilotOf(root)
  const place = (await pilot.post('/perimeter', { name_en: 'Chosen', parent: root })).body.object.id
  expect((await inPlace(place, { user: other.memberId })).manager.id).toBe(other.memberId)
})

test('the order of contacts has one to three digits (ADM-12)', async () => {
  for (const contact_order of [1000, -1]) {
    const { status, body } = await pilot.post('/contact', { name: 'Hotline', contact_order })
    expect([status, body.errors]).toEqual([400, { contact_order: ['Only 1 to 3 digits are allowed'] }])
  }
  expect((await pilot.post('/contact', { name: 'Hotline', phone: 'call me' })).body.errors).toHaveProperty('phone')
})

test('an incident shows whom to call for its perimeter, in order; the nearer first where the order is the same', async () => {
  const other = (await pilot.post('/perimeter', { name_en: 'Other', parent: root })).body.object.id
  const contact = (name: string, perimeters: number[], contact_order: number | null) =>
    pilot.post('/contact', { name, perimeters, contact_order, phone: '+33 1' })
  await contact('Last', [root], null)
  await contact('Second', [root], 20)
  await contact('Of the plant', [plant], 20)
  await contact('First', [root, plant], 10)
  await contact('Elsewhere', [other], 1)
  await contact('Nowhere', [], 1)
  const incident = (await pilot.post('/incident', { name_en: 'Incident', perimeter: plant })).body.object.id
  const { objects } = (await pilot.get(`/incident/${incident}/contacts`)).body as { objects: { name: string }[] }
  expect(objects.map(({ name }) => name)).toEqual(['First', 'Of the plant', 'Second', 'Last'])
  const stranger = await pilotOf(other)
  expect((await stranger.get(`/incident/${incident}/contacts`)).status).toBe(404)
})
