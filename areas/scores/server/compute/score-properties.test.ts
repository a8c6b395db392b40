import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyFacts, twoFacts } from '#areas/scores/server/facts/arbitrary-facts.ts'
import { computeScores, outcomeAt } from './compute.ts'
import type { Place, ScoreResult, Topic } from './compute.ts'
import { explainScore } from '#areas/scores/server/explanation/explanation.ts'
import type { ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { recomputeScores } from './incremental.ts'
import type { View } from './mean-tree.ts'
import type { Figures, Outcome } from './mean.ts'
import { groupCauses, whatMoved } from '#areas/scores/server/movement/movement.ts'
import type { ExplanationNode } from '#areas/scores/contract/score.ts'

const places: Place[] = [
  { kind: 'GLOBAL' },
  { kind: 'GROUPING', grouping_id: 1 },
  ...[1, 2, 3, 4, 5].flatMap((perimeter_id): Place[] => [
    { kind: 'OWN', perimeter_id },
    { kind: 'CONSOLIDATED', perimeter_id },
  ]),
]
const topics: (Topic | undefined)[] = [undefined, { policy_id: 1 }, { policy_id: 2 }, { policy_id: 1, lineage_id: 102 }, { policy_id: 2, lineage_id: 300 }]
const anyView: fc.Arbitrary<View> = fc.record({ figure: fc.constantFrom('PERFORMANCE', 'COVERAGE'), exemptions: fc.boolean() })
const anySubject = fc.record({ place: fc.constantFrom(...places), topic: fc.constantFrom(...topics), view: anyView })

function everyOutcome(result: ScoreResult): Outcome[] {
  return places.flatMap((place) => topics.map((topic) => outcomeAt(result, place, topic)))
}

function everyFigures(result: ScoreResult): Figures[] {
  return everyOutcome(result).flatMap(({ eased, strict }) => [eased, strict].filter((figures) => figures !== null))
}

function shuffled(facts: ScoreFacts): ScoreFacts {
  const turned = Object.entries(facts).map(([table, rows]) => [table, Array.isArray(rows) ? rows.toReversed() : rows])
  return Object.fromEntries(turned)
}

test('0 ≤ proven ≤ performance ≤ coverage ≤ 100, to the last bit', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      for (const { performance, coverage, proven } of everyFigures(computeScores(facts))) {
        expect([0, proven, performance, coverage, 100].every((value, at, all) => at === 0 || (all[at - 1] ?? 0) <= value)).toBe(true)
      }
    }),
  )
})

test('no score falls when one measure becomes more efficient', () => {
  fc.assert(
    fc.property(anyFacts, fc.nat(9), (facts, at) => {
      const better = {
        ...facts,
        measures: facts.measures.map((row, index) => (index === at ? { ...row, base_efficiency: 100 } : row)),
      }
      const before = everyOutcome(computeScores(facts))
      everyOutcome(computeScores(better)).forEach(({ eased, strict }, index) => {
        expect(eased?.performance ?? 0).toBeGreaterThanOrEqual(before[index]?.eased?.performance ?? 0)
        expect(strict?.performance ?? 0).toBeGreaterThanOrEqual(before[index]?.strict?.performance ?? 0)
        expect(eased?.coverage).toBe(before[index]?.eased?.coverage)
      })
    }),
  )
})

test('the order of rows is without effect, to the last bit', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      expect(everyOutcome(computeScores(shuffled(facts)))).toEqual(everyOutcome(computeScores(facts)))
    }),
  )
})

test('an application, a perimeter or a group of weight 0 is without effect above', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const perimeterIds = new Set(facts.perimeters.filter(({ weight }) => weight === 0).map(({ id }) => id))
      const dead = new Set<number>()
      for (let more = true; more;) {
        const size = dead.size
        for (const { id, parent_id, group_weight, assessable } of facts.nodes) {
          const isGroup = !assessable || facts.nodes.some((child) => child.parent_id === id)
          if ((isGroup && group_weight === 0) || (parent_id !== null && dead.has(parent_id))) dead.add(id)
        }
        more = dead.size > size
      }
      const without: ScoreFacts = {
        ...facts,
        applications: facts.applications.filter(({ weight, perimeter_id }) => weight > 0 && !perimeterIds.has(perimeter_id)),
        nodes: facts.nodes.map((row) => (dead.has(row.id) ? { ...row, weight: row.weight + 7, level: null, groups: null } : row)),
      }
      const [whole, rest] = [computeScores(facts), computeScores(without)]
      expect(outcomeAt(rest, { kind: 'GLOBAL' })).toEqual(outcomeAt(whole, { kind: 'GLOBAL' }))
      expect(rest.groupings).toEqual(whole.groupings)
    }),
  )
})

test('nothing in scope is null all the way up, never 0 or NaN', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const exclusions = facts.perimeters.flatMap(({ id: perimeter_id }) =>
        facts.nodes.map(({ lineage_id }, at) => ({
          id: at,
          perimeter_id,
          lineage_id,
          kind: 'NOT_APPLICABLE' as const,
          from: '2026-01-01',
          to: null,
        })),
      )
      for (const { eased, strict } of everyOutcome(computeScores({ ...facts, exclusions }))) expect([eased, strict]).toEqual([null, null])
    }),
  )
})

test('recomputing after any change gives what computing from nothing gives', () => {
  fc.assert(
    fc.property(twoFacts, twoFacts, ([before, after], [, third]) => {
      const first = computeScores(before)
      const second = recomputeScores(first, after)
      expect(contents(second)).toEqual(contents(computeScores(after)))
      expect(contents(recomputeScores(second, structuredClone(third)))).toEqual(contents(computeScores(third)))
      expect(contents(first)).toEqual(contents(computeScores(before)))
    }),
    { numRuns: 200 },
  )
})

test('what did not change is not computed again', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const first = computeScores(facts)
      const second = recomputeScores(first, structuredClone(facts))
      expect([...second.policies.values()].flatMap((policies) => [...policies.values()].map(({ answers }) => answers))).toSatisfy((all: unknown[]) => {
        const known = [...first.policies.values()].flatMap((policies) => [...policies.values()].map(({ answers }) => answers))
        return all.every((answers, at) => answers === known[at])
      })
    }),
  )
})

test('the causes of a movement add up exactly to the difference', () => {
  fc.assert(
    fc.property(twoFacts, anySubject, ([before, after], { place, topic, view }) => {
      const subject = { place, view, ...(topic && { topic }) }
      const [from, to] = [computeScores(before), computeScores(after)]
      const movement = whatMoved(from, to, subject)
      if (movement.difference === null) {
        expect([movement.before, movement.after]).toContain(null)
        return
      }
      expect(movement.causes.reduce((sum, { amount }) => sum + amount, 0)).toBe(movement.difference)
      expect(movement.scope + movement.performance).toBe(movement.difference)
      expect(movement.difference / 1e6).toBeCloseTo((movement.after ?? 0) - (movement.before ?? 0), 5)
      expect(movement.causes.every(({ amount }) => Number.isInteger(amount) && amount !== 0)).toBe(true)
      const grouped = groupCauses(movement.causes, ({ measure_id }) => measure_id)
      expect(grouped.reduce((sum, { amount }) => sum + amount, 0)).toBe(movement.difference)
    }),
    { numRuns: 600 },
  )
})

test('when only measures change, nothing is ascribed to the scope; when only the scope changes, nothing to performance', () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, anySubject, (before, other, { place, view }) => {
      const { measures, deductions, controls, perimeters, applications, nodes, exclusions, links, day } = other
      const first = computeScores(before)
      const done = whatMoved(first, computeScores({ ...before, measures, deductions, controls }), { place, view })
      expect(done.scope).toBe(0)
      // Archiving an operator ends what others benefit from, so that perimeters stay alive here.
      const alive = perimeters.map((row, at) => ({ ...row, archived: before.perimeters[at]?.archived ?? false }))
      const scoped = {
        ...before,
        applications,
        nodes,
        exclusions,
        links,
        day,
        perimeters: alive.map((row) => ({ ...row, parent_id: row.id === 1 ? null : 1 })),
      }
      const flat = { ...before, perimeters: before.perimeters.map((row) => ({ ...row, parent_id: row.id === 1 ? null : 1 })) }
      expect(whatMoved(computeScores(flat), computeScores(scoped), { place, view }).performance).toBe(0)
    }),
  )
})

test('the contributions of an explanation add up, from the score down to control sources', () => {
  const adds = (node: ExplanationNode): void => {
    for (const child of node.children ?? []) adds(child)
    if (node.contribution === null || !node.children || node.children.length === 0) return
    const sum = node.children.reduce((total, { contribution }) => total + (contribution ?? 0), 0)
    expect(sum).toBeCloseTo(node.contribution, 9)
  }
  fc.assert(
    fc.property(anyFacts, anySubject, fc.boolean(), (facts, { place, topic, view }, all) => {
      const result = computeScores(facts)
      const root = explainScore(result, { place, view, ...(topic && { topic }) }, { depth: 99, visible: (id) => all || id % 2 === 0 })
      const outcome = outcomeAt(result, place, topic)
      const figures = view.exemptions ? outcome.eased : outcome.strict
      const value = figures && (view.figure === 'PERFORMANCE' ? figures.performance : figures.coverage)
      expect(root?.value).toBe(value)
      expect(root?.contribution).toBe(value)
      if (root) adds(root)
    }),
  )
})

/** All that a result says, without how it was indexed. */
function contents({ measures, solutions, policies, own, consolidated, consolidatedPolicies, groupings, global }: ScoreResult): unknown {
  const nonEmpty = new Map([...solutions].filter(([, values]) => values.size > 0).map(([id, values]) => [id, sorted(values)]))
  const results = [...policies].map(([id, ofPerimeter]) => [
    id,
    [...ofPerimeter.values()].map(({ application, tree, answers, groups, outcome }) => ({
      application,
      outcome,
      nodes: tree.nodes.map(({ position }) => [answers.get(position), groups.get(position)]),
    })),
  ])
  return {
    measures: sorted(measures),
    solutions: sorted(nonEmpty),
    results,
    own,
    consolidated,
    consolidatedPolicies,
    groupings,
    global,
  }
}

function sorted<Value>(map: ReadonlyMap<number, Value>): [number, Value][] {
  return [...map].toSorted(([a], [b]) => a - b)
}
