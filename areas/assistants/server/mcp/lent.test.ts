import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'
import { areas } from '#app/server/registry.ts'
import { lentBy } from '#areas/programs/server/index.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { assistantOf, callTool as call } from '#tools/test/assistant.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'

let scored: TestApp
let golden: GoldenCustomer
let world: World

beforeAll(async () => {
  scored = await testApp()
  golden = await goldenCustomer(scored)
  world = await makeWorld()
})
afterAll(async () => {
  await scored.close()
  await world.app.close()
})

const key = async (by: Person, given: object): Promise<string> => String(objectOf(await by.post('/api_key', { name: 'Score reader', ...given })).secret)
const namesOf = async (client: Awaited<ReturnType<typeof assistantOf>>) => (await client.listTools()).tools.map(({ name }) => name)

test('a key with the scope of scores is told what people read, and why; one without it has no such tool', async () => {
  const { pilot } = golden
  const client = await assistantOf(scored, await key(pilot, { read: ['scores'] }))
  const plain = await assistantOf(scored, await key(pilot, { read: ['gaps'] }))
  const lent =
    lentBy(areas)
      .get('scores')
      ?.reads.map(({ name }) => name) ?? []
  expect(lent).toContain('explain_score')
  expect(await namesOf(client)).toEqual(expect.arrayContaining(lent))
  expect((await namesOf(plain)).filter((name) => lent.includes(name))).toEqual([])
  expect((await call(plain, 'read_score')).content[0]?.text).toMatch(/no tool read_score/)

  const told = (await call(client, 'read_score')).structuredContent.object
  expect(told).toMatchObject({ score: (await pilot.get('/score')).body.object.score })
  const why = (await call(client, 'explain_score', { depth: 1 })).structuredContent.object
  const theirs = (await pilot.get('/score/explanation?depth=1')).body.object
  expect([why.value, why.children.length]).toEqual([theirs.value, theirs.children.length])
  const deeper = (await call(client, 'explain_score', { at: why.children[0].path })).structuredContent.object
  expect(deeper.path).toBe(why.children[0].path)
  const moved = await call(client, 'what_moved', { from: told.day, lines: 5 })
  expect(moved.structuredContent.object).toMatchObject({ place: { scope: 'consolidated' } })
  for (const name of ['scores_of_perimeters', 'score_history', 'forecast_score']) expect([name, (await call(client, name)).isError]).toEqual([name, undefined])
  const wrong = await call(client, 'explain_score', { depth: 9, colour: 'red' })
  expect([wrong.isError, wrong.content[0]?.text]).toEqual([true, expect.stringMatching(/depth[\s\S]*colour|colour[\s\S]*depth/)])
  await client.close()
  await plain.close()
})

test('a key of one place is told of nothing beyond it', async () => {
  const { pilot, perimeter } = golden
  const client = await assistantOf(scored, await key(pilot, { read: ['scores'], perimeters: [perimeter.B] }))
  expect((await call(client, 'read_score', { perimeter: perimeter.B })).isError).toBeUndefined()
  expect((await call(client, 'read_score', { perimeter: perimeter.A })).isError).toBe(true)
  const { objects } = (await call(client, 'scores_of_perimeters')).structuredContent
  expect(objects.map(({ id }: Row) => id)).toEqual([perimeter.B])
  await client.close()
})

test('rows are counted by filters and by a field as lists show them, and work that waits as far as the key reaches', async () => {
  for (const [perimeter, status] of [
    [world.lyon, 'PLANNED'],
    [world.lyon, 'ONGOING'],
    [world.nantes, 'PLANNED'],
  ] as const)
    await world.action({ perimeter, status, target_date: '2020-01-01' })
  const everywhere = await assistantOf(world.app, await key(world.pilot, { read: ['actions', 'attention'] }))
  const lyon = await assistantOf(world.app, await key(world.pilot, { read: ['actions', 'attention'], perimeters: [world.lyon] }))
  const counts = async (client: typeof lyon, args: object) => (await call(client, 'count_rows', { type: 'actions', ...args })).structuredContent
  expect(await counts(everywhere, {})).toEqual({ total: 3 })
  expect(await counts(lyon, {})).toEqual({ total: 2 })
  expect(await counts(everywhere, { by: 'perimeter' })).toEqual({
    total: 3,
    groups: [
      { value: world.lyon, name: 'Lyon', count: 2 },
      { value: world.nantes, name: 'Nantes', count: 1 },
    ],
  })
  expect((await counts(lyon, { by: 'status' })).total).toBe(2)
  expect((await call(everywhere, 'count_rows', { type: 'actions', by: 'name' })).content[0]?.text).toMatch(/name/)
  expect((await call(everywhere, 'list_types', { type: 'actions' })).structuredContent.types[0].groups).toContain('perimeter')
  expect((await call(everywhere, 'late_actions')).structuredContent.object.total).toBe(3)
  expect((await call(lyon, 'late_actions')).structuredContent.object.total).toBe(2)
  const planner = await assistantOf(world.app, await key(world.pilot, { read: ['attention'], write: ['actions'], perimeters: [world.lyon] }))
  const waits = async (client: typeof lyon) => (await call(client, 'what_waits')).structuredContent.objects.map(({ kind, count }: Row) => [kind, count])
  expect(await waits(planner)).toContainEqual(['unassigned_late', 2])
  // Whoever only reads actions is not told what those who manage them are.
  expect(await waits(lyon)).toEqual([])
  // What waits of types that a key does not read is not told, nor is any action by another way.
  const alone = await assistantOf(world.app, await key(world.pilot, { read: ['attention'] }))
  const ofMeasures = await assistantOf(world.app, await key(world.pilot, { read: ['attention', 'measures'], write: ['evidence'] }))
  for (const client of [alone, ofMeasures]) {
    expect((await namesOf(client)).filter((name) => ['late_actions', 'actions_by_month', 'budget_of_actions'].includes(name))).toEqual([])
    expect((await call(client, 'late_actions')).content[0]?.text).toMatch(/no tool late_actions/)
  }
  const old = { name_en: 'Report', perimeter: world.nantes, url: 'https://intranet.example/old', effective_date: '2019-01-01', valid_until: '2020-01-01' }
  const { id: evidence } = objectOf(await world.pilot.post('/evidence', old))
  await world.action({ perimeter: world.nantes, status: 'ONGOING', target_date: '2099-01-01', evidences: [evidence] })
  const withEvidence = await assistantOf(world.app, await key(world.pilot, { read: ['actions', 'attention', 'evidence'] }))
  expect(await waits(withEvidence)).toContainEqual(['evidence_expired', 1])
  expect((await waits(everywhere)).filter(([kind]: string[]) => kind === 'evidence_expired')).toEqual([])
  await withEvidence.close()
  await alone.close()
  await ofMeasures.close()
  await planner.close()
  await everywhere.close()
  await lyon.close()
})

test('a scope that nobody lends, and writing what is only told, are refused with their field', async () => {
  const { pilot } = golden
  for (const given of [{ read: ['secrets'] }, { write: ['scores'] }]) {
    const { body } = await pilot.post('/api_key', { name: 'Wrong', ...given })
    expect([body.code, Object.keys(body.errors)]).toEqual(['INVALID', [expect.stringMatching(/^(read|write)\.0$/)]])
  }
  const { types } = (await pilot.get('/api_key/choices')).body.object
  expect(types).toContainEqual({ type: 'scores', name: 'Scores and what explains them', write: false, rows: false })
})
