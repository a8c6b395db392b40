import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { linkTargets } from '#kit/contract/link-targets.ts'
import { linkedShown } from '#kit/contract/linked.ts'
import { incomingLinks } from '#kit/server/data/links/linked.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { catalogues, resources } from '#app/server/registry.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World
let measure: Row
let label: number
beforeAll(async () => {
  world = await makeWorld()
  measure = await world.measure()
  label = objectOf(await world.pilot.post('/label', { name_en: 'Urgent' })).id
  for (let n = 0; n < 8; n += 1) await world.action({ name_en: `Concerns ${n}`, measure: measure.id, labels: n < 3 ? [label] : [] })
  await world.action({ name_en: 'Elsewhere', perimeter: world.nantes, labels: [label] })
  const other = await world.measure()
  await world.action({ name_en: 'Builds both', type: 'BUILD', measure: other.id, measures: [measure.id] })
})
afterAll(() => world.app.close())

const linked = async (by: Person, path: string) => (await by.get(`/${path}/linked`)).body.objects as Row[]
const links = [...resources.keys()].flatMap((target) => incomingLinks(resources, target).map((link) => ({ ...link, target })))

test('a measure lists the actions that name it, by the field that does, each with how it stands', async () => {
  const groups = await linked(world.pilot, `measure/${measure.id}`)
  expect(groups.map(({ entity, area, field, count, objects }) => [entity, area, field, count, objects.length])).toEqual([
    ['remediation', 'actions', 'measure', 8, linkedShown],
    ['remediation', 'actions', 'measures', 1, 1],
  ])
  const [action] = groups[1]!.objects
  expect(action).toMatchObject({
    name: 'Builds both',
    identifier: expect.stringMatching(/^A-/),
    state: { field: 'status', value: 'TO_PLAN' },
    due: null,
    open: true,
  })
  const { body } = await world.pilot.post('/remediation/page', { queryParams: { filters: [{ name: 'measure', selected_options: [measure.id] }] } })
  expect(groups[0]!.objects.map(({ id }: Row) => id)).toEqual(body.objects.slice(0, linkedShown).map(({ id }: Row) => id))
})

test('a count is that of the list which it opens, for every role and every link', async () => {
  const people = [
    world.pilot,
    world.auditor,
    world.local,
    world.contributor,
    await world.app.member(world.customer, 'local_auditor', { perimeterIds: [world.nantes] }),
  ]
  let compared = 0
  for (const person of people) {
    for (const target of new Set(links.map((link) => link.target))) {
      const rows = (await person.get(`/${target}?limit=20`)).body.objects ?? []
      for (const { id } of rows as Row[]) {
        for (const { entity, field, count, objects } of await linked(person, `${target}/${id}`)) {
          const { body } = await person.post(`/${entity}/page`, { queryParams: { filters: [{ name: field, selected_options: [id] }] } })
          expect([entity, field, count], `${target} ${id}`).toEqual([entity, field, body.total])
          expect(objects.map((one: Row) => one.name)).toEqual(body.objects.slice(0, linkedShown).map((row: Row) => row[resources.get(entity)!.def.title]))
          compared += 1
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(30)
})

test('what a reader may not read is neither named nor counted', async () => {
  const counts = async (by: Person) => Object.fromEntries((await linked(by, `label/${label}`)).map(({ field, count }) => [field, count]))
  expect(await counts(world.pilot)).toEqual({ labels: 4 })
  expect(await counts(world.local)).toEqual({ labels: 3 })
  expect(JSON.stringify(await linked(world.local, `label/${label}`))).not.toContain('Elsewhere')
  expect((await world.local.get(`/perimeter/${world.nantes}/linked`)).status).toBe(404)
  const { id } = await world.app.customer('Another')
  const stranger = await world.app.member(id, 'global_pilote')
  for (const target of ['measure', 'perimeter', 'program']) {
    const [row] = (await world.pilot.get(`/${target}?limit=1`)).body.objects
    expect((await stranger.get(`/${target}/${row.id}/linked`)).status, target).toBe(404)
  }
})

test('what is linked takes as many statements for many rows as for none', async () => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const sent = async (path: string) => {
    spy.mockClear()
    expect((await world.local.get(path)).status).toBe(200)
    return spy.mock.calls.length
  }
  const empty = await sent(`/measure/${(await world.measure()).id}/linked`)
  expect(await sent(`/measure/${measure.id}/linked`)).toBe(empty)
  expect(empty).toBe(5)
  spy.mockRestore()
})

test('a link that ends is listed no more', async () => {
  const action = await world.action({ name_en: 'Passing', labels: [label] })
  const count = async () => (await linked(world.pilot, `label/${label}`))[0]!.count
  const before = await count()
  await world.pilot.delete(`/remediation/${action.id}`)
  expect(await count()).toBe(before - 1)
})

test('a row tells whether anything may be linked to it', async () => {
  const read = async (by: Person, path: string) => (await by.get(path)).body.linkable
  expect(await read(world.pilot, `/measure/${measure.id}`)).toBe(true)
  const [action] = (await world.pilot.get('/remediation?limit=1')).body.objects
  expect(await read(world.pilot, `/remediation/${action.id}`)).toBe(incomingLinks(resources, 'remediation').length > 0)
})

test('every link has a word for its other side, in each language, or says that it has none', () => {
  const words = (area: string, lang: (typeof languages)[number]) =>
    (catalogues as unknown as Record<string, Record<string, { entities?: Record<string, { linked?: Record<string, string> }> }>>)[area]?.[lang]?.entities ?? {}
  const missing = links.flatMap(({ resource: { def }, field }) =>
    languages.filter((lang) => !words(def.area, lang)[def.name]?.linked?.[field]).map((lang) => `${lang}: ${def.area}.entities.${def.name}.linked.${field}`),
  )
  expect(missing).toEqual([])
  // And none for what is no link.
  const known = new Set(links.map(({ resource: { def }, field }) => `${def.name}.${field}`))
  const stray = [...resources.values()].flatMap(({ def }) =>
    languages.flatMap((lang) => Object.keys(words(def.area, lang)[def.name]?.linked ?? {}).filter((field) => !known.has(`${def.name}.${field}`))),
  )
  expect(stray).toEqual([])
})

test('a link that is not declared as unlisted is listed by all that it names', () => {
  for (const { def } of resources.values())
    for (const [name, field] of Object.entries(def.fields))
      for (const target of field.options.unlisted === undefined ? linkTargets(field) : [])
        expect(
          links.some((link) => link.resource.def.name === def.name && link.field === name && link.target === target),
          `${def.name}.${name}`,
        ).toBe(true)
})
