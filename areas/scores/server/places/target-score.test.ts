import { afterAll, beforeAll, expect, test } from 'vitest'
import { palette, tone } from '#kit/contract/tone.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import { dayBefore, publishScores } from '#areas/scores/server/snapshot/snapshot.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
})
afterAll(() => app.close())

const target = async (query = '') => (await pilot.get(`/score${query}`)).body.object.target

test('the organisation’s own target stands for its whole score, those of its policies elsewhere', async () => {
  expect(await target()).toBe(75)
  expect((await pilot.put('/score/target', { target_score: 82 })).body).toMatchObject({ ok: true, object: { target_score: 82 } })
  expect(await target()).toBe(82)
  expect(await target(`?perimeter=${golden.perimeter.B}`)).toBe(75)
  expect(await target(`?policy=${golden.policy}`)).toBe(75)
  const { objects } = (await pilot.get('/score/perimeters')).body
  expect(objects.find((row: { parent_id: number | null }) => row.parent_id === null).target).toBe(82)
  await pilot.put('/score/target', { target_score: null })
  expect(await target()).toBe(75)
})

test('the target that applies to a score comes with it wherever it is shown, and colours it', async () => {
  await pilot.put('/score/target', { target_score: 55 })
  const read = async (path: string) => (await pilot.get(path)).body
  const { objects } = await read('/score/perimeters')
  const root = objects.find((row: { parent_id: number | null }) => row.parent_id === null)
  const { A } = golden.perimeter
  const ofA = objects.find(({ id }: { id: number }) => id === A)
  const { object: explained } = await read('/score/explanation?depth=3')
  const below = explained.children.flatMap((node: { kind: string; children: object[] }) => [node, ...node.children]) as {
    kind: string
    id: number
    target: number
  }[]
  expect({
    score: await target(),
    row: root.target,
    posture: (await read('/score/posture')).object.target,
    explained: explained.target,
    moved: (await read(`/score/moved?from=${explained.day ?? '2026-01-01'}`)).object.targets.after,
    tiles: (await read('/score/posture/policies')).objects[0].target,
    ofA: [ofA.target, ofA.own_target, ofA.policies[0].target],
    policy: (await read(`/score/policy/${golden.policy}?perimeter=${A}`)).object.target,
    below: [...new Set(below.filter(({ kind }) => kind === 'OWN' || kind === 'POLICY').map((node) => node.target))],
    coverage: (await read('/score/explanation?figure=COVERAGE')).object.target,
  }).toEqual({ score: 55, row: 55, posture: 55, explained: 55, moved: null, tiles: 75, ofA: [55, 75, 75], policy: 75, below: [75], coverage: null })
  // 53 of 55 is nearly there, whatever its level: the tree tells it as the list of perimeters does.
  const tree = (await read(`/tree/perimeter/${root.id}`)).object
  expect([tree.score.value, tree.score.color]).toEqual([53, tone(root.consolidated.performance, root.target, [])])
  expect(tree.score.color).toBe(palette.warn)
  await pilot.put('/score/target', { target_score: null })
  // 22 below 75.
  expect((await read(`/tree/perimeter/${root.id}`)).object.score.color).toBe(palette.bad)
})

test('a target is to be reached by its day, else by the end of the year, and a day gone by was aimed at as it was then', async () => {
  const posture = async (on = '') => (await pilot.get(`/score/posture${on}`)).body.object as Posture
  const today = (await posture()).day
  expect((await posture()).target_date).toBe(`${today.slice(0, 4)}-12-31`)
  await golden.as(async (tx) => publishScores(tx, await loadFacts(tx, dayBefore(today))))
  expect((await pilot.put('/score/target', { target_score: 82, target_date: '2031-06-30' })).body.object).toEqual({
    target_score: 82,
    target_date: '2031-06-30',
  })
  // What is not named stays.
  expect((await pilot.put('/score/target', { target_score: 83 })).body.object).toEqual({ target_score: 83, target_date: '2031-06-30' })
  expect(await posture()).toMatchObject({ target: 83, target_date: '2031-06-30' })
  const then = `?on=${dayBefore(today)}`
  expect(await posture(then)).toMatchObject({ target: 75, target_date: `${dayBefore(today).slice(0, 4)}-12-31`, targets: [{ target: 75 }] })
  expect((await pilot.get(`/score${then}`)).body.object.target).toBe(75)
  for (const target_date of ['2031-02-30', 'soon', 5]) expect((await pilot.put('/score/target', { target_score: 1, target_date })).status).toBe(400)
  await pilot.put('/score/target', { target_score: null, target_date: null })
})

test('only a global pilot sets it, to a whole number from 0 to 100, in the own organisation', async () => {
  for (const value of [-1, 101, 7.5, '70']) expect((await pilot.put('/score/target', { target_score: value })).status).toBe(400)
  for (const role of ['global_auditor', 'local_pilote', 'contributor'] as const) {
    expect((await (await app.member(golden.id, role)).put('/score/target', { target_score: 5 })).status).toBe(403)
  }
  const other = await app.customer()
  const stranger = await app.member(other.id, 'global_pilote')
  await stranger.put('/score/target', { target_score: 5 })
  expect((await pilot.get('/score/target')).body.object).toEqual({ target_score: null, target_date: null })
})
