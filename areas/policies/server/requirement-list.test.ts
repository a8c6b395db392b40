import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckPoints } from '#areas/checks/contract/calls.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { control } from '#areas/policies/contract/control.ts'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

type Requirement = RowOf<typeof control>

let world: World
let policy: number
let solution: number

/** A policy of three requirements, published and applied in Lyon up to its second level: one in place there, one with a model alone, one with nothing, and one that Lyon need not answer. */
beforeAll(async () => {
  world = await makeWorld()
  const { pilot } = world
  policy = objectOf(await pilot.post('/policy', { name_en: 'House rules', identifier: 'HOUSE' })).id as number
  const version = (await pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy] }] } })).body.objects[0].id
  const controls: number[] = []
  for (const [identifier, level] of [
    ['A.1', null],
    ['A.2', 1],
    ['A.3', 2],
    ['A.10', 3],
  ] as const)
    controls.push(objectOf(await pilot.post('/control', { policy_version: version, identifier, name_en: `Rule ${identifier}`, level })).id as number)
  solution = await world.solution()
  const other = await world.solution()
  const link = (id: number | undefined, to: number) => pilot.put(`/control/${id}/solutions`, { solutions: [{ solution: to, share: 100, to_confirm: false }] })
  expect((await link(controls[0], solution)).status).toBe(200)
  expect((await link(controls[1], other)).status).toBe(200)
  expect((await pilot.post(`/policy_version/${version}/publish`)).status).toBe(200)
  expect((await pilot.post(`/policy/${policy}/apply`, { perimeters: [world.lyon], level: 2 })).status).toBe(200)
  expect((await pilot.post('/policy', { name_en: 'Drafted', identifier: 'DRAFT' })).status).toBe(200)
})
afterAll(() => world.app.close())

const asked = (name: string, ...options: unknown[]) => ({ name, selected_options: options })
const inForce = asked('in_force', true)
const page = async (by: Person, ...filters: object[]): Promise<Requirement[]> =>
  (await by.post('/control/page', { queryParams: { filters: [inForce, ...filters] } })).body.objects
const references = async (by: Person, ...filters: object[]) => (await page(by, ...filters)).map(({ identifier }) => identifier)

test('the list of requirements tells those in force with their policy, where they are asked for and what answers them', async () => {
  const rows = await page(world.pilot)
  expect(rows.map(({ identifier, coverage }) => [identifier, coverage])).toEqual([
    ['A.1', 'OPEN'],
    ['A.2', 'OPEN'],
    ['A.3', 'UNMAPPED'],
    ['A.10', 'UNMAPPED'],
  ])
  expect(rows[0]).toMatchObject({ policy: [{ id: policy, name: 'House rules' }], perimeters: [{ id: world.lyon }], measures: 0, in_force: true })
  // Of a level that is asked for nowhere.
  expect(rows[3]?.perimeters).toEqual([])
  const measure = (await world.pilot.post('/measure/page', { queryParams: { filters: [asked('solution', solution), asked('perimeter', world.lyon)] } })).body
    .objects[0].id
  expect((await world.pilot.post(`/measure/${measure}/implement`, {})).status).toBe(200)
  expect((await page(world.pilot))[0]).toMatchObject({ measures: 1, coverage: 'IN_PLACE' })
  // Who may not open the perimeter is told neither that it is asked for there nor what is in place.
  expect(await page(world.contributor)).toBeUndefined()
  expect((await page(world.local))[0]).toMatchObject({ measures: 1, perimeters: [{ id: world.lyon }] })
})

test('it is asked for by policy, perimeter, coverage and what a check finds, and each answer is the same set of rows', async () => {
  expect(await references(world.pilot, asked('policy', policy))).toEqual(['A.1', 'A.2', 'A.3', 'A.10'])
  expect(await references(world.pilot, asked('policy', 999_999))).toEqual([])
  expect(await references(world.pilot, asked('perimeters', world.lyon))).toEqual(['A.1', 'A.2', 'A.3'])
  expect(await references(world.pilot, asked('perimeters', null))).toEqual(['A.10'])
  expect(await references(world.pilot, asked('perimeters', world.nantes))).toEqual([])
  expect(await references(world.pilot, asked('within', world.root))).toEqual(['A.1', 'A.2', 'A.3'])
  expect(await references(world.pilot, asked('coverage', 'OPEN'))).toEqual(['A.2'])
  expect(await references(world.pilot, asked('findings', 'NO_MEASURE'))).toEqual(['A.3', 'A.10'])
  expect(await references(world.pilot, asked('findings', 'NO_MEASURE'), asked('within', world.lyon))).toEqual(['A.3'])
  expect((await world.pilot.post('/control/page', { queryParams: { filters: [asked('policy', 'x')] } })).status).toBe(400)
})

test('points of a check are what the score gains once all that it finds is mended', async () => {
  const points = async (by: Person, query = '') => objectOf(await by.get(`/check/points${query}`)) as CheckPoints
  // One of three requirements is in place, one has a model, one has nothing: a third of the score hangs on it.
  const { performance } = (await world.pilot.get(`/score?perimeter=${world.lyon}`)).body.object.score
  expect(performance).toBeCloseTo(100 / 3, 3)
  expect((await points(world.pilot, `?perimeter=${world.lyon}`)).lines).toEqual([{ entity: 'control', word: 'NO_MEASURE', points: expect.closeTo(100 / 3, 3) }])
  expect(await points(world.pilot, `?perimeter=${world.nantes}`)).toEqual({ lines: [], all: null })
  const missing = (await page(world.pilot, asked('identifier', 'A.3')))[0]?.id
  const nothing = await world.solution()
  expect((await world.pilot.put(`/control/${missing}/solutions`, { solutions: [{ solution: nothing, share: 100, to_confirm: false }] })).status).toBe(200)
  expect((await points(world.pilot, `?perimeter=${world.lyon}`)).lines).toEqual([])
  expect((await world.contributor.get('/check/points')).status).toBe(403)
})
