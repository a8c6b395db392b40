import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field, Fields } from '#kit/contract/field.ts'
import { contributors, everyRole, readers } from '#kit/contract/right.ts'
import { makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'
import { resources } from '#app/server/registry.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const hidden = (id: number) => ({ id, name: 'Hidden', hidden: true })

/* Names that somebody is told of what they may not open. Each is deliberate, and stands in docs/THREAT-MODEL.md. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'remediation.program': contributors,
  'remediation.perimeter': contributors,
  'remediation.project': contributors,
  'isp_project.perimeter': contributors,
  'remediation.proofs.author': everyRole,
  'measure.perimeter': readers,
  'incident.perimeter': contributors,
  'exemption.register': contributors,
  'gap.register': contributors,
  'gap.perimeter': contributors,
  'risk.register': contributors,
  'risk.perimeter': contributors,
  'risk_register.scale': contributors,
  'risk_scenario.supporting_asset': readers,
  'runtask.runbook': contributors,
  'runtask.perimeter': contributors,
  'occurrence.runtask': contributors,
  'occurrence.runbook': contributors,
  'occurrence.perimeter': contributors,
  'occurrence.answered_by': everyRole,
  'evaluation.campaign': contributors,
  'evaluation.perimeter': contributors,
  'evaluation.evaluator': everyRole,
  'evaluation.group': everyRole,
  'evaluation.validator': everyRole,
  'evaluation.validator_group': everyRole,
  'evaluation.submitted_by': everyRole,
  'evaluation.decided_by': everyRole,
  'evidence.perimeter': contributors,
  'evidence.revisions.author': everyRole,
}

test('the references that tell more than their reader may open are these', () => {
  const found: Record<string, unknown> = {}
  const look = (path: string, fields: Fields) => {
    for (const [name, field] of Object.entries<Field>(fields)) {
      if (field.options.namedTo) found[`${path}.${name}`] = field.options.namedTo
      if (field.options.fields) look(`${path}.${name}`, field.options.fields)
    }
  }
  for (const { def } of resources.values()) look(def.name, def.fields)
  expect(found).toEqual(expected)
})

test('whoever is given an action is told where it is to be done and in which plan, and not which measure it serves', async () => {
  const { contributor, pilot, lyon, plan } = world
  const measure = await world.measure()
  const { id } = await world.action({ manager: contributor.memberId, measure: measure.id })
  expect((await contributor.get(`/perimeter/${lyon}`)).status).toBe(404)
  expect((await contributor.get(`/program/${plan}`)).status).toBe(404)
  const named = { perimeter: { id: lyon, name: 'Lyon' }, program: { id: plan, name: 'Security plan' }, measure: hidden(measure.id) }
  expect(objectOf(await contributor.get(`/remediation/${id}`))).toMatchObject(named)
  const { objects } = (await contributor.post('/remediation/page', {})).body
  expect(objects.find((row: Row) => row.id === id)).toMatchObject(named)
  // The search of everything says where as well, and no more.
  const { identifier } = objectOf(await pilot.get(`/remediation/${id}`))
  const search = (person: typeof pilot) => person.get(`/search?q=${identifier}`)
  expect((await search(contributor)).body.objects.filter((row: Row) => row.id === id)).toMatchObject([{ entity: 'remediation', identifier, place: 'Lyon' }])
  const historyOf = async (person: typeof pilot) => JSON.stringify((await person.get(`/remediation/${id}/history`)).body)
  expect(await historyOf(pilot)).toContain(measure.name)
  expect(await historyOf(contributor)).not.toContain(measure.name)
  // That there is one, by count alone.
  expect(await historyOf(contributor)).toContain('"hidden":{"before":0,"after":1}')
  for (const path of ['/measure', '/measure/options', '/program/options', '/perimeter/options'])
    expect((await contributor.get(`${path}?ids=${measure.id},${plan},${lyon}`)).body.objects ?? [], path).toEqual([])
})

test('whom a measure serves is told who operates it, and nothing else of that perimeter', async () => {
  const { local, pilot, lyon, nantes } = world
  const measure = await world.measure(nantes)
  objectOf(await pilot.post(`/measure/${measure.id}/implement`, {}))
  objectOf(await pilot.put(`/measure/${measure.id}/beneficiaries`, { perimeters: [lyon] }))
  const own = objectOf(await pilot.post('/measure', { name_en: 'Own', solution: measure.solution.id, perimeter: lyon }))
  expect(objectOf(await local.get(`/measure/${own.id}`)).implemented_by).toEqual({ id: nantes, name: 'Nantes' })
  expect(objectOf(await local.get(`/measure/${measure.id}`)).perimeter).toMatchObject({ id: nantes, name: 'Nantes' })
  expect((await local.get(`/perimeter/${nantes}`)).status).toBe(404)
})

test('who gave a proof is told by name, whoever they are', async () => {
  const staff = 'root@vigie.example'
  expect((await (await world.app.signIn(staff)).put('/user/customer', { customer_id: world.customer })).status).toBe(200)
  // Who entered an organisation comes back there, as a visiting member who is nobody to choose.
  const root = await world.app.signIn(staff)
  const { id } = await world.action({}, root)
  objectOf(await root.put(`/remediation/${id}`, proof))
  expect(objectOf(await world.local.get(`/remediation/${id}`)).proofs[0].author).toEqual({ id: root.memberId, name: expect.any(String) })
})

test('what is hidden has a word in the reader’s language, keeps its place when the row is saved, and is not to be chosen', async () => {
  const { app, customer, local, pilot, lyon, nantes } = world
  const [secret, other] = [
    objectOf(await pilot.post('/program', { name_en: 'Secret', perimeters: [nantes] })).id,
    objectOf(await pilot.post('/program', { name_en: 'Another secret', perimeters: [nantes] })).id,
  ]
  const { id } = await world.action({ program: secret, perimeter: lyon })
  expect(objectOf(await local.get(`/remediation/${id}`)).program).toEqual(hidden(secret))
  const french = await app.member(customer, 'local_pilote', { perimeterIds: [lyon], lang: 'fr' })
  expect(objectOf(await french.get(`/remediation/${id}`)).program).toEqual({ id: secret, name: 'Masqué', hidden: true })
  expect(objectOf(await local.put(`/remediation/${id}`, { name_en: 'Renamed', program: secret })).program).toEqual(hidden(secret))
  expect((await local.put(`/remediation/${id}`, { program: other })).body.errors).toHaveProperty('program')
  expect(objectOf(await local.put(`/perimeter/${lyon}`, { parent: world.root, weight: 50 })).parent).toEqual(hidden(world.root))
  const { job_id } = objectOf(await local.post('/remediation/export', { ids: [id] }))
  await app.jobs()
  const { file_id } = objectOf(await local.get(`/export/${job_id}`))
  const rows = JSON.stringify(await readSheet((await local.get(`/file/${file_id}/download`)).body))
  expect(rows).toContain('Hidden')
  expect(rows).not.toContain('Secret')
})

test('an order by what is hidden tells nothing of its names', async () => {
  const { app, pilot, customer, root } = world
  const make = async (name_en: string, parent: number) => objectOf(await pilot.post('/perimeter', { name_en, parent })).id as number
  const [last, first] = [await make('Zulu', root), await make('Alpha', root)]
  const sites = [await make('One', last), await make('Two', first), await make('Three', last), await make('Four', first)]
  const person = await app.member(customer, 'local_pilote', { perimeterIds: sites })
  const { objects } = (await person.post('/perimeter/page', { queryParams: { sort: [{ name: 'parent', order: 'asc' }] } })).body
  expect(objects.map((row: Row) => row.id)).toEqual(sites)
})

test('whoever is given a gap or an incident is told where it is, and in which register', async () => {
  const person = await world.app.member(world.customer, 'contributor')
  const register = objectOf(await world.pilot.post('/gap_register', { name_en: 'Secret audit' })).id as number
  const given = { name_en: 'Open door', perimeter: world.nantes, manager: person.memberId }
  const gap = objectOf(await world.pilot.post('/gap', { ...given, register })).id
  const incident = objectOf(await world.pilot.post('/incident', given)).id
  expect(objectOf(await person.get(`/gap/${gap}`))).toMatchObject({ perimeter: { id: world.nantes, name: 'Nantes' }, register: { name: 'Secret audit' } })
  expect(objectOf(await person.get(`/incident/${incident}`))).toMatchObject({ perimeter: { name: 'Nantes' } })
  expect((await person.get(`/gap_register/${register}`)).status).toBe(404)
})
