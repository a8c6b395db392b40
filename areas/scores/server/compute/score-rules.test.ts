import { expect, test } from 'vitest'
import { computeScores, outcomeAt } from './compute.ts'
import type { ControlFact, MeasureFact, NodeFact, ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import type { Figures, Outcome } from './mean.ts'
import { toScore } from './score.ts'
import { B, golden, P as policy, R1 } from '#areas/scores/server/facts/golden-facts.ts'
import { exclusion, factsOf, measure, node, perimeter } from '#areas/scores/server/facts/test-facts.ts'

const P = 1
const applied = (perimeter_id: number, rest: Partial<ScoreFacts['applications'][number]> = {}): ScoreFacts['applications'][number] => ({
  perimeter_id,
  policy_id: 1,
  version_id: 1,
  weight: 100,
  level: null,
  groups: null,
  ...rest,
})

/** One perimeter, one policy of one requirement (1) answered by solution 1, unless said otherwise. */
function one(facts: Partial<ScoreFacts>): ScoreFacts {
  return factsOf({
    perimeters: [perimeter(P)],
    applications: [applied(P)],
    nodes: [node(1)],
    links: [{ lineage_id: 1, solution_id: 1, share: 100 }],
    ...facts,
  })
}

function own(facts: Partial<ScoreFacts>, perimeter_id = P): Outcome {
  return outcomeAt(computeScores(one(facts)), { kind: 'OWN', perimeter_id })
}

function performance(facts: Partial<ScoreFacts>, perimeter_id = P): number | null {
  return own(facts, perimeter_id).eased?.performance ?? null
}

/** Requirements 1, 2 … each answered to the value given by its own solution. */
function answered(...values: number[]): Partial<ScoreFacts> {
  return {
    nodes: values.map((_, at) => node(at + 1)),
    links: values.map((_, at) => ({ lineage_id: at + 1, solution_id: at + 1, share: 100 })),
    measures: values.map((base_efficiency, at) => measure(at + 1, at + 1, P, { base_efficiency })),
  }
}

const task = (rest: Partial<ControlFact>): ControlFact => ({
  measure_id: 1,
  kind: 'TASK',
  source_id: 1,
  numerator: 1,
  denominator: 1,
  late: 0,
  stale: false,
  proven: true,
  ...rest,
})
const lowered = (...values: number[]): ScoreFacts['deductions'] => values.map((value, at) => ({ measure_id: 1, remediation_id: at, value, open: true }))

test.each<[string, Partial<MeasureFact>, ScoreFacts['deductions'], number]>([
  ['base alone', { base_efficiency: 80 }, [], 80],
  ['open deductions are taken off', {}, lowered(25, 50), 25],
  ['an impact of 0 takes nothing', {}, lowered(0), 100],
  ['closed deductions are not', {}, [{ measure_id: 1, remediation_id: 1, value: 25, open: false }], 100],
  ['never below 0', { base_efficiency: 40 }, lowered(25, 50), 0],
  ['never above 100', { base_efficiency: 130 }, [], 100],
])('rule 1, efficiency: %s', (_name, rest, deductions, expected) => {
  expect(performance({ measures: [measure(1, 1, P, rest)], deductions })).toBe(expected)
})

test.each<[string, ControlFact[], number]>([
  ['no source is 1', [], 100],
  ['mean of the sources, not of the occurrences', [task({ numerator: 1, denominator: 2 }), task({ source_id: 2, numerator: 10, denominator: 10 })], 75],
  ['a source without data leaves the mean', [task({ numerator: 1, denominator: 2 }), task({ source_id: 2, numerator: 0, denominator: 0 })], 50],
  ['an indicator is capped at 1', [task({ kind: 'INDICATOR', numerator: 90, denominator: 60 })], 100],
  ['an indicator is never below 0', [task({ kind: 'INDICATOR', numerator: -5, denominator: 60 })], 0],
  [
    'an indicator without value or target has no data',
    [task({ kind: 'INDICATOR', numerator: null }), task({ source_id: 2, kind: 'INDICATOR', denominator: null })],
    100,
  ],
  ['evidence does not rate', [task({ kind: 'EVIDENCE', numerator: 0, denominator: 1 })], 100],
])('rules 2 and 3, control factor: %s', (_name, controls, expected) => {
  expect(performance({ measures: [measure(1, 1, P)], controls })).toBe(expected)
})

const two = { perimeters: [perimeter(P), perimeter(2, { parent_id: P })], applications: [applied(P), applied(2)] }
test.each<[string, MeasureFact[], number]>([
  ['its own measure', [measure(1, 1, P, { base_efficiency: 40 }), measure(2, 1, 2, { beneficiary_ids: [P] })], 40],
  [
    'else the mean of those it benefits from',
    [measure(1, 1, 2, { beneficiary_ids: [P] }), measure(2, 1, 2, { beneficiary_ids: [P], base_efficiency: 50 })],
    75,
  ],
  ['a measure offered does not count', [measure(1, 1, 2, { offered_ids: [P] })], 0],
  ['only an implemented one does', [measure(1, 1, 2, { beneficiary_ids: [P], status: 'TO_IMPLEMENT' })], 0],
  ['one operated for others only does not serve its operator', [measure(1, 1, P, { serves_operator: false, beneficiary_ids: [2] })], 0],
  [
    'own but not implemented gives way to the shared one',
    [measure(1, 1, P, { status: 'NOT_IMPLEMENTED', decision: 'PLANNED' }), measure(2, 1, 2, { beneficiary_ids: [P] })],
    100,
  ],
  ['nothing is 0', [], 0],
])('rule 4, solution in a perimeter: %s', (_name, measures, expected) => {
  expect(performance({ ...two, measures })).toBe(expected)
})

test('rule 4: a measure whose operator is archived serves nobody', () => {
  const perimeters = [perimeter(P), perimeter(2, { parent_id: P, archived: true })]
  expect(performance({ ...two, perimeters, measures: [measure(1, 1, 2, { beneficiary_ids: [P] })] })).toBe(0)
})

const share = (...shares: number[]): ScoreFacts['links'] => shares.map((value, at) => ({ lineage_id: 1, solution_id: at + 1, share: value }))
const discarded = (id: number): MeasureFact => measure(id, id, P, { status: 'NOT_IMPLEMENTED', decision: 'DISCARDED' })
test.each<[string, ScoreFacts['links'], MeasureFact[], number, number]>([
  ['shares under 100 leave the rest uncovered', share(30, 20), [measure(1, 1, P), measure(2, 2, P, { base_efficiency: 50 })], 40, 50],
  ['shares over 100 are a weighted mean', share(100, 100), [measure(1, 1, P, { base_efficiency: 50 })], 25, 50],
  ['a discarded solution leaves with its share', share(100, 100), [measure(1, 1, P), discarded(2)], 100, 100],
  ['what remains may leave a part uncovered', share(60, 40), [measure(1, 1, P), discarded(2)], 60, 60],
  ['all discarded is 0', share(60, 40), [discarded(1), discarded(2)], 0, 0],
  ['without solution is 0', [], [], 0, 0],
])('rules 4 and 5, requirement: %s', (_name, links, measures, expected, coverage) => {
  expect(own({ links, measures }).eased).toMatchObject({ performance: expected, coverage })
})

test('rule 5: only a requirement without solution is unmapped', () => {
  expect(own({ links: [] }).counts).toMatchObject({ counted: 1, unmapped: 1 })
  expect(own({ measures: [discarded(1)] }).counts).toMatchObject({ counted: 1, unmapped: 0 })
})

test('rule 4: a discarded solution that another perimeter serves counts as served', () => {
  expect(performance({ ...two, measures: [discarded(1), measure(2, 1, 2, { beneficiary_ids: [P], base_efficiency: 70 })] })).toBe(70)
})

test.each<[string, string, string | null, number | null]>([
  ['before it starts', '2026-07-01', '2026-12-31', 50],
  ['on its first day', '2026-06-30', '2026-12-31', 100],
  ['on its last day', '2026-01-01', '2026-06-30', 100],
  ['after its end', '2026-01-01', '2026-06-29', 50],
])('rule 6: an exemption is in force by its dates: %s', (_name, from, to, expected) => {
  const { eased, strict, counts } = own({ ...answered(100, 0), exclusions: [exclusion(1, P, 2, 'EXEMPTION', { from, to })] })
  expect(eased?.performance).toBe(expected)
  expect(strict?.performance).toBe(50)
  expect(counts.exempted).toBe(expected === 100 ? 1 : 0)
})

test('rule 6: not applicable leaves both readings, wins over an exemption and does not cascade', () => {
  const exclusions = [exclusion(1, P, 2, 'EXEMPTION'), exclusion(2, P, 2, 'NOT_APPLICABLE')]
  const facts = { ...two, ...answered(100, 0), exclusions }
  expect(own(facts)).toMatchObject({
    eased: { performance: 100 },
    strict: { performance: 100 },
    counts: { not_applicable: 1, exempted: 0 },
  })
  expect(own(facts, 2).counts.not_applicable).toBe(0)
})

test.each<[string, Partial<NodeFact>, number | null, string[] | null, boolean]>([
  ['level within', { level: 2 }, 2, null, true],
  ['level beyond', { level: 3 }, 2, null, false],
  ['no level', {}, 1, null, true],
  ['every level', { level: 9 }, null, null, true],
  ['a chosen group', { groups: ['a', 'b'] }, null, ['b'], true],
  ['no chosen group', { groups: ['a'] }, null, ['b'], false],
  ['without group', { groups: [] }, null, ['b'], true],
  ['all groups', { groups: ['a'] }, null, null, true],
])('rule 6, out of level: %s', (_name, rest, level, groups, isIn) => {
  const base = answered(100, 0)
  const nodes = [node(1), node(2, rest)]
  const { eased, strict, counts } = own({
    ...base,
    nodes,
    applications: [applied(P, { level, groups })],
    exclusions: [exclusion(1, P, 2, 'EXEMPTION', { from: '2030-01-01' })],
  })
  expect([eased?.performance, strict?.performance]).toEqual(isIn ? [50, 50] : [100, 100])
  expect(counts).toMatchObject({ out_of_level: isIn ? 0 : 1, not_applicable: 0, counted: isIn ? 2 : 1 })
})

const group = (id: number, rest: Partial<NodeFact> = {}): NodeFact => node(id, { assessable: false, ...rest })
test.each<[string, NodeFact[], number | null]>([
  // Requirements 1, 2, 3 are worth 100, 40, 0.
  ['requirement weights', [node(1, { weight: 3 }), node(2), node(3)], 68],
  ['the policy is a flat mean', [group(10), node(1, { parent_id: 10 }), group(11), node(2, { parent_id: 11 }), node(3, { parent_id: 11 })], 140 / 3],
  ['whatever the nesting', [group(10), group(11, { parent_id: 10 }), node(1, { parent_id: 11 }), node(2, { parent_id: 10 }), node(3)], 140 / 3],
  [
    'a weight set by hand',
    [group(10, { group_weight: 3 }), node(1, { parent_id: 10 }), group(11, { group_weight: 1 }), node(2, { parent_id: 11 }), node(3, { parent_id: 11 })],
    80,
  ],
  [
    'by hand inside, automatic outside',
    [group(10), group(11, { parent_id: 10, group_weight: 9 }), node(1, { parent_id: 11 }), node(2, { parent_id: 10 }), node(3)],
    (94 * 2) / 3,
  ],
  [
    '0 by hand is without effect',
    [group(10), group(11, { parent_id: 10, group_weight: 0 }), node(1, { parent_id: 11 }), node(2, { parent_id: 10 }), node(3)],
    20,
  ],
  ['an empty group leaves', [group(10, { group_weight: 50 }), node(1), node(2)], 70],
  ['a leaf that is not assessable leaves', [node(1), group(10, { parent_id: 1 })], 100],
  ['a requirement with children holds its own answer first', [node(1), node(2, { parent_id: 1 }), node(3, { parent_id: 1 })], 140 / 3],
  ['and weighs as a group', [node(1, { group_weight: 1 }), node(3, { parent_id: 1 }), node(2, { weight: 1 })], 45],
  ['nothing assessable is null', [group(10)], null],
])('rule 7, groups: %s', (_name, nodes, expected) => {
  const value = performance({ ...answered(100, 40, 0), nodes })
  if (expected === null) expect(value).toBeNull()
  else expect(value).toBeCloseTo(expected, 9)
})

test('rule 7: left out, the own answer of a requirement leaves its children in', () => {
  const nodes = [node(1), node(2, { parent_id: 1 })]
  expect(performance({ ...answered(100, 40), nodes, exclusions: [exclusion(1, P, 1, 'NOT_APPLICABLE')] })).toBe(40)
})

/** Own scores by perimeter id: each has its own policy of one requirement. */
function tree(values: Record<number, number | null>, perimeters: ScoreFacts['perimeters']): ReturnType<typeof computeScores> {
  const ids = Object.keys(values)
    .map(Number)
    .filter((id) => values[id] !== null)
  return computeScores(
    factsOf({
      perimeters,
      applications: ids.map((id) => applied(id)),
      nodes: [node(1)],
      links: [{ lineage_id: 1, solution_id: 1, share: 100 }],
      measures: ids.map((id) => measure(id, 1, id, { base_efficiency: values[id] ?? 0 })),
    }),
  )
}

test.each<[string, Record<number, number | null>, ScoreFacts['perimeters'], number | null]>([
  ['own and children by weight', { 1: 90, 2: 30 }, [perimeter(1), perimeter(2, { parent_id: 1, weight: 50 })], 70],
  ['children by their own consolidated score', { 1: 90, 2: 30, 3: 10 }, [perimeter(1), perimeter(2, { parent_id: 1 }), perimeter(3, { parent_id: 2 })], 55],
  ['a perimeter without policy leaves', { 1: null, 2: 30 }, [perimeter(1), perimeter(2, { parent_id: 1 })], 30],
  ['weight 0 leaves', { 1: 90, 2: 30 }, [perimeter(1), perimeter(2, { parent_id: 1, weight: 0 })], 90],
  ['only weight 0 is null', { 1: 90 }, [perimeter(1, { weight: 0 })], null],
  [
    'archived leaves, with what is under it',
    { 1: 90, 2: 30, 3: 10 },
    [perimeter(1), perimeter(2, { parent_id: 1, archived: true }), perimeter(3, { parent_id: 2 })],
    90,
  ],
  [
    'applications and providers have no score',
    { 1: 90, 2: 30, 3: 10 },
    [perimeter(1), perimeter(2, { parent_id: 1, type: 'APPLICATION' }), perimeter(3, { parent_id: 1, type: 'PROVIDER' })],
    90,
  ],
])('rule 8, consolidated: %s', (_name, values, perimeters, expected) => {
  const result = tree(values, perimeters)
  expect(result.global.eased?.performance ?? null).toBe(expected)
  expect(outcomeAt(result, { kind: 'GLOBAL' }, { policy_id: 1 }).eased?.performance ?? null).toBe(expected)
  expect(outcomeAt(result, { kind: 'GLOBAL' }, { policy_id: 1, lineage_id: 1 }).eased?.performance ?? null).toBe(expected)
})

test('rule 8: an application or a provider has no score of its own', () => {
  const result = tree({ 1: 90, 2: 30 }, [perimeter(1), perimeter(2, { parent_id: 1, type: 'APPLICATION' })])
  expect(outcomeAt(result, { kind: 'OWN', perimeter_id: 2 }).eased).toBeNull()
})

test('rule 8: a grouping is the mean of own scores, whatever the tree', () => {
  const members = [
    perimeter(1, { grouping_ids: [5] }),
    perimeter(2, { parent_id: 1, weight: 50 }),
    perimeter(3, { parent_id: 2, weight: 50, grouping_ids: [5] }),
  ]
  const result = tree({ 1: 90, 2: 30, 3: 60 }, members)
  expect(outcomeAt(result, { kind: 'GROUPING', grouping_id: 5 }).eased?.performance).toBe(80)
  expect(outcomeAt(result, { kind: 'GROUPING', grouping_id: 6 }).eased).toBeNull()
})

test.each<[string, number, number, number | null]>([
  ['by weight', 300, 100, 75],
  ['weight 0 is tracked without effect', 100, 0, 100],
  ['only weight 0 is null', 0, 0, null],
])('rule 8, policies: %s', (_name, first, second, expected) => {
  const result = computeScores(
    one({
      applications: [applied(P, { weight: first }), applied(P, { policy_id: 2, version_id: 2, weight: second })],
      nodes: [node(1), node(2, { version_id: 2 })],
      measures: [measure(1, 1, P)],
    }),
  )
  expect(outcomeAt(result, { kind: 'OWN', perimeter_id: P }).eased?.performance ?? null).toBe(expected)
  expect(outcomeAt(result, { kind: 'GLOBAL' }, { policy_id: 2 }).eased?.performance).toBe(0)
})

test('rule 9: coverage takes every implemented measure at 100', () => {
  const score = toScore(own({ measures: [measure(1, 1, P, { base_efficiency: 62.5 })], links: share(80) }))
  expect(score).toMatchObject({ performance: 50, coverage: 80, bar: { performance: 50, lost: 30, not_covered: 20 } })
  expect(toScore(own({ nodes: [] }))).toMatchObject({
    performance: null,
    coverage: null,
    proven_share: null,
    bar: null,
    without_exemptions: { bar: null },
  })
})

test.each<[string, ControlFact[], number | null]>([
  ['nothing proves: declared', [], 0],
  ['control data proves its weight', [task({})], 2 / 3],
  ['so does evidence', [task({ kind: 'EVIDENCE', numerator: null, denominator: null })], 2 / 3],
  ['evidence no longer valid does not', [task({ kind: 'EVIDENCE', proven: false })], 0],
  ['nor a source without data', [task({ numerator: 0, denominator: 0 })], 0],
  ['data older than a year rates without proving', [task({ kind: 'INDICATOR', numerator: 1, denominator: 4, stale: true, proven: false })], 0],
])('rule 10, proven share: %s', (_name, controls, expected) => {
  expect(toScore(own({ ...answered(100, 50), controls })).proven_share).toBeCloseTo(expected ?? 0, 6)
})

test('rule 10: without performance there is no share to prove', () => {
  const figures: Figures | null = own({}).eased
  expect(figures?.performance).toBe(0)
  expect(toScore(own({})).proven_share).toBeNull()
})

test('a requirement above one perimeter is consolidated once for a result, and anew for the next', () => {
  const [first, next] = [computeScores(golden), computeScores(golden)]
  const topic = { policy_id: policy, lineage_id: R1 }
  const outcome = outcomeAt(first, { kind: 'GLOBAL' }, topic)
  expect(outcomeAt(first, { kind: 'GLOBAL' }, { ...topic })).toBe(outcome)
  expect(outcomeAt(first, { kind: 'CONSOLIDATED', perimeter_id: B }, topic)).not.toBe(outcome)
  expect(outcomeAt(next, { kind: 'GLOBAL' }, topic)).toEqual(outcome)
  expect(outcomeAt(next, { kind: 'GLOBAL' }, topic)).not.toBe(outcome)
})
