import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let root: number
beforeAll(async () => {
  app = await testApp()
  const customer = await app.customer()
  root = customer.root
  pilot = await app.member(customer.id, 'global_pilote')
})
afterAll(() => app.close())

const ascending = (a: number, b: number) => a - b

const create = async (name: string, parent = root, more: object = {}) => {
  const { status, body } = await pilot.post('/perimeter', { name_en: name, parent, ...more })
  expect(body).toMatchObject({ ok: true })
  expect(status).toBe(200)
  return body.object.id as number
}

test('an organisation starts with one root, which cannot be deleted, moved, archived or doubled', async () => {
  expect((await pilot.delete(`/perimeter/${root}`)).status).toBe(409)
  const child = await create('Head office')
  expect((await pilot.put(`/perimeter/${root}`, { parent: child })).body.errors.parent).toHaveLength(1)
  expect((await pilot.put(`/perimeter/${root}`, { archived: true })).status).toBe(400)
  expect((await pilot.post('/perimeter', { name_en: 'Another root' })).body.errors.parent).toEqual(['Choose the parent perimeter'])
})

test('a perimeter never ends up below itself, and what is internal never below what is not', async () => {
  const site = await create('Site')
  const workshop = await create('Workshop', site)
  expect((await pilot.put(`/perimeter/${site}`, { parent: workshop })).body.errors.parent).toEqual(['A perimeter cannot be placed below itself'])
  const erp = await create('ERP finance', site, { type: 'APPLICATION' })
  expect((await pilot.post('/perimeter', { name_en: 'Team', parent: erp })).body.errors.parent).toHaveLength(1)
  expect((await pilot.put(`/perimeter/${site}`, { type: 'PROVIDER' })).body.errors.type).toHaveLength(1)
})

test('a local pilot reaches a perimeter with all that lies below, wherever it is moved', async () => {
  const region = await create('Region')
  const plant = await create('Plant', region)
  const elsewhere = await create('Elsewhere')
  const local = await app.member(pilot.customerId, 'local_pilote', { perimeterIds: [region] })
  const seen = async () =>
    ((await local.post('/perimeter/page', { queryParams: { per_page: 100 } })).body.objects as { id: number }[]).map((row) => row.id).toSorted(ascending)
  expect(await seen()).toEqual([region, plant].toSorted(ascending))
  expect((await local.get(`/perimeter/${elsewhere}`)).status).toBe(404)
  const made = await local.post('/perimeter', { name_en: 'Line one', parent: plant })
  expect(made.body).toMatchObject({ ok: true })
  expect((await local.post('/perimeter', { name_en: 'Line two', parent: elsewhere })).status).toBe(400)
  expect((await local.delete(`/perimeter/${plant}`)).status).toBe(403)
  expect((await pilot.put(`/perimeter/${plant}`, { parent: elsewhere })).status).toBe(200)
  expect(await seen()).toEqual([region])
  expect((await pilot.put(`/perimeter/${elsewhere}`, { parent: region })).status).toBe(200)
  expect(await seen()).toEqual([region, plant, elsewhere, made.body.object.id].toSorted(ascending))
})

test('an auditor reads and never writes; a perimeter with others below cannot be deleted', async () => {
  const parent = await create('Parent')
  await create('Below', parent)
  const auditor = await app.member(pilot.customerId, 'global_auditor')
  const row = (await auditor.get(`/perimeter/${parent}`)).body.object
  expect(row).toMatchObject({ view_right: true, edit_right: false, delete_right: false, checkbox_right: false })
  expect((await auditor.put(`/perimeter/${parent}`, { weight: 1 })).status).toBe(403)
  expect((await pilot.delete(`/perimeter/${parent}`)).body.message).toBe("Can't delete this element")
})

test('people are offered the active perimeters in which they can act, and auditors none', async () => {
  const { id, root: top } = await app.customer()
  const head = await app.member(id, 'global_pilote')
  const site = (await head.post('/perimeter', { name_en: 'Équipe Nord', parent: top })).body.object.id
  await head.post('/perimeter', { name_en: 'Closed', parent: top, archived: true })
  const offered = async (role: Parameters<typeof app.member>[1], query = '') =>
    ((await (await app.member(id, role, { perimeterIds: [site] })).get(`/user/perimeters${query}`)).body.objects as { id: number }[]).map((one) => one.id)
  expect((await offered('global_pilote')).toSorted(ascending)).toEqual([top, site].toSorted(ascending))
  expect(await offered('global_pilote', '?search=equipe')).toEqual([site])
  for (const role of ['local_pilote', 'contributor'] as const) expect(await offered(role)).toEqual([site])
  for (const role of ['global_auditor', 'local_auditor'] as const) expect(await offered(role)).toEqual([])
})

test('a weight out of its bounds is refused in the words of the specification', async () => {
  expect((await pilot.put(`/perimeter/${root}`, { weight: -1 })).body.errors).toEqual({ weight: ['Internal error, invalid weight'] })
})

test('perimeters tell their groupings, are found by them, and are exported with them (PER-16)', async () => {
  const { id, root } = await app.customer()
  const by = await app.member(id, 'global_pilote')
  const make = async (name_en: string) => (await by.post('/perimeter', { name_en, parent: root })).body.object.id as number
  const [lyon, brno] = [await make('Lyon'), await make('Brno')]
  const tag = (await by.post('/tag', { name_en: 'Factories', color: '#336699', perimeters: [lyon] })).body.object.id as number
  const found = async (option: number | null, person = by) =>
    ((await person.post('/perimeter/page', { queryParams: { filters: [{ name: 'tags', selected_options: [option] }] } })).body.objects as { id: number }[]).map(
      (row) => row.id,
    )
  expect((await by.get(`/perimeter/${lyon}`)).body.object.tags).toEqual([{ id: tag, name: 'Factories', color: '#336699' }])
  expect(await found(tag)).toEqual([lyon])
  expect(await found(null)).toEqual(expect.arrayContaining([brno, root]))
  expect((await by.put(`/perimeter/${brno}`, { tags: [tag] })).status).toBe(400)
  const local = await app.member(id, 'local_pilote', { perimeterIds: [brno] })
  expect(await found(tag, local)).toEqual([])
  const stranger = await app.member((await app.customer()).id, 'global_pilote')
  expect(await found(tag, stranger)).toEqual([])
  const { job_id } = (await by.post('/perimeter/export', { ids: [lyon] })).body.object
  await app.jobs()
  const { file_id } = (await by.get(`/export/${job_id}`)).body.object
  expect(JSON.stringify(await readSheet((await by.get(`/file/${file_id}/download`)).body))).toContain('Factories')
})
