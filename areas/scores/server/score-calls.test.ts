import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { releaseDeduction, reopenDeduction } from './facts/deductions.ts'
import { computeScores } from './compute/compute.ts'
import { ACTION, exemptedUntil, goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import { loadFacts } from './facts/load-facts.ts'
import type { toScore } from './compute/score.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let local: Person
beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  local = await app.member(golden.id, 'local_pilote', { perimeterIds: [golden.perimeter.B] })
})
afterAll(() => app.close())

const read = async (query = '', person = pilot) => {
  const { status, body } = await person.get(`/score${query}`)
  expect(body).toMatchObject({ ok: true })
  expect(status).toBe(200)
  return body.object
}
const round = (value: number | null) => (value === null ? null : Math.round(value * 1e4) / 1e4)
const figures = ({ score }: { score: ReturnType<typeof toScore> }) =>
  [score.performance, score.coverage, score.without_exemptions.performance, score.without_exemptions.coverage].map(round)

test('the worked example, read through the database and the API', async () => {
  const { A, B } = golden.perimeter
  const { R1, R2, R3, R4, R5 } = golden.lineage
  const { G1, G2 } = golden.group
  expect(figures(await read())).toEqual([53.3571, 67.7778, 49.4583, 62.7778])
  expect(figures(await read(`?perimeter=${A}&scope=own`))).toEqual([46.7857, 60, 40.9375, 52.5])
  expect(figures(await read(`?perimeter=${B}`))).toEqual([66.5, 83.3333, 66.5, 83.3333])
  expect(figures(await read(`?grouping=${golden.grouping}`))).toEqual([66.5, 83.3333, 66.5, 83.3333])
  const own = async (perimeter: number, lineage: number) => figures(await read(`?perimeter=${perimeter}&scope=own&policy=${golden.policy}&lineage=${lineage}`))
  expect(await own(A, -G1)).toEqual([79.1667, 100, 59.375, 75])
  expect(await own(A, -G2)).toEqual([22.5, 30, 22.5, 30])
  expect(await Promise.all([R1, R2, R3, R4, R5].map(async (lineage) => (await own(A, lineage))[0]))).toEqual([80, 77.5, null, 45, 0])
  expect(await Promise.all([R1, R2, R3, R4, R5].map(async (lineage) => (await own(B, lineage))[0]))).toEqual([80, 75, 0, 82, null])
  expect(figures(await read(`?policy=${golden.policy}&lineage=${-G1}`))[0]).toBe(72.3611)
  expect(figures(await read(`?policy=${golden.policy}&lineage=${-G2}`))[0]).toBe(42.3333)
  const score = (await read()).score
  expect(score.bar).toEqual({ performance: 53, lost: 15, not_covered: 32 })
  expect(score.counts).toEqual({ counted: 8, exempted: 1, not_applicable: 1, out_of_level: 0, unmapped: 1 })
  expect(await read()).toMatchObject({ target: 75, hidden: 0, policies: 1 })
})

test('a grouping shows the score of what is in it, to whoever reaches some of it', async () => {
  const groupings = async (person: Person) => (await person.get('/score/perimeters')).body.groupings
  const [row, ...others] = await groupings(pilot)
  expect(others).toEqual([])
  expect(row).toMatchObject({ id: golden.grouping, name: 'Sites', perimeters: 1, target: 75 })
  expect(figures(row)).toEqual([66.5, 83.3333, 66.5, 83.3333])
  expect(await groupings(local)).toHaveLength(1)
  const elsewhere = await app.member(golden.id, 'local_pilote', { perimeterIds: [] })
  expect(await groupings(elsewhere)).toEqual([])
})

test('closing the review of the improvement action raises the score at once, reopening it lowers it again', async () => {
  await golden.as((tx) => releaseDeduction(tx, ACTION))
  expect(figures(await read())).toEqual([57.4048, 67.7778, 53, 62.7778])
  await golden.as((tx) => reopenDeduction(tx, ACTION))
  expect(figures(await read())[0]).toBe(53.3571)
})

test('the facts are read in at most eight statements, whatever there is of them', async () => {
  await golden.as(async (tx) => {
    const before = tx.statements
    await loadFacts(tx, tx.today)
    expect(tx.statements - before).toBeLessThanOrEqual(8)
  })
})

test('on the day after the exemption, both readings are the same', async () => {
  const day = new Date(Date.parse(exemptedUntil) + 86_400_000).toISOString().slice(0, 10)
  const facts = await golden.as((tx) => loadFacts(tx, day))
  const { global } = computeScores(facts)
  expect(global.eased).toEqual(global.strict)
  expect(round(global.strict?.performance ?? null)).toBe(49.4583)
})

test('«not applicable» taken back counts again', async () => {
  const other = await goldenCustomer(app)
  const { B } = other.perimeter
  const [row] = (await other.pilot.get('/control_not_applicable')).body.objects
  expect((await other.pilot.delete(`/control_not_applicable/${row.id}`)).status).toBe(200)
  const { body } = await other.pilot.get(`/score?perimeter=${B}`)
  expect(body.object.score.counts).toMatchObject({ not_applicable: 0, unmapped: 1 })
})

test('a score opens in names down to the measure and the action that lowers it', async () => {
  const { body } = await pilot.get('/score/explanation?depth=2')
  expect(body.object).toMatchObject({ kind: 'CONSOLIDATED', label: { id: golden.perimeter.A } })
  const sum = (node: NamedExplanation): number => (node.children ?? []).reduce((total, child) => total + (child.contribution ?? 0), 0)
  expect(sum(body.object)).toBeCloseTo(body.object.value, 6)
  const at = `OWN:${golden.perimeter.A}/POLICY:${golden.policy}/GROUP:${-golden.group.G1}/REQUIREMENT:${golden.lineage.R2}/SOLUTION:${golden.solution.S2}/MEASURE:${golden.measure.M2}`
  const measure = (await pilot.get(`/score/explanation?perimeter=${golden.perimeter.A}&scope=own&at=${encodeURIComponent(at)}`)).body.object
  expect(measure).toMatchObject({ kind: 'MEASURE', label: { name: 'Measure M2', identifier: 'M2' }, value: 75 })
  expect(measure.children.map((child: NamedExplanation) => child.kind)).toEqual(['BASE', 'DEDUCTION'])
  expect((await pilot.get('/score/explanation?at=GROUPING:1')).status).toBe(404)
})

test('a reader without reach sees figures of the whole and no name of what is out of reach', async () => {
  expect(figures(await read('', local))[0]).toBe(66.5)
  expect((await local.get(`/score?perimeter=${golden.perimeter.A}`)).status).toBe(404)
  const above = await app.member(golden.id, 'local_auditor', { perimeterIds: [golden.perimeter.A] })
  expect(figures(await read('', above))[0]).toBe(53.3571)
  const { objects, hidden } = (await local.get('/score/perimeters')).body
  expect(objects.map((row: { id: number; parent_id: number | null }) => [row.id, row.parent_id])).toEqual([[golden.perimeter.B, null]])
  expect(hidden).toBe(1)
  const served = `OWN:${golden.perimeter.B}/POLICY:${golden.policy}/GROUP:${-golden.group.G1}/REQUIREMENT:${golden.lineage.R1}/SOLUTION:${golden.solution.S1}`
  const { children } = (await local.get(`/score/explanation?perimeter=${golden.perimeter.B}&scope=own&at=${encodeURIComponent(served)}`)).body.object
  expect(children).toMatchObject([{ kind: 'HIDDEN', label: null, reasons: [{ code: 'hidden', params: { count: 1 } }] }])
  const contributor = await app.member(golden.id, 'contributor')
  expect((await contributor.get('/score')).status).toBe(403)
  const stranger = await app.member((await app.customer()).id, 'global_pilote')
  expect((await stranger.get(`/score?perimeter=${golden.perimeter.A}`)).status).toBe(404)
})

test('a policy shows each group and requirement in the order of its text', async () => {
  const { nodes, score } = (await pilot.get(`/score/policy/${golden.policy}?perimeter=${golden.perimeter.A}&scope=own`)).body.object
  const groups = (await pilot.get(`/score/policy/${golden.policy}?perimeter=${golden.perimeter.A}&scope=own&only=groups`)).body.object
  expect(groups.nodes).toEqual(nodes.filter(({ kind }: { readonly kind: string }) => kind === 'GROUP'))
  expect(groups.score).toEqual(score)
  expect(round(score.performance)).toBe(46.7857)
  expect(nodes.filter((node: { kind: string }) => node.kind === 'REQUIREMENT').map((node: { identifier: string }) => node.identifier)).toEqual([
    'R1',
    'R2',
    'R3',
    'R4',
    'R5',
  ])
  const G1 = nodes.find((node: { identifier: string }) => node.identifier === 'G1')
  expect(round(G1.score.performance)).toBe(79.1667)
  expect(nodes.find((node: { identifier: string }) => node.identifier === 'R1').parent_id).toBe(G1.id)
})

test('a target proposes the measures that reach it, and their gains are true', async () => {
  expect((await pilot.get('/policy/score?type=BEAUTY')).body).toMatchObject({ ok: false, message: 'Invalid score type' })
  const { value, simulated, measures } = (await pilot.get(`/policy/score?type=PERFORMANCE&policy=${golden.policy}&ts=70`)).body.object
  expect(round(value)).toBe(53.3571)
  expect(simulated).toBeGreaterThanOrEqual(70)
  const improve = measures.find((row: { measure: { id: number } | null }) => row.measure?.id === golden.measure.M2)
  expect(improve).toMatchObject({ status: 'IMPROVE', solution: { name: 'Solution S2' } })
  expect(improve.gain).toBeCloseTo(57.4048 - 53.3571, 3)
})

test('a score is asked for in a perimeter or in a grouping, never in both (PER-08)', async () => {
  const tag = (await pilot.post('/tag', { name_en: 'Factories' })).body.object.id
  const both = `perimeter=${golden.perimeter.A}&grouping=${tag}`
  for (const path of [
    '/score?',
    '/score/explanation?',
    '/score/history?',
    `/score/policy/${golden.policy}?`,
    '/policy/score?',
    '/score/moved?from=2026-01-01&',
  ])
    expect((await pilot.get(path + both)).body, path).toMatchObject({ ok: false, errors: { grouping: ['Grouping and perimeters cannot be mixed'] } })
})
