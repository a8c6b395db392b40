import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'
import { openSpreadsheet, workbookOf, type Spreadsheet } from '#tools/test/sheet-file.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { walkedResources } from './walked.ts'

const importable = walkedResources.filter(({ def }) => def.importable).map(({ def }) => def.name)

let world: World
let pilot: Person
let french: Person
beforeAll(async () => {
  world = await makeWorld()
  pilot = world.pilot
  french = await world.app.member(world.customer, 'global_pilote', { firstname: 'Élise', lastname: 'Roux', lang: 'fr' })
  const tag = objectOf(await pilot.post('/tag', { name_en: 'Europe', name_fr: 'Europe', perimeters: [world.lyon] }))
  objectOf(await pilot.post('/tag', { name_en: 'Industry', name_fr: 'Industrie', perimeters: [world.lyon, world.nantes] }))
  const measure = await world.measure()
  await world.measure(world.nantes)
  objectOf(await pilot.post(`/measure/${measure.id}/implement`, { implemented_on: '2026-01-15' }))
  await world.action({
    name_fr: 'Agir',
    identifier: 'ACT-1',
    priority: 75,
    start_date: '2026-01-01',
    target_date: '2030-02-01',
    description: '- one\n- two',
    cost: 1.5,
    workload: 12,
    manager: pilot.memberId,
    ...proof,
    tasks: [
      { name: 'First', target_date: '2029-01-01', manager: pilot.memberId },
      { name: 'Second', status: 'DONE' },
    ],
  })
  await world.action({ identifier: 'ACT-2', measure: measure.id, priority: 25 })
  await world.app.member(world.customer, ['local_pilote', 'local_auditor'], { perimeterIds: [world.lyon, world.nantes], jobTitle: '=CMD()' })
  await world.app.member(world.customer, 'local_pilote', { tagId: tag.id })
  await world.solution()
  const register = objectOf(await pilot.post('/gap_register', { name_en: 'Audit' })).id
  const chapter = objectOf(await pilot.post('/gap_group', { name_en: 'Access', register })).id
  for (const values of [
    { name_fr: 'Porte', chapter, severity: 75, external_key: 'A-1', manager: pilot.memberId },
    { description: '- one\n- two', perimeter: world.lyon },
  ])
    objectOf(await pilot.post('/gap', { name_en: 'Door', register, ...values }))
  const judged = objectOf(await pilot.post('/risk_register', { name_en: 'Risks', impact_types: ['LEGAL'] })).id
  for (const values of [{ min_impact: 2, target_impact: 2, target_probability: 1, strategy: 'ACCEPT', review_date: '2030-02-02' }, { name_fr: 'Panne' }])
    objectOf(await pilot.post('/risk', { name_en: 'Outage', register: judged, perimeter: world.lyon, init_impact: 3, init_probability: 2, ...values }))
  const runbook = objectOf(await pilot.post('/runbook', { name_en: 'Rounds' })).id
  for (const values of [
    { periodicity: 'DAILY', manager: pilot.memberId },
    { name_fr: 'Ronde', periodicity: 'MONTHLY' },
  ])
    objectOf(await pilot.post('/runtask', { name_en: 'Round', runbook, perimeter: world.lyon, start_date: '2026-01-01', ...values }))
  const host = objectOf(
    await pilot.post('/supplier', { name_en: 'Host', parent: world.lyon, contacts: [{ name: 'Ada', role: 'SECURITY', email: 'ada@host.example' }] }),
  ).id
  objectOf(
    await pilot.post('/supplier', {
      name_fr: 'Intégrateur',
      parent: world.nantes,
      country: 'FR',
      criticality: 'HIGH',
      subcontractors: [{ supplier: host, task: 'Backups' }],
    }),
  )
  const hosting = objectOf(
    await pilot.post('/supplier_service', { name_en: 'Hosting', supplier: host, ict_type: 'S07', data_categories: ['LOGS'], personal_data: true }),
  ).id
  objectOf(await pilot.post('/supplier_service', { name_fr: 'Conseil', supplier: host }))
  for (const values of [{ services: [hosting], end_date: '2030-02-02', notice_days: 30, annual_cost: 12.5, currency: 'EUR' }, { name_fr: 'Accord' }])
    objectOf(await pilot.post('/supplier_contract', { name_en: 'Agreement', supplier: host, ...values }))
  const metric = objectOf(await pilot.post('/metric_model', { identifier: 'accounts', name_en: 'Accounts', decimals: 1, minimum: 0, maximum: 99.5 })).id
  objectOf(await pilot.post('/metric_model', { identifier: 'dormant', name_en: 'Dormant', name_fr: 'Dormants', unit_en: '%', description_en: '- one\n- two' }))
  for (const values of [{ formula: 'accounts * 2' }, { formula: 'SUM(accounts)', name_fr: 'Part' }])
    objectOf(await pilot.post('/indicator_model', { name_en: 'Share', metrics: [metric], target_value: 80, ...values }))
  for (const values of [
    { kind: 'CONTROL', charge: 0.5 },
    { name_fr: 'Ronde', approval_required: true },
  ])
    objectOf(await pilot.post('/runtask_model', { name_en: 'Round', ...values }))
  for (const values of [
    { cost: 1.5, priority: 75 },
    { name_fr: 'Porte', description_en: '- one\n- two' },
  ])
    objectOf(await pilot.post('/remediation_model', { name_en: 'Door', ...values }))
  const payroll = objectOf(
    await pilot.post('/business_value', { name_en: 'Payroll', perimeters: [world.lyon, world.nantes], availability: 2, integrity: 4 }),
  ).id
  objectOf(await pilot.post('/business_value', { name_fr: 'Recettes', type: 'INFORMATION' }))
  const machine = objectOf(await pilot.post('/supporting_asset', { name_en: 'Machine', type: 'HARDWARE', perimeter: world.lyon })).id
  objectOf(
    await pilot.post('/supporting_asset', { name_fr: 'Paie', perimeter: world.nantes, business_values: [payroll], dependencies: [machine], release: '1.0' }),
  )
  const two = async (name: string, values: object, others: object) => {
    const first = objectOf(await pilot.post(`/${name}`, { name_en: 'First', ...values })).id
    objectOf(await pilot.post(`/${name}`, { name_fr: 'Second', ...others }))
    return first
  }
  const threat = await two('threat', { source: 'NATURE', asset_types: ['SITE', 'HARDWARE'], probability: 'LOW' }, { annotation: '- one' })
  const kind = await two('supporting_asset_model', { type: 'NETWORK' }, {})
  const lived = await two('business_value_model', { availability: 3, integrity: 1 }, { type: 'INFORMATION', description_fr: '- un' })
  const analysis = objectOf(await pilot.post('/risk_analysis', { name_en: 'Study', perimeter: world.lyon, impact_types: ['LEGAL'] })).id
  for (const values of [
    { threat, retained: true, probability: 3, impact: 2, reason: 'Seen last year', strategy: 'TRANSFER', target_probability: 1 },
    { threat: objectOf(await pilot.post('/threat', { name_fr: 'Panne' })).id },
  ])
    objectOf(await pilot.post('/risk_scenario', { analysis, supporting_asset: machine, ...values }))
  await two('risk_model', { impact: 'HIGH', probability: 'VERY_LOW', threats: [threat], assets: [kind], business_values: [lived] }, {})
})
afterAll(() => world.app.close())

async function exported(name: string, by = pilot, body: object = { whole: true }): Promise<Spreadsheet> {
  const asked = objectOf(await by.post(`/${name}/export`, body))
  await world.app.jobs()
  const { file_id } = objectOf(await by.get(`/export/${asked.job_id}`))
  return openSpreadsheet((await by.get(`/file/${file_id}/download`)).body)
}

async function imported(name: string, content: Buffer, query = '', by = pilot): Promise<Row> {
  const { report_id } = objectOf(await by.upload(`/${name}/import${query}`, `${name}.xlsx`, content))
  await world.app.jobs()
  return objectOf(await by.get(`/import_report/${report_id}`))
}

const linesOf = async (report: Row, by = pilot) => (await by.get(`/import_report/${report.id}/lines`)).body.objects
const rowsOf = async (name: string) => (await pilot.post(`/${name}/page`, { queryParams: { per_page: 500 } })).body.objects as Row[]
const find = async (name: string, key: string) =>
  objectOf(await pilot.get(`/${name}/${(await rowsOf(name)).find((row) => Object.values(row).includes(key))?.id}`))

/** The languages by turns: what reads and writes a file is one code, and the words of its columns are two. */
const inTurn = importable.map((name, n) => [name, n % 2 === 0 ? 'en' : 'fr'] as const)

test.each(inTurn)('%s: what was exported and comes back untouched (%s) changes nothing', async (name, lang) => {
  const by = lang === 'fr' ? french : pilot
  const before = await rowsOf(name)
  expect(before.length).toBeGreaterThan(1)
  for (const body of [{ whole: true }, {}]) {
    const report = await imported(name, await (await exported(name, by, body)).save(), '', by)
    expect(report, JSON.stringify(report.lines)).toMatchObject({
      status: 'COMPLETE',
      lines: [],
      counts: { rows: before.length, created: 0, updated: 0, unchanged: before.length, errors: 0 },
    })
  }
  expect((await rowsOf(name)).map(({ id, version }) => [id, version])).toEqual(before.map(({ id, version }) => [id, version]))
})

test.each(inTurn)(
  '%s: a template that comes back as it went holds no line (%s); in either language each of its columns has words of its own',
  async (name, lang) => {
    for (const by of [pilot, french]) {
      const { status, body } = await by.get(`/${name}/import_template`)
      expect(status).toBe(200)
      const titles = (await openSpreadsheet(body)).titles()
      expect(titles.join(' ')).not.toContain('.entities.')
      expect(titles).toEqual([...new Set(titles)])
      if (by !== (lang === 'fr' ? french : pilot)) continue
      expect((await imported(name, body, '?dry_run=1', by)).lines).toEqual([
        { n: 0, level: 'error', message: by === pilot ? 'The file has no row to import' : 'Le fichier ne contient aucune ligne à importer' },
      ])
    }
  },
)

test('templates mark what no row can be made without, and nothing else', async () => {
  const marked = async (name: string, by = pilot) =>
    (await openSpreadsheet((await by.get(`/${name}/import_template`)).body)).titles().filter((title) => title.endsWith(' *'))
  expect(await marked('perimeter')).toEqual(['Name (English) *', 'Parent *'])
  expect(await marked('perimeter', french)).toEqual(['Nom (français) *', 'Parent *'])
  expect(await marked('remediation')).toEqual(['Action (English) *', 'Action plan *'])
  expect(await marked('member')).toEqual(['Email *', 'First name *', 'Last name *', 'Roles *'])
  expect(await marked('measure')).toEqual(['Measure model *', 'Perimeter *'])
})

test('an action that was changed in a spreadsheet changes in what was changed, its tasks and proofs too', async () => {
  const sheet = await exported('remediation', french)
  const before = await find('remediation', 'ACT-1')
  sheet.set('ACT-1', 'Priorité', 'basse')
  sheet.set('ACT-1', 'Coût (k€)', '2,5')
  sheet.set('ACT-1', 'Action (français)', null)
  sheet.set('Second', 'Statut', 'À faire', 'Tâches')
  sheet.add({ Identifiant: 'ACT-1', Tâche: 'Third', Échéance: '31/12/2028' }, 'Tâches')
  const content = await sheet.save()
  const trial = await imported('remediation', content, '?dry_run=1', french)
  expect(trial, JSON.stringify(trial.lines)).toMatchObject({ dry_run: true, status: 'COMPLETE', counts: { rows: 2, updated: 1, unchanged: 1, errors: 0 } })
  const [line] = await linesOf(trial, french)
  expect(line.cells.map(({ column, from, to }: Row) => `${column}: ${from} → ${to}`)).toEqual([
    'Action (français): Agir → null',
    'Priorité: Haute → Basse',
    'Coût (k€): 1,5 → 2,5',
    'Tâches – Second – Statut: Faite → À faire',
    'Tâches – Third – Tâche: null → Third',
    'Tâches – Third – Échéance: null → 31/12/2028',
  ])
  expect(await find('remediation', 'ACT-1')).toMatchObject({ version: before.version })
  expect(await imported('remediation', content, '', french)).toMatchObject({ status: 'COMPLETE', counts: { updated: 1, unchanged: 1 } })
  const after = await find('remediation', 'ACT-1')
  expect(after).toMatchObject({
    priority: 25,
    cost: 2.5,
    name_en: 'Act',
    name_fr: null,
    description: '- one\n- two',
    proofs: before.proofs,
    tasks: [{ ...before.tasks[0] }, { ...before.tasks[1], status: 'TO_DO' }, { name: 'Third', target_date: '2028-12-31' }],
  })
  const file = await openSpreadsheet((await french.get(`/import_report/${trial.id}/differences`)).body)
  expect(file.titles()).toEqual(['Feuille', 'Ligne', 'Objet', 'Résultat', 'Colonne', 'Avant', 'Après', 'Message'])
})

test('perimeters come in with their parents and groupings (PER-15)', async () => {
  const root = objectOf(await pilot.get(`/perimeter/${world.root}`)).identifier
  const content = await workbookOf(
    ['Identifier', 'Name', 'Type', 'Parent identifier', 'Tags'].map((title) => (title === 'Identifier' ? 'identifier' : title === 'Tags' ? 'tags' : title)),
    [
      ['PX-2', 'Workshop', 'internal', 'PX-1', 'Europe; Industry'],
      ['PX-1', 'Plant', 'Internal', root, null],
    ],
  )
  expect(await imported('perimeter', content)).toMatchObject({ status: 'COMPLETE', lines: [], counts: { created: 2 } })
  expect(await find('perimeter', 'PX-2')).toMatchObject({
    name_en: 'Workshop',
    parent: { identifier: 'PX-1' },
    tags: [{ name: 'Europe' }, { name: 'Industry' }],
  })
  const sheet = await exported('perimeter')
  sheet.set('PX-2', 'Groupings', 'Industry')
  expect(await imported('perimeter', await sheet.save())).toMatchObject({ status: 'COMPLETE', counts: { created: 0, updated: 1, errors: 0 } })
  expect((await find('perimeter', 'PX-2')).tags).toMatchObject([{ name: 'Industry' }])
  expect((await find('tag', 'Industry')).perimeters.map(({ id }: Row) => id)).toEqual(expect.arrayContaining([world.lyon, world.nantes]))
})

test('users come in by their address, and a trial makes nobody', async () => {
  const content = await workbookOf(
    ['Email', 'First name', 'Last name', 'Roles', 'Local perimeters'],
    [
      ['new@example.org', 'New', 'Body', 'Local pilot; local_auditor', 'Lyon'],
      ['nobody', 'No', 'Body', 'Chief', 'Paris'],
    ],
  )
  const trial = await imported('member', content, '?dry_run=1')
  expect(trial).toMatchObject({ status: 'COMPLETE', counts: { created: 1, errors: 1 } })
  expect(trial.lines.map(({ n, message }: Row) => `${n} ${message}`)).toEqual([
    expect.stringMatching(/^3 Roles: “Chief” is not one of: Global pilot/),
    '3 Local perimeters: “Paris” does not exist, or you do not have access to it',
    '3 Email: Invalid email',
  ])
  expect((await rowsOf('member')).some(({ email }) => email === 'new@example.org')).toBe(false)
  expect(await imported('member', content, '?skip_wrong=1')).toMatchObject({ status: 'COMPLETE', counts: { created: 1, errors: 1 } })
  expect(await find('member', 'new@example.org')).toMatchObject({ roles: ['local_pilote', 'local_auditor'], perimeters: [{ name: 'Lyon' }] })
})

test('a security base comes in: a known measure is found by model and perimeter, and decisions come along', async () => {
  const [model, other] = [objectOf(await pilot.get(`/solution/${await world.solution()}`)), objectOf(await pilot.get(`/solution/${await world.solution()}`))]
  const known = objectOf(await pilot.post('/measure', { name_en: 'Known', solution: model.id, perimeter: world.lyon }))
  const content = await workbookOf(
    ['Measure model', 'Perimeter', 'Status', 'Implemented on', 'Justification'],
    [
      [model.identifier, 'Lyon', 'Implemented', { day: '2026-05-04' }, null],
      [other.name, 'Nantes', 'Discarded', null, 'Not our business'],
      [other.identifier, 'Lyon', null, null, null],
      [model.identifier, 'Nantes', 'Planned', null, null],
    ],
  )
  const report = await imported('measure', content, '?skip_wrong=1')
  expect(report).toMatchObject({
    status: 'COMPLETE',
    counts: { created: 2, updated: 1, errors: 1 },
    lines: [{ n: 5, message: 'Status: An import does not plan a measure: add an implementation action' }],
  })
  expect(objectOf(await pilot.get(`/measure/${known.id}`))).toMatchObject({ name: 'Known', status: 'IMPLEMENTED', implemented_on: '2026-05-04' })
  const made = (await rowsOf('measure')).filter(({ solution }) => solution.id === other.id)
  expect(made).toHaveLength(2)
  expect(made.map(({ name, status, decision, build_days }) => [name, status, decision, build_days])).toEqual(
    expect.arrayContaining([
      [other.name, 'NOT_IMPLEMENTED', 'DISCARDED', 12],
      [other.name, 'TO_IMPLEMENT', null, 12],
    ]),
  )
})

test('a column that no file changes says so where somebody changed it', async () => {
  const sheet = await exported('solution')
  const [first] = await rowsOf('solution')
  sheet.set(first.identifier, 'URN', 'urn:mine')
  sheet.set(first.identifier, 'Implementation (days)', 13)
  const report = await imported('solution', await sheet.save())
  expect(report).toMatchObject({
    status: 'COMPLETE',
    counts: { updated: 1 },
    lines: [{ level: 'warning', message: expect.stringContaining('An import does not change this column') }],
  })
})

test('people see the lines of their own imports alone', async () => {
  const report = await imported('perimeter', await workbookOf(['Name', 'Parent'], [['Annex', 'Lyon']]), '?dry_run=1', world.local)
  expect(report).toMatchObject({ counts: { created: 1 } })
  const other = await world.app.member(world.customer, 'local_pilote', { perimeterIds: [world.nantes] })
  for (const path of ['', '/lines', '/differences']) {
    expect((await other.get(`/import_report/${report.id}${path}`)).status).toBe(404)
    expect((await world.local.get(`/import_report/${report.id}${path}`)).status).toBe(200)
  }
})
