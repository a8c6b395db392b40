import pg from 'pg'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { defineEntity } from '#kit/contract/entity.ts'
import { identifier, localized, refOneOf, rows, text } from '#kit/contract/field.ts'
import { byRole, everyRow } from '#kit/server/access/row-rule.ts'
import { defineResource, type Resource } from '#kit/server/data/resources/resource.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { entityDdl, fieldDdl } from '#platform/schema/ddl.ts'
import { resources } from '#app/server/registry.ts'
import { workbookOf } from '#tools/test/sheet-file.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

/** Something that comes from an action, a measure or an action plan; its table is made from its declaration. */
const finding = defineEntity({
  name: 'finding',
  area: 'actions',
  title: 'name',
  fields: { identifier: identifier({ prefix: 'F' }), name: localized({ need: 'required' }), origin: refOneOf(['remediation', 'measure', 'program']) },
  rights: { read: 'remediation.read', create: 'remediation.write', update: 'remediation.write', delete: 'remediation.write' },
  list: { columns: ['identifier', 'name', 'origin'], filters: ['origin'], sort: 'identifier', search: ['name'] },
  form: [{ section: 'general', fields: ['name', 'origin'] }],
  importable: true,
})
const all = { read: everyRow, create: everyRow, update: everyRow, delete: byRole({ global_pilote: everyRow }) }

let world: World
let owner: pg.Client
let action: Row
let measure: Row
const registered = resources as Map<string, Resource>
beforeAll(async () => {
  registered.set('finding', defineResource({ def: finding, rules: all }))
  world = await makeWorld()
  owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  await owner.query(entityDdl(finding))
  ;[action, measure] = [await world.action({ name_en: 'Away', perimeter: world.nantes }), await world.measure()]
})
afterAll(async () => {
  registered.delete('finding')
  await owner.end()
  await world.app.close()
})

const make = async (origin: object | null, name = 'Found', by: Person = world.pilot) => objectOf(await by.post('/finding', { name_en: name, origin }))
const read = async (id: number, by: Person = world.pilot) => objectOf(await by.get(`/finding/${id}`))
const toAction = () => ({ entity: 'remediation', id: action.id as number })
const toMeasure = () => ({ entity: 'measure', id: measure.id as number })

test('it names one row of any of its entities, and says of which', async () => {
  const { id, version, origin } = await make(toAction())
  expect(origin).toEqual({ ...toAction(), name: 'Away', identifier: action.identifier })
  expect(objectOf(await world.pilot.put(`/finding/${id}`, { origin: toMeasure(), version }))).toMatchObject({ origin: toMeasure(), version: version + 1 })
  // The same again is no change.
  expect(objectOf(await world.pilot.put(`/finding/${id}`, { origin: toMeasure() })).version).toBe(version + 1)
  expect(objectOf(await world.pilot.put(`/finding/${id}`, { origin: null })).origin).toBe(null)
})

test.each([
  ['an entity that it may not name', { entity: 'perimeter', id: 1 }],
  ['a row that is not there', { entity: 'measure', id: 999_999 }],
  ['a bare number', 7],
  ['more than it asks for', { entity: 'measure', id: 1, name: 'x' }],
])('%s is refused under its name', async (_, origin) => {
  const { status, body } = await world.pilot.post('/finding', { name_en: 'Wrong', origin })
  expect([status, Object.keys(body.errors)[0]?.split('.')[0]]).toEqual([400, 'origin'])
})

test('whoever may not read what is named is told that there is something, and cannot name it', async () => {
  const { id } = await make(toAction())
  expect((await read(id, world.local)).origin).toEqual({ ...toAction(), name: 'Hidden', hidden: true })
  expect((await world.local.post('/finding', { name_en: 'Mine', origin: toAction() })).status).toBe(400)
  expect((await world.local.get('/finding/options/origin?search=Away')).body.objects).toEqual([])
  // Given back as it was, it names nothing new.
  expect((await world.local.put(`/finding/${id}`, { name_fr: 'Trouvé', origin: toAction() })).status).toBe(200)
  expect(await read(id)).toMatchObject({ name_fr: 'Trouvé', origin: { name: 'Away' } })
})

test('rows of another organisation can be neither named, offered nor reached, whatever the database is asked to keep', async () => {
  const { id: elsewhere } = await world.app.customer('Elsewhere')
  const stranger = await world.app.member(elsewhere, 'global_pilote')
  expect((await stranger.post('/finding', { name_en: 'Theirs', origin: toAction() })).status).toBe(400)
  expect((await stranger.get(`/finding/options/origin?rows=remediation:${action.id}`)).body.objects).toEqual([])
  await owner.query('begin')
  await owner.query(`set local app.customer_id = '${elsewhere}'`)
  await expect(
    owner.query(`insert into finding (customer_id, identifier, name_en, origin_remediation_id) values (${elsewhere}, 'F-9', 'Forced', ${action.id})`),
  ).rejects.toThrow(/foreign key/)
  await owner.query('rollback')
  await owner.query('begin')
  await owner.query(`set local app.customer_id = '${world.customer}'`)
  await expect(
    owner.query(
      `insert into finding (customer_id, identifier, name_en, origin_remediation_id, origin_measure_id) values (${world.customer}, 'F-9', 'Two', ${action.id}, ${measure.id})`,
    ),
  ).rejects.toThrow(/check constraint/)
  await owner.query('rollback')
})

test('its options are the rows of all its entities by name, and known ones by what they are', async () => {
  const get = async (query: string, by: Person = world.pilot) => (await by.get(`/finding/options/origin?${query}`)).body.objects as Row[]
  const names = (await get('limit=200')).map(({ name }) => name)
  expect(names).toEqual(names.toSorted(new Intl.Collator('und').compare))
  expect(new Set((await get('limit=200')).map(({ entity }) => entity))).toEqual(new Set(['remediation', 'measure', 'program']))
  expect(await get('search=secur')).toMatchObject([{ entity: 'program', area: 'actions', id: world.plan, name: 'Security plan' }])
  expect(new Set((await get(`rows=measure:${measure.id},remediation:${action.id}`)).map(({ entity }) => entity))).toEqual(new Set(['measure', 'remediation']))
  expect((await world.pilot.get('/finding/options/origin?rows=perimeter:1')).status).toBe(400)
})

test('a list is filtered and sorted by it, in as many statements as ever', async () => {
  await make(null, 'Nothing')
  await make(toMeasure(), 'By measure')
  const page = async (queryParams: object, by: Person = world.pilot) => (await by.post('/finding/page', { queryParams })).body
  const named = async (...selected_options: unknown[]) =>
    new Set((await page({ filters: [{ name: 'origin', selected_options }] })).objects.map(({ origin }: Row) => origin?.entity ?? null))
  expect(await named(`measure:${measure.id}`)).toEqual(new Set(['measure']))
  expect(await named(`measure:${measure.id}`, `remediation:${action.id}`)).toEqual(new Set(['measure', 'remediation']))
  expect(await named(null)).toEqual(new Set([null]))
  expect(await named('measure:999999')).toEqual(new Set())
  for (const wrong of [12, 'perimeter:1', 'measure:x', { from: 1 }])
    expect((await page({ filters: [{ name: 'origin', selected_options: [wrong] }] })).errors, String(wrong)).toHaveProperty('filters.origin')
  const sorted = (await page({ sort: [{ name: 'origin', order: 'asc' }] })).objects.map(({ origin }: Row) => origin?.name).filter(Boolean)
  expect(sorted).toEqual(sorted.toSorted())
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await page({ sort: [{ name: 'origin', order: 'asc' }] })
  expect(spy.mock.calls.length).toBe(6)
  spy.mockRestore()
})

test('what it names lists it, and is not deleted while it does', async () => {
  const target = await world.action({ name_en: 'Named' })
  const { id } = await make({ entity: 'remediation', id: target.id }, 'Names it')
  const [group] = (await world.pilot.get(`/remediation/${target.id}/linked`)).body.objects
  expect(group).toMatchObject({ entity: 'finding', field: 'origin', count: 1, objects: [{ id, name: 'Names it' }] })
  expect((await world.pilot.post('/finding/page', { queryParams: { filters: [group.filter] } })).body).toMatchObject({ total: 1, objects: [{ id }] })
  const refused = await world.pilot.delete(`/remediation/${target.id}`)
  expect([refused.status, (await read(id)).origin.id]).toEqual([409, target.id])
  expect((await world.pilot.delete(`/finding/${id}`)).status).toBe(200)
  expect((await world.pilot.delete(`/remediation/${target.id}`)).status).toBe(200)
})

test('its history tells names, also of what was named before, and hides those that its reader may not know', async () => {
  const { id } = await make(toAction())
  await world.pilot.put(`/finding/${id}`, { origin: toMeasure() })
  const change = async (by: Person) => (await by.get(`/finding/${id}/history`)).body.objects[0].changes
  expect(await change(world.pilot)).toEqual([{ field: 'origin', before: 'Away', after: measure.name }])
  expect(await change(world.local)).toEqual([{ field: 'origin', before: null, after: measure.name, hidden: { before: 1, after: 0 } }])
})

test('a change of several rows is taken back with what each of them named', async () => {
  const made = [await make(toAction()), await make(toMeasure()), await make(null)]
  const changed = await world.pilot.put('/finding/bulk', {
    rows: made.map(({ id }) => ({ id })),
    changes: { origin: { entity: 'program', id: world.plan } },
  })
  expect((await read(made[2]!.id)).origin).toMatchObject({ entity: 'program', name: 'Security plan' })
  await world.pilot.post('/finding/bulk/undo', { undo: changed.body.object.undo })
  for (const { id, origin } of made) expect((await read(id)).origin).toEqual(origin)
})

test('an export shows it by name, and an import takes a name or an identifier of any of its entities', async () => {
  const job = objectOf(await world.pilot.post('/finding/export')).job_id
  await world.app.jobs()
  const { file_id } = (await world.pilot.get(`/export/${job}`)).body.object
  expect(JSON.stringify(await readSheet((await world.pilot.get(`/file/${file_id}/download`)).body))).toContain('Away')
  const sheet = await workbookOf(
    ['name_en', 'origin'],
    [
      ['From a name', 'Security plan'],
      ['From an identifier', measure.identifier],
    ],
  )
  expect((await world.pilot.upload('/finding/import', 'findings.xlsx', sheet)).status).toBe(200)
  await world.app.jobs()
  const origins = new Map<string, Row>((await world.pilot.get('/finding?limit=200')).body.objects.map((row: Row) => [row.name, row.origin]))
  expect(origins.get('From a name')).toMatchObject({ entity: 'program', id: world.plan })
  expect(origins.get('From an identifier')).toMatchObject(toMeasure())
  await world.action({ name_en: 'Security plan' })
  const refusalOf = async (text: string) => {
    const { body } = await world.pilot.upload('/finding/import', 'wrong.xlsx', await workbookOf(['name_en', 'origin'], [['Wrong', text]]))
    await world.app.jobs()
    return (await world.pilot.get(`/import_report/${body.object.report_id}`)).body.object.lines[0].message as string
  }
  expect(await refusalOf('Security plan')).toMatch(/several/)
  expect(await refusalOf('No such thing')).not.toMatch(/several/)
  expect((await world.pilot.get('/finding?limit=200')).body.objects.map(({ name }: Row) => name)).not.toContain('Wrong')
})

test('a further field of the kind is a migration of its table and history, and owned rows hold none', async () => {
  expect(fieldDdl('finding', 'cause', refOneOf(['measure', 'program']))).toContain('add check (num_nonnulls(cause_measure_id, cause_program_id) <= 1)')
  await owner.query('begin')
  await owner.query(fieldDdl('finding', 'cause', refOneOf(['measure', 'program'])))
  const { rows: columns } = await owner.query(
    "select table_name, column_name from information_schema.columns where column_name like 'cause_%' order by table_name, column_name",
  )
  expect(columns.map(({ table_name, column_name }) => `${table_name}.${column_name}`)).toEqual([
    'finding.cause_measure_id',
    'finding.cause_program_id',
    'finding_history.cause_measure_id',
    'finding_history.cause_program_id',
  ])
  await owner.query('rollback')
  const { name, area, rights } = finding
  const list = { columns: [], filters: [], sort: 'name', search: [] } as const
  const define = () =>
    defineEntity({
      name,
      area,
      title: 'name',
      rights,
      list,
      form: [],
      fields: { name: localized(), parts: rows({ name: text(), origin: refOneOf(['measure']) }) },
    })
  expect(define).toThrow('an owned row holds no ref_one_of')
})
