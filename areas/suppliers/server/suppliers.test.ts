import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { evaluatedJob } from './evaluated.ts'
import { exemptionsOf, gapsOf } from '#areas/suppliers/contract/perimeter-filters.ts'
import { workbookOf } from '#tools/test/sheet-file.ts'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

let count = 0
const make = async (fields: object = {}, by: Person = world.pilot): Promise<Row> =>
  objectOf(await by.post('/supplier', { name_en: `Supplier ${(count += 1)}`, parent: world.lyon, ...fields }))
const read = async (id: number, by: Person = world.pilot): Promise<Row> => objectOf(await by.get(`/supplier/${id}`))
const perimeterOf = async (id: number): Promise<Row> => objectOf(await world.pilot.get(`/perimeter/${id}`))
const service = async (supplier: number, fields: object = {}): Promise<Row> =>
  objectOf(await world.pilot.post('/supplier_service', { name_en: 'Hosting', supplier, ...fields }))
const contract = async (supplier: number, fields: object = {}): Promise<Row> =>
  objectOf(await world.pilot.post('/supplier_contract', { name_en: 'Agreement', supplier, ...fields }))

test('a supplier is a perimeter of providers: it makes one, is called and stands as it, and goes with it', async () => {
  const made = await make({ name_en: 'Aldane Systems' })
  expect(await perimeterOf(made.perimeter.id)).toMatchObject({ name: 'Aldane Systems', type: 'PROVIDER', parent: { id: world.lyon } })
  // Either is renamed and moved with the other.
  await world.pilot.put(`/supplier/${made.id}`, { name_en: 'Aldane', parent: world.nantes })
  expect(await perimeterOf(made.perimeter.id)).toMatchObject({ name: 'Aldane', parent: { id: world.nantes } })
  await world.pilot.put(`/perimeter/${made.perimeter.id}`, { name_en: 'Aldane Group', parent: world.lyon })
  expect(await read(made.id)).toMatchObject({ name: 'Aldane Group', parent: { id: world.lyon } })
  expect((await world.pilot.delete(`/supplier/${made.id}`)).status).toBe(200)
  expect((await world.pilot.get(`/perimeter/${made.perimeter.id}`)).status).toBe(404)
})

test('a provider’s perimeter that is made in the tree has its record; it goes with it, and stays a provider while it holds something', async () => {
  const perimeter = objectOf(await world.pilot.post('/perimeter', { name_en: 'Beral Logistics', type: 'PROVIDER', parent: world.lyon })).id as number
  const found = async () =>
    (await world.pilot.post('/supplier/page', { queryParams: { filters: [{ name: 'perimeter', selected_options: [perimeter] }] } })).body.objects as Row[]
  const [record] = await found()
  expect(record).toMatchObject({ name: 'Beral Logistics', parent: { id: world.lyon } })
  const { id } = await service(record?.id as number)
  const refused = await world.pilot.put(`/perimeter/${perimeter}`, { type: 'APPLICATION' })
  expect([refused.status, refused.body.message]).toEqual([409, 'This perimeter is a supplier with services, contracts or sub-processors: remove them first'])
  expect((await world.pilot.delete(`/perimeter/${perimeter}`)).status).toBe(409)
  await world.pilot.delete(`/supplier_service/${id}`)
  expect((await world.pilot.put(`/perimeter/${perimeter}`, { type: 'APPLICATION' })).status).toBe(200)
  expect(await found()).toEqual([])
  expect((await world.pilot.put(`/perimeter/${perimeter}`, { type: 'PROVIDER' })).status).toBe(200)
  expect(await found()).toHaveLength(1)
  expect((await world.pilot.delete(`/perimeter/${perimeter}`)).status).toBe(200)
  expect(await found()).toEqual([])
})

test('a local pilot keeps the suppliers below their perimeter and sees no other; auditors read, contributors nothing', async () => {
  const [near, far] = [await make(), await make({ parent: world.nantes })]
  expect((await world.local.put(`/supplier/${near.id}`, { country: 'FR' })).status).toBe(200)
  expect((await world.local.get(`/supplier/${far.id}`)).status).toBe(404)
  const own = await make({ name_en: 'Local choice' }, world.local)
  expect((await world.local.delete(`/supplier/${own.id}`)).status).toBe(403)
  const far_service = await service(far.id)
  expect((await world.local.get(`/supplier_service/${far_service.id}`)).status).toBe(404)
  expect((await world.local.post('/supplier_contract', { name_en: 'Elsewhere', supplier: far.id })).status).not.toBe(200)
  expect((await world.auditor.get(`/supplier/${far.id}`)).status).toBe(200)
  expect((await world.auditor.put(`/supplier/${far.id}`, { country: 'FR' })).status).toBe(403)
  expect((await world.contributor.post('/supplier/page')).status).toBe(403)
})

test('nobody works for themselves by way of others: the way is told; who works for whom is read as a chain', async () => {
  const [a, b, c] = [await make({ name_en: 'Alpha' }), await make({ name_en: 'Bravo' }), await make({ name_en: 'Charlie' })]
  const hosting = await service(a.id)
  const subs = (id: number, ...of: object[]) => world.pilot.put(`/supplier/${id}`, { subcontractors: of })
  expect((await subs(a.id, { supplier: b.id, service: hosting.id, task: 'Backups' })).status).toBe(200)
  expect((await subs(b.id, { supplier: c.id })).status).toBe(200)
  expect((await subs(a.id, { supplier: a.id })).body.errors.subcontractors).toEqual(['A supplier is not its own sub-processor'])
  expect((await subs(c.id, { supplier: a.id })).body.errors.subcontractors).toEqual([
    'These companies would work for themselves: Charlie → Alpha → Bravo → Charlie',
  ])
  expect((await subs(b.id, { supplier: c.id, service: hosting.id })).body.errors.subcontractors).toEqual(['A service of another supplier'])
  const { links } = objectOf(await world.pilot.get(`/supplier/${a.id}/chain`))
  expect(links).toMatchObject([
    { name: 'Alpha', rank: 1, under: null },
    { name: 'Bravo', rank: 2, under: 0, task: 'Backups', service: 'Hosting' },
    { name: 'Charlie', rank: 3, under: 1 },
  ])
  expect(objectOf(await world.pilot.get(`/supplier/${c.id}/chain`)).serves).toEqual([{ id: b.id, name: 'Bravo' }])
})

test('whoever may not open a company of a chain is not told its name', async () => {
  const [near, far] = [await make({ name_en: 'Near' }), await make({ name_en: 'Far away', parent: world.nantes })]
  await world.pilot.put(`/supplier/${near.id}`, { subcontractors: [{ supplier: far.id, task: 'Secret task' }] })
  const answer = await world.local.get(`/supplier/${near.id}/chain`)
  expect(objectOf(answer).links[1]).toMatchObject({ name: null, task: null, country: null, criticality: null })
  // Nor what is done for it, where the next one is known.
  const end = await make({ name_en: 'Known end' })
  const secret = await service(far.id, { name_en: 'Secret service' })
  await world.pilot.put(`/supplier/${far.id}`, { subcontractors: [{ supplier: end.id, service: secret.id, task: 'Secret task' }] })
  const further = await world.local.get(`/supplier/${near.id}/chain`)
  expect(objectOf(further).links[2]).toMatchObject({ name: 'Known end', rank: 3, task: null, service: null })
  expect(JSON.stringify([answer.body, further.body])).not.toMatch(/Far away|Secret/)
})

test('the next evaluation follows from criticality and the last one, unless its day is said; a supplier that has ended has none', async () => {
  const { id } = await make()
  expect(await read(id)).toMatchObject({ criticality: null, next_evaluation: null })
  const put = async (fields: object) => (await objectOf(await world.pilot.put(`/supplier/${id}`, fields))).next_evaluation
  expect(await put({ criticality: 'LOW' })).toBe(dayFromNow(30))
  expect(await put({ last_evaluation: '2026-01-31', criticality: 'HIGH' })).toBe('2027-07-31')
  expect(await put({ last_evaluation: '2024-02-29', criticality: 'CRITICAL' })).toBe('2025-02-28')
  expect(await put({ next_evaluation: '2026-12-24' })).toBe('2026-12-24')
  // Of two who opened them before anything was set, the second is told of the first.
  const { version } = (await world.pilot.get('/supplier/settings')).body.object
  expect((await world.pilot.put('/supplier/settings', { version, entity: { country: 'FR' } })).status).toBe(200)
  expect((await world.pilot.put('/supplier/settings', { version, entity: { country: 'DE' } })).status).toBe(409)
  expect((await world.pilot.put('/supplier/settings', { months: { CRITICAL: 6, HIGH: 12, MEDIUM: 24, LOW: 48 } })).status).toBe(200)
  expect(await put({ last_evaluation: '2026-08-31' })).toBe('2027-02-28')
  expect(await put({ status: 'ENDED' })).toBe(null)
})

test('the answers to a questionnaire say how critical a supplier is; they are kept with the version that was asked', async () => {
  const { id } = await make()
  expect((await world.pilot.post(`/supplier/${id}/classification`, { edition: 1, answers: {} })).status).toBe(409)
  expect((await world.local.post('/supplier/settings/starter')).status).toBe(403)
  const started = await world.pilot.post('/supplier/settings/starter')
  expect(objectOf(started)).toMatchObject({ accumulator: 'CRIT', questionnaire: { name: 'Supplier classification' } })
  // Pressed again, by two at once: there is one.
  const again = await Promise.all([world.pilot.post('/supplier/settings/starter'), world.pilot.post('/supplier/settings/starter')])
  expect(again.map((one) => objectOf(one).questionnaire.id)).toEqual(Array(2).fill(objectOf(started).questionnaire.id))
  const { asked } = objectOf(await world.pilot.get(`/supplier/${id}/classification`))
  expect(asked).toMatchObject({ edition: 1, accumulator: 'CRIT' })
  const answers = { STOP: ['HOURS'], REPLACE: ['NEVER'], PRODUCE: ['Y'], SECRET: ['CONF'], PERSO: ['N'], REMOTE: ['ADMIN'], INSTALL: ['N'] }
  expect((await world.pilot.post(`/supplier/${id}/classification`, { edition: 1, answers })).body.errors).toHaveProperty('LAW')
  expect((await world.pilot.post(`/supplier/${id}/classification`, { edition: 2, answers: { ...answers, LAW: ['N'] } })).status).toBe(409)
  expect((await world.auditor.post(`/supplier/${id}/classification`, { edition: 1, answers: { ...answers, LAW: ['N'] } })).status).toBe(403)
  expect(objectOf(await world.pilot.post(`/supplier/${id}/classification`, { edition: 1, answers: { ...answers, LAW: ['N'] } }))).toMatchObject({
    criticality: 'CRITICAL',
    value: 33,
    edition: 1,
  })
  expect(await read(id)).toMatchObject({ criticality: 'CRITICAL', classified_on: dayFromNow(0), next_evaluation: dayFromNow(30) })
  // By hand afterwards it takes a reason, and is no longer that of the answers.
  expect((await world.pilot.put(`/supplier/${id}`, { criticality: 'LOW' })).body.errors.criticality_reason).toEqual([
    'Give a reason for the difference from the answers',
  ])
  expect(objectOf(await world.pilot.put(`/supplier/${id}`, { criticality: 'LOW', criticality_reason: 'Being replaced' }))).toMatchObject({
    classified_on: null,
  })
  // A reason is a reason of something.
  expect((await world.pilot.put(`/supplier/${id}`, { criticality: null, criticality_reason: 'Unknown' })).body.errors.criticality).toEqual([
    'Please select a criticality',
  ])
  expect(objectOf(await world.pilot.get(`/supplier/${id}/classification`)).kept).toHaveLength(1)
})

test('an agreement is read by its days, and the last day to give notice follows from its end', async () => {
  const { id } = await make()
  const other = await make()
  const state = async (fields: object) => (await contract(id, fields)).state
  expect([await state({ end_date: dayFromNow(-1) }), await state({ start_date: dayFromNow(1) }), await state({ end_date: dayFromNow(0) })]).toEqual([
    'ENDED',
    'FUTURE',
    'IN_FORCE',
  ])
  const near = await contract(id, { end_date: dayFromNow(120), notice_days: 90 })
  expect(near).toMatchObject({ state: 'NOTICE', notice_date: dayFromNow(30) })
  expect(objectOf(await world.pilot.put(`/supplier_contract/${near.id}`, { end_date: null }))).toMatchObject({ notice_date: null })
  const refused = async (fields: object) =>
    Object.keys((await world.pilot.post('/supplier_contract', { name_en: 'X', supplier: id, ...fields })).body.errors ?? {})
  expect(await refused({ start_date: '2026-02-02', end_date: '2026-02-01' })).toEqual(['end_date'])
  expect(await refused({ overarching: near.id })).toEqual(['overarching'])
  expect(await refused({ services: [(await service(other.id)).id] })).toEqual(['services'])
  expect(await refused({ currency: 'Euro' })).toEqual(['currency'])
  expect(Object.keys((await world.pilot.put(`/supplier/${id}`, { code_type: 'LEI', code: '5493001KJTIIGC8Y1R13' })).body.errors)).toEqual(['code'])
  expect((await world.pilot.put(`/supplier/${id}`, { code_type: 'LEI', code: '5493001KJTIIGC8Y1R12' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ contracts: 4, contract_end: dayFromNow(0) })
})

test('the gaps and exemptions that a record counts are the rows that its tabs open', async () => {
  const { id, perimeter } = await make()
  const register = objectOf(await world.pilot.post('/gap_register', { name_en: 'Supplier audits' })).id
  const gap = async (fields: object) => objectOf(await world.pilot.post('/gap', { name_en: 'No backup', register, perimeter: perimeter.id, ...fields }))
  await gap({})
  const closed = await gap({})
  expect(
    (await world.pilot.put(`/gap/${closed.id}`, { status: 'CLOSE', resolution_status: 'IGNORED', status_reason: 'Accepted', review_date: dayFromNow(90) }))
      .status,
  ).toBe(200)
  const exemptionRegister = objectOf(await world.pilot.post('/exemption_register', { name_en: 'Of suppliers' }))
  const exemption = objectOf(
    await world.pilot.post('/exemption', {
      name_en: 'No certificate',
      register: exemptionRegister.id,
      reason: 'New',
      perimeters: [perimeter.id],
      start_date: dayFromNow(0),
      end_date: dayFromNow(60),
    }),
  )
  expect((await world.local.post(`/exemption/${exemption.id}/grant`, { comment: 'Until the audit' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ open_gaps: 1, exemptions: 1 })
  const total = async (entity: string, filters: object[]) => (await world.pilot.post(`/${entity}/page`, { queryParams: { filters } })).body.total as number
  expect([await total('gap', gapsOf(perimeter.id)), await total('exemption', exemptionsOf(perimeter.id))]).toEqual([1, 1])
})

test('an accepted evaluation is the supplier’s last one: its score and trend are shown, the next follows from its day', async () => {
  const { id, perimeter } = await make({ criticality: 'LOW' })
  const accepted = async (score: number, day: string, evaluates_suppliers = true) => {
    const campaign = objectOf(
      await world.pilot.post('/campaign', { name_en: 'Suppliers', campaign_source: 'QUESTIONNAIRE', perimeters: [perimeter.id], evaluates_suppliers }),
    ).id
    await world.app.db.transaction(world.customer, async (tx) => {
      const at = `${day}T12:00:00Z`
      await tx.run(sql`insert into evaluation (customer_id, campaign_id, perimeter_id, status, decided_at) values (${tx.customerId}, ${campaign}, ${perimeter.id}, 'VALIDATED', ${at})
        on conflict (customer_id, campaign_id, perimeter_id) do update set status = 'VALIDATED', decided_at = ${at}`)
      await tx.run(sql`insert into evaluation_standing (customer_id, evaluation_id, asked, answered, score)
        select customer_id, id, 10, 10, ${score} from evaluation where customer_id = ${tx.customerId} and campaign_id = ${campaign}
        on conflict (customer_id, evaluation_id) do update set score = excluded.score`)
    })
  }
  await accepted(61.25, '2025-06-10')
  await accepted(70, '2026-06-10')
  // What else its perimeter answered is none of its evaluations.
  await accepted(12, '2026-07-01', false)
  expect(await read(id)).toMatchObject({ last_score: 70, trend: 8.8 })
  for (let again = 0; again < 2; again += 1)
    await world.app.db.transaction(world.customer, async (tx) => {
      tx.act(systemWho(world.customer, evaluatedJob.name, 'test', 'en', 'Europe/Paris'))
      await evaluatedJob.run({ tx, data: {}, resources, apart: () => Promise.reject(new Error('not needed')) })
    })
  const { version, ...after } = await read(id)
  expect([version, after.last_evaluation, after.next_evaluation]).toEqual([2, '2026-06-10', '2030-06-10'])
})

test('another campaign over the same perimeter, drafted or running, hides from nobody that a supplier is overdue', async () => {
  const { id, perimeter } = await make({ criticality: 'LOW' })
  expect((await world.pilot.put(`/supplier/${id}`, { next_evaluation: dayFromNow(-3) })).status).toBe(200)
  const made = objectOf(await world.pilot.post('/campaign', { name_en: 'All of us', campaign_source: 'QUESTIONNAIRE', perimeters: [perimeter.id] }))
  expect(await read(id)).toMatchObject({ evaluation_state: 'LATE' })
  await world.app.db.transaction(world.customer, (tx) =>
    tx.run(sql`with e as (insert into evaluation (customer_id, campaign_id, perimeter_id, status) values (${tx.customerId}, ${made.id}, ${perimeter.id}, 'STARTED')
        on conflict (customer_id, campaign_id, perimeter_id) do update set status = 'STARTED' returning id)
      update campaign set status = 'STARTED' where customer_id = ${tx.customerId} and id = ${made.id}`),
  )
  expect((await read(id)).evaluation_state).toBe('LATE')
  await world.app.db.transaction(world.customer, (tx) =>
    tx.run(sql`update campaign set evaluates_suppliers = true where customer_id = ${tx.customerId} and id = ${made.id}`),
  )
  expect((await read(id)).evaluation_state).toBe('ASKED')
  expect((await world.pilot.put(`/supplier/${id}`, { status: 'ENDED' })).status).toBe(200)
})

test('a file adds suppliers with their perimeters, line by line; a trial keeps nothing', async () => {
  const rows = [
    ['Imported host', 'Lyon', 'HIGH', 'FR'],
    ['Imported nowhere', 'No such place', 'LOW', 'FR'],
    ['Imported abroad', 'Lyon', 'LOW', 'France'],
  ]
  const imported = async (lines: string[][], query = '') => {
    const content = await workbookOf(['name_en', 'parent', 'criticality', 'country'], lines)
    const { report_id } = objectOf(await world.pilot.upload(`/supplier/import${query}`, 'suppliers.xlsx', content))
    await world.app.jobs()
    return (await world.pilot.get(`/import_report/${report_id}/lines`)).body.objects as Row[]
  }
  const known = async () =>
    ((await world.pilot.post('/supplier/page', { queryParams: { global_search: 'Imported' } })).body.objects as Row[]).map(({ name, parent, perimeter }) => [
      name,
      parent.name,
      perimeter.name,
    ])
  expect((await imported(rows, '?dry_run=1')).map(({ outcome }) => outcome)).toEqual(['created', 'refused', 'refused'])
  expect(await known()).toEqual([])
  await imported(rows.slice(0, 1))
  expect(await known()).toEqual([['Imported host', 'Lyon', 'Imported host']])
})

test('countries, currencies and identifiers are those of their standards; all that is wrong is told at once', async () => {
  const { id } = await make()
  const wrong = async (path: string, fields: object) => Object.keys((await world.pilot.put(path, fields)).body.errors ?? {}).toSorted()
  expect(await wrong(`/supplier/${id}`, { country: 'ZZ', parent_country: 'UK', code_type: 'EUID', code: '542065479' })).toEqual([
    'code',
    'country',
    'parent_country',
  ])
  expect((await world.pilot.put(`/supplier/${id}`, { country: 'GB', code_type: 'EUID', code: 'FRRCS.542065479' })).status).toBe(200)
  const { id: agreement } = await contract(id)
  expect(await wrong(`/supplier_contract/${agreement}`, { governing_country: 'EU', currency: 'FRF' })).toEqual(['currency', 'governing_country'])
  const { id: hosting } = await service(id)
  expect(await wrong(`/supplier_service/${hosting}`, { storage_country: 'AN', licensed_activity: 'Payments' })).toEqual(['licensed_activity'])
  expect(await wrong(`/supplier_service/${hosting}`, { storage_country: 'AN', processing_country: 'FR' })).toEqual(['storage_country'])
  expect((await world.pilot.put('/supplier/settings', { entity: { country: 'QQ', currency: 'EURO' } })).status).toBe(400)
})

test('those that are due are planned in one press: a campaign for each questionnaire, and nobody is asked twice', async () => {
  const questionnaire = async (name_en: string): Promise<number> => {
    const { questionnaire: own } = objectOf(await world.pilot.post('/supplier/settings/starter'))
    const { id } = objectOf(await world.pilot.post('/questionnaire/fork', { id: own.id }))
    const { version } = objectOf(await world.pilot.put(`/questionnaire/${id}`, { name_en }))
    expect((await world.pilot.post(`/questionnaire/${id}/publish`, { version })).status).toBe(200)
    return id
  }
  const [heavy, light] = [await questionnaire('Long'), await questionnaire('Short')]
  const draft = objectOf(await world.pilot.post('/questionnaire', { name_en: 'Draft' })).id
  const by = { CRITICAL: heavy, HIGH: null, MEDIUM: null, LOW: light }
  expect(Object.keys((await world.pilot.put('/supplier/settings', { evaluated_by: { ...by, HIGH: draft } })).body.errors)).toEqual(['evaluated_by.HIGH'])
  expect(objectOf(await world.pilot.put('/supplier/settings', { evaluated_by: by })).evaluated_by).toMatchObject({ CRITICAL: { name: 'Long' }, HIGH: null })
  const of = async (criticality: string, days: number, more: object = {}) =>
    make({ criticality, next_evaluation: dayFromNow(days), parent: world.nantes, ...more })
  const [late, soon, low] = [await of('CRITICAL', -3), await of('CRITICAL', 30), await of('LOW', 0)]
  const [far] = [await of('CRITICAL', 31), await of('CRITICAL', -3, { status: 'ENDED' })]
  const states = async () => Promise.all([late, soon, low, far].map(async ({ id }) => (await read(id)).evaluation_state))
  expect(await states()).toEqual(['LATE', 'DUE', 'DUE', 'PLANNED'])
  const mine = [late, soon, low].map(({ id }) => id as number)
  const due = async (person = world.pilot) =>
    ((await person.get('/supplier/due')).body.objects as { questionnaire: { name: string } | null; suppliers: Row[] }[]).map(
      ({ questionnaire: one, suppliers }) => [one?.name ?? null, suppliers.map(({ id }) => id).filter((id) => mine.includes(id))],
    )
  expect((await due()).filter(([, ids]) => ids && ids.length > 0)).toEqual([
    ['Long', [late.id, soon.id]],
    ['Short', [low.id]],
  ])
  // The button counts what the list shows.
  const counted = (await world.pilot.post('/supplier/page', { queryParams: { filters: [{ name: 'evaluation_state', selected_options: ['LATE', 'DUE'] }] } }))
    .body.total
  expect((await due()).length).toBeGreaterThan(0)
  const all = ((await world.pilot.get('/supplier/due')).body.objects as { suppliers: Row[] }[]).flatMap(({ suppliers }) => suppliers)
  expect(counted).toBe(all.length)
  // Elsewhere is out of reach; auditors and contributors plan nothing.
  expect((await due(world.local)).flatMap(([, ids]) => ids)).toEqual([])
  expect((await world.auditor.get('/supplier/due')).status).toBe(403)
  expect((await world.contributor.post('/supplier/due/campaign', { name: 'No' })).status).toBe(403)
  const press = () => world.pilot.post('/supplier/due/campaign', { name: 'Autumn', questionnaire: light, limit_date_evaluation: dayFromNow(30) })
  const [first, second] = await Promise.all([press(), press()])
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  const made = (first.status === 200 ? first : second).body.object as { campaigns: number[]; suppliers: number }
  expect(made).toMatchObject({ suppliers: all.length })
  expect(made.campaigns).toHaveLength(2)
  expect((await states()).slice(0, 3)).toEqual(['ASKED', 'ASKED', 'ASKED'])
  const campaign = objectOf(await world.pilot.get(`/campaign/${made.campaigns[0]}`))
  expect(campaign).toMatchObject({ status: 'INIT', campaign_source: 'QUESTIONNAIRE', limit_date_evaluation: dayFromNow(30) })
})

test('a file that comes again updates what it added, by its identifier, and names the columns that it does not know', async () => {
  const imported = async (lines: string[][], columns: string[]) => {
    const { report_id } = objectOf(await world.pilot.upload('/supplier/import', 'suppliers.xlsx', await workbookOf(columns, lines)))
    await world.app.jobs()
    return {
      report: objectOf(await world.pilot.get(`/import_report/${report_id}`)),
      lines: (await world.pilot.get(`/import_report/${report_id}/lines`)).body.objects as Row[],
    }
  }
  const columns = ['identifier', 'name_en', 'parent', 'criticality', 'manager']
  const pilot = (await world.pilot.get('/auth/check')).body.user.email as string
  const first = await imported([['ERP-77', 'Twice imported', 'Lyon', 'HIGH', pilot]], columns)
  expect(first.lines.map(({ outcome }) => outcome)).toEqual(['created'])
  const again = await imported([['ERP-77', 'Twice imported', 'Lyon', 'CRITICAL', pilot]], columns)
  expect(again.lines.map(({ outcome }) => outcome)).toEqual(['updated'])
  const found = (await world.pilot.post('/supplier/page', { queryParams: { global_search: 'Twice imported' } })).body.objects as Row[]
  expect(found.map(({ identifier, criticality, manager }) => [identifier, criticality, manager?.id])).toEqual([['ERP-77', 'CRITICAL', world.pilot.memberId]])
  const unknown = await imported([['ERP-78', 'Unknown column', 'Lyon', 'Blue']], ['identifier', 'name_en', 'parent', 'colour'])
  expect(JSON.stringify([unknown.report, unknown.lines])).toContain('colour')
})
