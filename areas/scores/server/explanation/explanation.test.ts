import { expect, test } from 'vitest'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import { explainScore } from './explanation.ts'
import { A, ACTION, B, EXEMPTION, G1, golden, P, R1, R2, R3, R4, R5, S1, S2, S3, S4 } from '#areas/scores/server/facts/golden-facts.ts'
import type { Subject } from '#areas/scores/server/compute/mean-tree.ts'
import { measure } from '#areas/scores/server/facts/test-facts.ts'
import type { ExplanationNode } from '#areas/scores/contract/score.ts'

const view = { figure: 'PERFORMANCE', exemptions: true } as const
const globalScore: Subject = { place: { kind: 'GLOBAL' }, view }
const result = computeScores(golden)

function codes(node: ExplanationNode | undefined): string[] {
  return node?.reasons.map(({ code }) => code) ?? []
}

function requirement(perimeter_id: number, lineage_id: number, facts = golden): ExplanationNode | undefined {
  return explainScore(computeScores(facts), { place: { kind: 'OWN', perimeter_id }, topic: { policy_id: P, lineage_id }, view }, { depth: 9 })?.children?.[0]
}

test('the global score opens level by level, in points of the whole', () => {
  const root = explainScore(result, globalScore)
  expect(root).toMatchObject({ kind: 'CONSOLIDATED', id: A, path: `CONSOLIDATED:${A}` })
  expect(root?.children?.map(({ kind, id, weight, children }) => [kind, id, weight, children])).toEqual([
    ['OWN', A, 100, null],
    ['CONSOLIDATED', B, 50, null],
  ])
  expect(root?.children?.[1]?.contribution).toBeCloseTo(66.5 / 3, 9)
})

test('a path opens any node below, down to the action that lowers a measure', () => {
  const at = `CONSOLIDATED:${A}/OWN:${A}/POLICY:${P}/GROUP:${G1}/REQUIREMENT:${R2}/SOLUTION:${S2}/MEASURE:2`
  const node = explainScore(result, globalScore, { at })
  expect(node).toMatchObject({ kind: 'MEASURE', id: 2, path: at, value: 75 })
  expect(codes(node)).toEqual(['lowered_by_actions', 'no_control_data', 'declared'])
  expect(node?.children?.map(({ kind, id, value }) => [kind, id, value])).toEqual([
    ['BASE', 2, 100],
    ['DEDUCTION', ACTION, 25],
  ])
  expect(explainScore(result, globalScore, { at: `CONSOLIDATED:${A}/OWN:${B}` })).toBeUndefined()
  expect(explainScore(result, globalScore, { at: 'GROUPING:1' })).toBeUndefined()
})

test('what is left out says why and brings nothing', () => {
  const exempted = requirement(A, R3)
  expect(exempted).toMatchObject({ value: null, contribution: null })
  expect(exempted?.reasons[0]).toEqual({
    code: 'exempted',
    params: { exclusion_id: EXEMPTION, from: '2026-01-01', to: '2026-12-31' },
  })
  expect(codes(requirement(B, R5))).toEqual(['not_applicable', 'unmapped'])
  expect(codes(requirement(A, R5))).toEqual(['unmapped'])
})

test.each([
  ['its level', { level: 3, groups: ['a'] }, { level: 2, groups: ['b'] }, { code: 'out_of_level', params: { asked: 3, level: 2 } }],
  ['its groups', { level: 2, groups: ['a'] }, { level: 2, groups: ['b'] }, { code: 'out_of_groups', params: {} }],
  ['its groups, at every level', { level: 3, groups: ['a'] }, { level: null, groups: ['b'] }, { code: 'out_of_groups', params: {} }],
])('what a policy does not ask for here says by %s', (_name, asked, applied, reason) => {
  const facts = {
    ...golden,
    nodes: golden.nodes.map((node) => (node.lineage_id === R1 ? { ...node, ...asked } : node)),
    applications: golden.applications.map((application) =>
      application.policy_id === P && application.perimeter_id === A ? { ...application, ...applied } : application,
    ),
  }
  expect(requirement(A, R1, facts)?.reasons[0]).toEqual(reason)
})

test('a solution says who serves it, or why nothing does', () => {
  const solutions = (perimeter: number, lineage: number, facts = golden): unknown =>
    requirement(perimeter, lineage, facts)?.children?.map((child) => [child.id, ...codes(child)])
  expect(solutions(A, R4)).toEqual([
    [S2, 'implemented'],
    [S4, 'to_handle'],
  ])
  expect(requirement(B, R1)?.children?.[0]?.reasons).toEqual([{ code: 'implemented_by', params: { perimeter_id: A, measure_id: 1 } }])
  const planned = measure(5, S3, B, { status: 'NOT_IMPLEMENTED', decision: 'PLANNED' })
  const offered = measure(6, S3, A, { offered_ids: [B] })
  const discarded = measure(7, S3, B, { status: 'NOT_IMPLEMENTED', decision: 'DISCARDED' })
  expect(solutions(B, R3, { ...golden, measures: [...golden.measures, planned, offered] })).toEqual([[S3, 'planned', 'offered']])
  expect(solutions(B, R3, { ...golden, measures: [...golden.measures, discarded] })).toEqual([[S3, 'discarded']])
  expect(codes(requirement(B, R3, { ...golden, measures: [...golden.measures, discarded] }))).toEqual(['all_discarded'])
  const ownInstead = measure(8, S1, B)
  expect(solutions(B, R1, { ...golden, measures: [...golden.measures, ownInstead] })).toEqual([[S1, 'implemented', 'replaces_shared']])
})

test('a control source says what it rates, and whether it is late, stale or capped', () => {
  const controls = golden.controls.map((row) => (row.kind === 'INDICATOR' ? { ...row, numerator: 90, stale: true } : { ...row, late: 2 }))
  const sources = requirement(B, R4, { ...golden, controls })?.children?.[0]?.children?.[0]?.children
  expect(sources?.map(codes)).toEqual([[], ['indicator', 'stale', 'capped'], ['task', 'late']])
  expect(codes(requirement(B, R1)?.children?.[0]?.children?.[0])).toEqual(['lowered_by_controls', 'proven'])
  expect(sources?.map(({ value }) => value)).toEqual([100, 100, 50])
})

test('perimeters out of reach appear as one hidden node that keeps its points', () => {
  const hidden = explainScore(result, globalScore, { visible: (id) => id !== B })?.children?.find(({ kind }) => kind === 'HIDDEN')
  expect(hidden).toMatchObject({
    id: null,
    value: null,
    weight: 50,
    reasons: [{ code: 'hidden', params: { count: 1 } }],
    children: null,
  })
  expect(hidden?.contribution).toBeCloseTo(66.5 / 3, 9)
  const own = explainScore(result, { ...globalScore, place: { kind: 'OWN', perimeter_id: B } }, { depth: 9, visible: (id) => id === B })
  expect(JSON.stringify(own)).not.toContain('MEASURE:1"')
})
