import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { modelRhythms, startDay } from '#areas/catalog/contract/rhythm.ts'
import { modelKinds } from '#areas/catalog/contract/shared.ts'
import { nextStart, periodicities } from '#areas/runbooks/contract/recurrence.ts'
import { roles } from '#kit/contract/right.ts'

let app: TestApp
let owner: pg.Client
/** Writes in the catalog of the installation, and of another instance. */
let maker: Person
let reseller: Person
let pilot: Person
let theirs: Person
let ours = 0
let root = 0
/** What the catalog shares. */
const ids: Record<string, number> = {}

const made = async (by: Person, path: string, body: object = {}) => {
  const { status, body: answer } = await by.post(path, body)
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer.object
}
async function staff(email: string, change: string, customer?: number): Promise<Person> {
  await app.member(1, [], { email })
  await owner.query(`update account set ${change} where email = $1`, [email])
  if (customer !== undefined) expect((await (await app.signIn(email)).put('/user/customer', { customer_id: customer })).status).toBe(200)
  return app.signIn(email)
}

beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  const chief = await app.signIn('root@vigie.example')
  const elsewhere = (await made(chief, '/instance', { name: 'Reseller', type: 'partner' })).id
  const { rows: catalogs } = await owner.query<{ id: number }>(`select id from customer where kind = 'CATALOG' order by id`)
  const customer = await app.customer('Ours')
  const other = await app.customer('Theirs')
  expect((await chief.put(`/customer/${other.id}`, { instance_id: elsewhere })).status).toBe(200)
  ours = customer.id
  root = customer.root
  maker = await staff('maker@staff.example', `admin_type = 'STAFF_PLUS'`, catalogs[0]?.id)
  reseller = await staff('reseller@staff.example', `instance_id = ${elsewhere}`, catalogs[1]?.id)
  pilot = await app.member(ours, 'global_pilote')
  theirs = await app.member(other.id, 'global_pilote')
  const category = (await made(maker, '/category', { name_en: 'Devices' })).id
  ids.metric = (await made(maker, '/metric_model', { identifier: 'ALL', name_en: 'All devices', unit_en: 'devices', unit_fr: 'postes' })).id
  ids.part = (await made(maker, '/metric_model', { identifier: 'SAFE', name_en: 'Safe devices' })).id
  ids.indicator = (
    await made(maker, '/indicator_model', {
      identifier: 'RATE',
      name_en: 'Safe share',
      formula: '100 * SAFE / ALL',
      metrics: [ids.metric, ids.part],
      target_value: 90,
    })
  ).id
  ids.task = (await made(maker, '/runtask_model', { identifier: 'LOOK', name_en: 'Look at devices', periodicity: 'WEEKLY', kind: 'CONTROL', charge: 0.5 })).id
  ids.solution = (
    await made(maker, '/solution', {
      identifier: 'EDR',
      name_en: 'Protection',
      category,
      runtasks: [ids.task],
      indicators: [ids.indicator],
      perimeter_types: ['INTERNAL'],
    })
  ).id
  ids.action = (await made(maker, '/remediation_model', { identifier: 'DO', name_en: 'Roll it out', type: 'BUILD', solution: ids.solution, workload: 12 })).id
  ids.elsewhere = (await made(reseller, '/runtask_model', { identifier: 'THEIRS', name_en: 'Canopus' })).id
  ids.kept = (await made(maker, '/runtask_model', { identifier: 'KEPT', name_en: 'Electra' })).id
  expect((await maker.put(`/runtask_model/${ids.kept}/catalog_type`, { catalog_type: 'PRIVATE' })).status).toBe(200)
  ids.away = (await made(maker, '/runtask_model', { identifier: 'AWAY', name_en: 'Fomalhaut', archived: true })).id
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const shared = async (person: Person, kind: string) =>
  ((await person.get(`/shared/${kind}`)).body.objects ?? []) as { id: number; name: string; own: object | null }[]
const count = async (entity: string, customer = ours) =>
  (await owner.query<{ n: number }>(`select count(*)::int as n from ${entity} where customer_id = $1`, [customer])).rows[0]?.n

describe('what is shared of models', () => {
  test('is read by whom it is for, and nowhere in the lists of an organisation', async () => {
    expect((await shared(pilot, 'runtask_model')).map(({ name }) => name)).toEqual(['Look at devices'])
    expect((await shared(theirs, 'runtask_model')).map(({ name }) => name)).toEqual(['Look at devices', 'Canopus'])
    expect(await shared(maker, 'runtask_model')).toEqual([])
    const of = { runtask_model: ids.task, metric_model: ids.metric, indicator_model: ids.indicator, remediation_model: ids.action }
    for (const [entity, id] of Object.entries(of)) {
      expect((await pilot.post(`/${entity}/page`)).body.objects).toEqual([])
      expect([entity, (await pilot.get(`/${entity}/${id}`)).status]).toEqual([entity, 404])
      expect((await pilot.put(`/${entity}/${id}`, { name_en: 'Mine' })).status).toBe(404)
      expect((await pilot.delete(`/${entity}/${id}`)).status).toBe(404)
      expect((await pilot.put(`/${entity}/${id}/catalog_type`, { catalog_type: 'PRIVATE' })).status).toBe(404)
    }
    // Nothing of an organisation names what is somebody else's.
    expect((await pilot.post('/indicator_model', { name_en: 'X', formula: 'ALL', metrics: [ids.metric] })).status).toBe(400)
  })

  test.each(roles)('is for who reads everything, and adopted by global pilots alone: %s', async (role) => {
    const person = await app.member(ours, role, role.startsWith('local') ? { perimeterIds: [root] } : {})
    const may = role.startsWith('global')
    for (const kind of modelKinds) expect([kind, (await person.get(`/shared/${kind}`)).status]).toEqual([kind, may ? 200 : 403])
    expect((await person.get(`/shared/runtask_model/${ids.task}`)).status).toBe(may ? 200 : 403)
    expect((await person.post('/shared/runtask_model/foresee', { ids: [ids.task] })).status).toBe(may ? 200 : 403)
    if (role !== 'global_pilote') {
      expect((await person.post('/shared/runtask_model/adopt', { ids: [ids.task] })).status).toBe(403)
      expect((await person.post('/runtask_model/fork', { id: ids.task })).status).toBe(403)
    }
  })

  test('is not to be had by its number: another instance’s, what is kept back or put away, another organisation’s own', async () => {
    const own = (await made(theirs, '/runtask_model', { name_en: 'Secret' })).id
    for (const id of [ids.elsewhere, ids.kept, ids.away, own, 999_999]) {
      expect([id, (await pilot.get(`/shared/runtask_model/${id}`)).status]).toEqual([id, 404])
      expect([id, (await pilot.post('/shared/runtask_model/adopt', { ids: [id] })).status]).toEqual([id, 404])
      expect([id, (await pilot.post('/runtask_model/fork', { id })).status]).toEqual([id, 404])
      expect((await pilot.post('/shared/runtask_model/renew', { id })).status).toBe(404)
      expect((await pilot.post('/shared/runtask_model/foresee', { ids: [id] })).body.objects).toEqual([])
    }
    // All or none: what is there does not come without what is not.
    expect((await pilot.post('/shared/runtask_model/adopt', { ids: [ids.task, own] })).status).toBe(404)
    expect(await count('runtask_model')).toBe(0)
    expect((await pilot.get('/shared/member')).status).toBe(404)
    for (const catalog_type of ['PUBLIC', 'INSTANCE']) {
      const mine = (await made(pilot, '/metric_model', { name_en: 'Mine' })).id
      expect((await pilot.put(`/metric_model/${mine}/catalog_type`, { catalog_type })).status).toBe(400)
      expect((await pilot.delete(`/metric_model/${mine}`)).status).toBe(200)
    }
  })
})

describe('adopting', () => {
  test('tells before what will come, then brings it in one go, once, however often it is asked for', async () => {
    const { objects } = (await pilot.post('/shared/solution/foresee', { ids: [ids.solution] })).body
    expect(objects.map((one: { entity: string; identifier: string; asked: boolean }) => [one.entity, one.identifier, one.asked])).toEqual([
      ['solution', 'EDR', true],
      ['runtask_model', 'LOOK', false],
      ['indicator_model', 'RATE', false],
      ['metric_model', 'ALL', false],
      ['metric_model', 'SAFE', false],
    ])
    expect(await count('solution')).toBe(0)
    // A metric's model that is called like one of theirs.
    await made(pilot, '/metric_model', { identifier: 'SAFE', name_en: 'Another' })
    const twice = await Promise.all([1, 2, 3].map(() => pilot.post('/shared/solution/adopt', { ids: [ids.solution] })))
    expect(twice.map(({ status, body }) => [status, body.made]).toSorted(([, a], [, b]) => a - b)).toEqual([
      [200, 0],
      [200, 0],
      [200, 5],
    ])
    expect(await Promise.all(['solution', 'runtask_model', 'indicator_model', 'metric_model'].map((entity) => count(entity)))).toEqual([1, 1, 1, 3])
    const [model] = (await pilot.post('/solution/page')).body.objects
    expect(model).toMatchObject({
      identifier: 'EDR',
      adopted: true,
      catalog_type: 'PRIVATE',
      perimeter_types: ['INTERNAL'],
      category: { name: 'Devices' },
      runtasks: [{ name: 'Look at devices' }],
      indicators: [{ name: 'Safe share' }],
    })
    const [indicator] = (await pilot.post('/indicator_model/page')).body.objects
    // Metrics are called as they are here.
    expect(indicator).toMatchObject({ formula: '100 * SAFE-2 / ALL', metrics: [{ name: 'All devices' }, { name: 'Safe devices' }] })
    expect((await pilot.get(`/solution/${model.id}/rti`)).body.object).toMatchObject({
      runtasks: [{ identifier: 'LOOK', public: true }],
      indicators: [{ identifier: 'RATE', public: true }],
    })
    expect((await shared(pilot, 'solution'))[0]?.own).toMatchObject({ id: model.id })
  })

  test('of a copy that is wanted anew takes a free number, and where it came from', async () => {
    const { body } = await pilot.post('/runtask_model/fork', { id: ids.task })
    expect([body.message, body.object.identifier]).toEqual(['Object copied successfully in your catalog', 'LOOK-2'])
    // Within one's own catalogue too.
    const own = (await pilot.post('/runtask_model/fork', { id: body.object.id })).body.object
    expect(own.identifier).toBe('LOOK-2-2')
    for (const { id } of [own, body.object]) expect((await pilot.delete(`/runtask_model/${id}`)).status).toBe(200)
  })

  test('of an action’s model takes the measure’s model that is there', async () => {
    expect((await pilot.post('/shared/remediation_model/adopt', { ids: [ids.action] })).body.made).toBe(1)
    expect((await pilot.post('/remediation_model/page')).body.objects).toMatchObject([{ identifier: 'DO', workload: 12, solution: { name: 'Protection' } }])
    expect(await count('solution')).toBe(1)
  })

  test('leaves a model in use where it is: it is put away instead', async () => {
    const [task] = (await pilot.post('/runtask_model/page')).body.objects
    expect((await pilot.delete(`/runtask_model/${task.id}`)).body.code).toBe('IN_USE')
    const metric = (await pilot.post('/metric_model/page')).body.objects.find(({ identifier }: { identifier: string }) => identifier === 'ALL')
    expect((await pilot.delete(`/metric_model/${metric.id}`)).body.code).toBe('IN_USE')
    expect((await pilot.put(`/metric_model/${metric.id}`, { archived: true })).status).toBe(200)
    expect((await pilot.put(`/metric_model/${metric.id}`, { archived: false })).status).toBe(200)
  })
})

describe('a newer original', () => {
  test('is noticed, differs field by field, and is taken over by one call; what was linked here stays', async () => {
    const extra = (await made(pilot, '/runtask_model', { name_en: 'Our own look' })).id
    const [model] = (await pilot.post('/solution/page')).body.objects
    const linked = [...model.runtasks.map(({ id }: { id: number }) => id), extra]
    expect((await pilot.put(`/solution/${model.id}`, { runtasks: linked })).status).toBe(200)
    expect((await pilot.get(`/shared/solution/${ids.solution}`)).body.object.changed).toBe(false)
    const second = (await made(maker, '/runtask_model', { identifier: 'ALSO', name_en: 'Look twice' })).id
    expect((await maker.put(`/solution/${ids.solution}`, { name_en: 'Better protection', build_days: 7, runtasks: [ids.task, second] })).status).toBe(200)
    const { object } = (await pilot.get(`/shared/solution/${ids.solution}`)).body
    const differing = object.fields.filter(({ value, own }: { value: unknown; own: unknown }) => JSON.stringify(value) !== JSON.stringify(own))
    expect(object.changed).toBe(true)
    expect(differing).toEqual([
      { field: 'name', value: 'Better protection', own: 'Protection' },
      { field: 'build_days', value: 7, own: null },
      { field: 'runtasks', value: ['Look at devices', 'Look twice'], own: ['Look at devices', 'Our own look'] },
    ])
    const now = (await pilot.get(`/solution/${model.id}`)).body.object
    expect((await pilot.post('/shared/solution/renew', { id: model.id, version: now.version - 1 })).status).toBe(409)
    expect((await pilot.post('/shared/solution/renew', { id: model.id, version: now.version })).body.object.changed).toEqual(['name', 'build_days', 'runtasks'])
    expect((await pilot.get(`/solution/${model.id}`)).body.object).toMatchObject({
      name: 'Better protection',
      build_days: 7,
      identifier: 'EDR',
      runtasks: expect.arrayContaining(['Look at devices', 'Look twice', 'Our own look'].map((name) => expect.objectContaining({ name }))),
    })
    expect((await pilot.get(`/shared/solution/${ids.solution}`)).body.object.changed).toBe(false)
    // Formulas are compared as they read here.
    expect((await pilot.get(`/shared/indicator_model/${ids.indicator}`)).body.object.fields).toContainEqual({
      field: 'formula',
      value: '100 * SAFE-2 / ALL',
      own: '100 * SAFE-2 / ALL',
    })
    const mine = (await made(pilot, '/solution', { name_en: 'Ours', category: now.category.id })).id
    expect((await pilot.post('/shared/solution/renew', { id: mine })).status).toBe(409)
  })
})

describe('an implemented measure', () => {
  const proposal = async (id: number) => (await pilot.get(`/measure/${id}/proposal`)).body.object
  let measure = 0
  test('proposes what its model brings, once it is in place, and makes of it what is chosen', async () => {
    const model = (await pilot.post('/solution/page')).body.objects.find(({ identifier }: { identifier: string }) => identifier === 'EDR')
    measure = (await made(pilot, '/measure', { name_en: 'M', solution: model.id, perimeter: root })).id
    expect(await proposal(measure)).toMatchObject({ tasks: [] })
    expect((await pilot.post(`/measure/${measure}/proposal`, { tasks: [] })).status).toBe(409)
    await made(pilot, `/measure/${measure}/implement`)
    const { tasks } = await proposal(measure)
    const runbook = (await made(pilot, '/runbook', { name_en: 'Book' })).id
    expect(tasks.map(({ identifier }: { identifier: string }) => identifier)).toContain('LOOK')
    const look = tasks.find(({ identifier }: { identifier: string }) => identifier === 'LOOK')
    expect((await pilot.post(`/measure/${measure}/proposal`, { tasks: [look.id, 999_999] })).status).toBe(400)
    const { body } = await pilot.post(`/measure/${measure}/proposal`, { tasks: [look.id], runbook, start_date: '2030-01-02', manager: pilot.memberId })
    expect(body).toEqual(expect.objectContaining({ ok: true, object: { tasks: [expect.any(Number)], indicators: [] } }))
    expect((await pilot.get(`/runtask/${body.object.tasks[0]}`)).body.object).toMatchObject({
      name: 'Look at devices',
      kind: 'CONTROL',
      charge: 0.5,
      // The first Monday from then on.
      start_date: '2030-01-07',
      measure: { id: measure },
      perimeter: { id: root },
      model: { id: look.id },
      runbook: { id: runbook },
      manager: { id: pilot.memberId },
    })
    // An indicator brings its metrics, and its formula names them.
    const { indicators } = await proposal(measure)
    expect(indicators).toMatchObject([{ identifier: 'RATE', metrics: ['All devices', 'Safe devices'] }])
    const also = await pilot.post(`/measure/${measure}/proposal`, { indicators: [indicators[0].id] })
    expect(also.body).toMatchObject({ ok: true, object: { indicators: [expect.any(Number)] } })
    const metrics = (await pilot.post('/metric/page')).body.objects as { identifier: string; name: string; perimeters: object[] }[]
    const called = (name: string) => metrics.find((one) => one.name === name)?.identifier
    expect((await pilot.get(`/indicator/${also.body.object.indicators[0]}`)).body.object).toMatchObject({
      name: 'Safe share',
      formula: `100 * ${called('Safe devices')} / ${called('All devices')}`,
      target_value: 90,
      measures: [{ id: measure }],
      perimeters: [{ id: root }],
    })
    expect((await proposal(measure)).indicators).toEqual([])
    // What is there is not proposed again.
    expect((await proposal(measure)).tasks.map(({ identifier }: { identifier: string }) => identifier)).not.toContain('LOOK')
    expect((await pilot.post(`/measure/${measure}/proposal`, { tasks: [look.id] })).status).toBe(400)
    expect((await pilot.delete(`/runtask_model/${look.id}`)).body.code).toBe('IN_USE')
  })

  test('has its metrics measured where it is, whoever accepts elsewhere at the same time; who may not have them measured there gets some of their own', async () => {
    const solution = (await pilot.post('/solution/page')).body.objects.find(({ identifier }: { identifier: string }) => identifier === 'EDR').id
    const inPlace = async (by: Person, perimeter: number) => {
      const { id } = await made(by, '/measure', { name_en: 'M', solution, perimeter })
      await made(by, `/measure/${id}/implement`)
      return id
    }
    const places: number[] = []
    for (const name_en of ['East', 'West', 'Alone']) places.push((await made(pilot, '/perimeter', { name_en, parent: root })).id)
    const [east = 0, west = 0, alone = 0] = places
    const measures = [await inPlace(pilot, east), await inPlace(pilot, west)]
    const accept = async (by: Person, id: number) => {
      const { indicators } = await (await by.get(`/measure/${id}/proposal`)).body.object
      return made(by, `/measure/${id}/proposal`, { indicators: [indicators[0].id] })
    }
    await Promise.all(measures.map((id) => accept(pilot, id)))
    const metrics = async () => (await pilot.post('/metric/page')).body.objects as { identifier: string; name: string; perimeters: { id: number }[] }[]
    const measured = (await metrics()).map(({ name, perimeters }) => [name, perimeters.map(({ id }) => id).toSorted((a, b) => a - b)])
    expect(measured.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).toEqual([
      ['All devices', [root, east, west]],
      ['Safe devices', [root, east, west]],
    ])
    const local = await app.member(ours, 'local_pilote', { perimeterIds: [alone] })
    const { indicators } = await accept(local, await inPlace(local, alone))
    const own = (await metrics()).filter(({ perimeters }) => perimeters.some(({ id }) => id === alone))
    const called = (name: string) => own.find((one) => one.name === name)?.identifier
    expect(own.map(({ perimeters }) => perimeters.length)).toEqual([1, 1])
    expect((await local.get(`/indicator/${indicators[0]}`)).body.object.formula).toBe(`100 * ${called('Safe devices')} / ${called('All devices')}`)
  })

  test('is proposed nothing where it is not theirs, and nothing to whoever may only look', async () => {
    expect((await theirs.get(`/measure/${measure}/proposal`)).status).toBe(404)
    expect((await theirs.post(`/measure/${measure}/proposal`, { tasks: [1] })).status).toBe(404)
    const auditor = await app.member(ours, 'global_auditor')
    expect((await auditor.get(`/measure/${measure}/proposal`)).body.object).toEqual({ tasks: [], indicators: [], runbook: null })
    expect((await auditor.post(`/measure/${measure}/proposal`, { tasks: [1] })).status).toBe(403)
  })
})

test('models say rhythms as what is made of them, and begin on the same days', () => {
  expect(modelRhythms).toEqual(periodicities)
  for (const rhythm of periodicities)
    for (const day of ['2027-12-30', '2028-02-29', '2029-01-01', '2029-01-07']) expect(startDay(rhythm, day)).toBe(nextStart(rhythm, day))
})
