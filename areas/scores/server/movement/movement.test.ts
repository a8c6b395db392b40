import { expect, test } from 'vitest'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import type { ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { A, ACTION, B, EXEMPTION, golden, GROUPING, P, R1, R2, R3, R4, R5, S1, S3 } from '#areas/scores/server/facts/golden-facts.ts'
import { groupCauses, whatMoved } from './movement.ts'
import type { Subject } from '#areas/scores/server/compute/mean-tree.ts'
import type { Movement } from '#areas/scores/contract/score.ts'
import { factsOf, measure } from '#areas/scores/server/facts/test-facts.ts'

const globalScore: Subject = { place: { kind: 'GLOBAL' }, view: { figure: 'PERFORMANCE', exemptions: true } }
const ownA: Subject = { ...globalScore, place: { kind: 'OWN', perimeter_id: A } }
const before = computeScores(golden)

function moved(change: Partial<ScoreFacts>, subject = globalScore): Movement {
  return whatMoved(before, computeScores({ ...golden, ...change }), subject)
}

function causesOf({ causes }: Movement): unknown[] {
  return causes.map(({ code, perimeter_id, lineage_id, measure_id, source_id }) => [code, perimeter_id, lineage_id, measure_id, source_id])
}

test('closing a review is told as the deduction released, by requirement', () => {
  const movement = moved({ deductions: golden.deductions.map((row) => ({ ...row, open: false })) })
  expect(movement.difference).toBe(57_404_762 - 53_357_143)
  expect(movement).toMatchObject({ scope: 0, performance: movement.difference })
  expect(causesOf(movement)).toEqual([
    ['DEDUCTION', A, R4, 2, ACTION],
    ['DEDUCTION', A, R2, 2, ACTION],
  ])
  expect(groupCauses(movement.causes, ({ source_id }) => source_id)).toEqual([{ key: ACTION, amount: movement.difference }])
})

test('the end of an exemption is told as scope, at the value that the requirement already had', () => {
  const movement = moved({ day: '2027-01-01' }, ownA)
  expect(movement).toMatchObject({ difference: 40_937_500 - 46_785_714, performance: 0 })
  expect(causesOf(movement)).toEqual([['EXEMPTION', A, R3, null, EXEMPTION]])
})

test('an exemption that ends as its requirement gets better is told as two causes', () => {
  const movement = moved({ day: '2027-01-01', measures: [...golden.measures, measure(5, S3, A)] }, ownA)
  const byCode = Object.fromEntries(groupCauses(movement.causes, ({ code }) => code).map(({ key, amount }) => [key, amount]))
  expect(byCode).toEqual({ EXEMPTION: 40_937_500 - 46_785_714, IMPLEMENTED: 12_500_000 })
})

test('a requirement declared not applicable moves the score by its distance from the mean', () => {
  const movement = moved(
    {
      exclusions: [
        ...golden.exclusions,
        { ...golden.exclusions[1], id: 8, perimeter_id: A, lineage_id: R5, kind: 'NOT_APPLICABLE', from: '2026-01-01', to: null },
      ],
    },
    ownA,
  )
  // Flat mean: (R1 80×100 + R2 77.5×50 + R4 45×100) ÷ 250
  expect(movement).toMatchObject({ difference: 65_500_000 - 46_785_714, performance: 0 })
  expect(causesOf(movement)).toEqual([['NOT_APPLICABLE', A, R5, null, 8]])
})

test('weights of requirements, policies and perimeters are told apart', () => {
  const requirement = moved({ nodes: golden.nodes.map((row) => (row.id === R5 ? { ...row, weight: 1 } : row)) }, ownA)
  expect(causesOf(requirement)).toEqual([['WEIGHT', A, R5, null, null]])
  const perimeter = moved({ perimeters: golden.perimeters.map((row) => (row.id === B ? { ...row, weight: 100 } : row)) })
  expect(causesOf(perimeter)).toEqual([['PERIMETER_WEIGHT', B, null, null, null]])
  const gone = moved({ perimeters: golden.perimeters.map((row) => (row.id === B ? { ...row, archived: true } : row)) })
  expect(causesOf(gone)).toContainEqual(['PERIMETER_REMOVED', B, null, null, null])
  const second = { perimeter_id: A, policy_id: 2, version_id: 2, weight: 100, level: null, groups: null }
  const applied = moved(
    {
      applications: [...golden.applications, second],
      nodes: [
        ...golden.nodes,
        {
          ...golden.nodes[1],
          id: 90,
          version_id: 2,
          lineage_id: 90,
          parent_id: null,
          assessable: true,
          weight: 1,
          group_weight: null,
          level: null,
          groups: null,
        },
      ],
    },
    ownA,
  )
  expect(applied.difference).toBe(Math.round(46_785_714 / 2) - 46_785_714)
  expect(causesOf(applied)).toEqual([['POLICY_APPLIED', A, null, null, null]])
})

test('a new version is told by the requirements that it adds and removes', () => {
  const nodes = golden.nodes
    .filter(({ lineage_id }) => lineage_id !== R5)
    .map((row) => ({ ...row, id: row.id + 100, version_id: 2, parent_id: row.parent_id && row.parent_id + 100 }))
  const movement = moved(
    {
      nodes: [...golden.nodes, ...nodes],
      applications: golden.applications.map((row) => (row.perimeter_id === A ? { ...row, version_id: 2 } : row)),
    },
    ownA,
  )
  expect(causesOf(movement)).toEqual([['VERSION', A, R5, null, null]])
  expect(movement.difference).toBe(65_500_000 - 46_785_714)
})

test('a measure withdrawn at its operator is told at every perimeter that it served', () => {
  const movement = moved({ measures: golden.measures.map((row) => (row.id === 1 ? { ...row, status: 'TO_IMPLEMENT' } : row)) })
  expect(movement.scope).toBe(0)
  expect(new Set(movement.causes.map(({ code, perimeter_id, lineage_id, solution_id }) => `${code} ${perimeter_id} ${lineage_id} ${solution_id}`))).toEqual(
    new Set([A, B].flatMap((perimeter) => [R1, R2].map((requirement) => `UNIMPLEMENTED ${perimeter} ${requirement} ${S1}`))),
  )
})

test('efficiency and control data share their common effect at the midpoint', () => {
  const movement = moved(
    {
      measures: golden.measures.map((row) => (row.id === 1 ? { ...row, base_efficiency: 50 } : row)),
      controls: golden.controls.map((row) => (row.measure_id === 1 ? { ...row, numerator: 4, denominator: 8 } : row)),
    },
    {
      place: { kind: 'OWN', perimeter_id: A },
      topic: { policy_id: P, lineage_id: R1 },
      view: { figure: 'PERFORMANCE', exemptions: true },
    },
  )
  // 100 × 0.8 → 50 × 0.5: efficiency −50 at factor 0.65, factor −0.3 at efficiency 75.
  expect(movement.difference).toBe(-55_000_000)
  expect(movement.causes.map(({ code, amount }) => [code, amount])).toEqual([
    ['EFFICIENCY', -32_500_000],
    ['CONTROL', -22_500_000],
  ])
})

test('coverage does not move with efficiency', () => {
  const movement = moved({ deductions: [] }, { ...globalScore, view: { figure: 'COVERAGE', exemptions: true } })
  expect(movement).toMatchObject({ difference: 0, causes: [] })
})

test('a grouping moves with its perimeters', () => {
  const movement = moved({ controls: [] }, { ...globalScore, place: { kind: 'GROUPING', grouping_id: GROUPING } })
  expect(new Set(movement.causes.map(({ code }) => code))).toEqual(new Set(['CONTROL', 'INDICATOR']))
  expect(movement.difference).toBe(Math.round(((100 * 100 + 100 * 50 + 0 + 100 * 100) / 300) * 1e6) - 66_500_000)
})

test('there is no difference from or to a score that does not exist', () => {
  const nothing = computeScores(factsOf({}))
  expect(whatMoved(nothing, before, globalScore)).toMatchObject({ before: null, difference: null, causes: [] })
  expect(whatMoved(before, nothing, globalScore)).toMatchObject({ after: null, difference: null, causes: [] })
})
