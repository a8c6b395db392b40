/** What indicators do to scores: told down to what was entered, and by name when they move one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { movePeriod, periodEnd, periodOf } from '#areas/metrics/contract/period.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import { publishScores } from '#areas/scores/server/snapshot/snapshot.ts'
import type { Moved, NamedExplanation } from '#areas/scores/contract/calls.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let metric: number
let indicator: number
const last = movePeriod('MONTHLY', periodOf('MONTHLY', dayFromNow(0)), -1)
const span = { from: last, to: periodEnd('MONTHLY', last) }

const made = async (path: string, body: object): Promise<number> => {
  const answer = await pilot.post(path, body)
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.object.id as number
}
const enter = async (perimeter_id: number, value: number, into = metric) => {
  const answer = await pilot.post(`/metric/${into}/value`, { values: [{ perimeter_id, period: last, value }] })
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  await app.jobs()
}

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  const { A, B } = golden.perimeter
  metric = await made('/metric', {
    identifier: 'patched',
    name_en: 'Patched',
    unit: '%',
    start_date: last,
    perimeters: [A, B],
    perimeter_aggregation: 'AVERAGE',
  })
  await enter(A, 80)
  await enter(B, 40)
  const parent = await made('/indicator', { name_en: 'Hygiene', is_global: true, target_value: 80, measures: [golden.measure.M2] })
  indicator = parent
  await made('/indicator', { name_en: 'Patches', is_global: true, formula: 'patched', target_value: 80, parent })
  await app.jobs()
})
afterAll(() => app.close())

const path = () => {
  const { lineage, solution, measure, group, policy, perimeter } = golden
  return `OWN:${perimeter.A}/POLICY:${policy}/GROUP:${-group.G1}/REQUIREMENT:${lineage.R2}/SOLUTION:${solution.S2}/MEASURE:${measure.M2}/CONTROL:INDICATOR:${indicator}`
}
const explained = async (who = pilot): Promise<NamedExplanation> =>
  (await who.get(`/score/explanation?perimeter=${golden.perimeter.A}&scope=own&at=${encodeURIComponent(path())}`)).body.object

test('the explanation of a score leads from a measure to its indicator and on to what was entered there and below', async () => {
  const node = await explained()
  // The mean of what is at A, its own 80, and below it, the 40 of B.
  expect(node).toMatchObject({
    kind: 'CONTROL',
    value: 75,
    label: { id: indicator, name: 'Hygiene' },
    reasons: [{ code: 'indicator', params: { value: 60, target: 80 } }],
  })
  expect(node.children).toMatchObject([
    {
      kind: 'VALUE',
      label: { id: indicator, name: expect.any(String) },
      contribution: node.contribution,
      reasons: [{ code: 'value_told', params: { value: 60, target: 80, ...span } }],
    },
    {
      kind: 'VALUE',
      label: { id: metric, identifier: 'patched' },
      contribution: 0,
      reasons: [{ code: 'value_entered', params: { value: 80, unit: '\u00a0%', source: 'MANUAL', from: last } }],
    },
    { kind: 'VALUE', reasons: [{ code: 'value_entered', params: { value: 40, place: 'Site B' } }] },
  ])
})

test('of what its reader may not open there is only the number', async () => {
  const { A, B } = golden.perimeter
  await enter(A, 70, await made('/metric', { identifier: 'central', name_en: 'Central', start_date: last, perimeters: [A] }))
  const id = await made('/indicator', { name_en: 'Central', is_global: true, formula: 'central', target_value: 80, measures: [golden.measure.M3] })
  await app.jobs()
  const local = await app.member(golden.id, 'local_auditor', { perimeterIds: [B] })
  const at = await found(`OWN:${B}`, `CONTROL:INDICATOR:${id}`, local)
  const node = (await local.get(`/score/explanation?perimeter=${B}&scope=own&at=${encodeURIComponent(at)}`)).body.object as NamedExplanation
  expect(node.children).toMatchObject([
    { kind: 'VALUE', label: null, reasons: [{ code: 'value_told', params: { value: 70 } }] },
    { id: null, label: null, reasons: [{ code: 'value_others', params: { count: 1 } }] },
  ])
})

/** The path of the first node below one whose path ends so. */
async function found(from: string, end: string, who: Person): Promise<string> {
  const perimeter = from.slice(from.indexOf(':') + 1)
  for (let open = [from]; open.length > 0;) {
    const next: string[] = []
    for (const at of open) {
      const node = (await who.get(`/score/explanation?perimeter=${perimeter}&scope=own&at=${encodeURIComponent(at)}`)).body.object as NamedExplanation
      for (const child of node.children ?? []) {
        if (child.path.endsWith(end)) return child.path
        if (child.kind !== 'CONTROL' && child.kind !== 'HIDDEN') next.push(child.path)
      }
    }
    open = next
  }
  throw new Error(`${end} is nowhere below ${from}`)
}

test('however many entries there are, statements stay the same', async () => {
  const statements = async () => (await watchStatements(() => explained())).texts.length
  const before = await statements()
  await enter(golden.perimeter.A, 80)
  await made('/indicator', { name_en: 'Other', is_global: true, formula: 'central', target_value: 80, parent: indicator })
  await app.jobs()
  expect((await explained()).children).toHaveLength(4)
  expect(await statements()).toBe(before)
})

test('what moved names the indicator with what it told before and after', async () => {
  await golden.as(async (tx) => publishScores(tx, await loadFacts(tx, dayFromNow(-1))))
  await golden.as(async (tx) => publishScores(tx, await loadFacts(tx, dayFromNow(0))))
  const moved = async (): Promise<Moved> => (await pilot.get(`/score/moved?perimeter=${golden.perimeter.A}&scope=own&from=${dayFromNow(-1)}`)).body.object
  const cause = async () => (await moved()).causes.find(({ code, measure }) => code === 'INDICATOR' && measure?.id === golden.measure.M2)
  expect(await cause()).toMatchObject({ indicator: { id: indicator, name: 'Hygiene' }, figures: { before: null, after: { value: 65, target: 80 } } })
})
