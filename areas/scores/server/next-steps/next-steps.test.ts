import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyFacts } from '#areas/scores/server/facts/arbitrary-facts.ts'
import { computeScores, outcomeAt } from '#areas/scores/server/compute/compute.ts'
import type { Place, ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { factsOf, measure, node, perimeter } from '#areas/scores/server/facts/test-facts.ts'
import type { Able } from './candidates.ts'
import { factsAfter } from './next-step.ts'
import { nextSteps, openSteps, type Worth } from './next-steps.ts'

const points: Worth = (_, gain) => gain
const anyPlace = fc.oneof(
  fc.constant<Place>({ kind: 'GLOBAL' }),
  fc.integer({ min: 1, max: 5 }).chain((perimeter_id) => fc.constantFrom<Place>({ kind: 'OWN', perimeter_id }, { kind: 'CONSOLIDATED', perimeter_id })),
  fc.constantFrom<Place>({ kind: 'GROUPING', grouping_id: 1 }, { kind: 'GROUPING', grouping_id: 2 }),
)

/** An organisation in any state, with offers, and somebody who may do some of what is open there. */
const anyWorld: fc.Arbitrary<{ facts: ScoreFacts; able: Able }> = fc
  .record({
    facts: anyFacts,
    offers: fc.array(fc.record({ measure: fc.integer({ min: 1, max: 10 }), perimeter: fc.integer({ min: 1, max: 5 }) }), { maxLength: 6 }),
    decides: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
    suggested: fc.uniqueArray(
      fc.record({ policy: fc.constantFrom(1, 2), at: fc.nat(8), solution_id: fc.integer({ min: 1, max: 5 }), share: fc.constantFrom(30, 60, 100) }),
      {
        maxLength: 12,
        selector: ({ policy, at, solution_id }) => `${policy}:${at}:${solution_id}`,
      },
    ),
    actions: fc.array(fc.record({ measures: fc.uniqueArray(fc.integer({ min: 1, max: 10 }), { maxLength: 3 }), writable: fc.boolean() }), { maxLength: 5 }),
    base: fc.constantFrom(100, 40, null),
  })
  .map(({ facts, offers, decides, suggested, actions, base }) => ({
    facts: {
      ...facts,
      // A perimeter has one measure of a model.
      measures: [...new Map(facts.measures.map((row) => [`${row.perimeter_id} ${row.solution_id}`, row])).values()].map((row) => ({
        ...row,
        offered_ids: [...new Set(offers.filter((offer) => offer.measure === row.id).map((offer) => offer.perimeter))].filter(
          (id) => id !== row.perimeter_id && !row.beneficiary_ids.includes(id),
        ),
      })),
    },
    able: {
      decides: (id) => decides.includes(id),
      suggested: Map.groupBy(
        suggested.map(({ policy, at, solution_id, share }) => ({ policy, lineage_id: (policy === 1 ? 100 : 300) + at, solution_id, share })),
        ({ policy }) => policy,
      ),
      actions: actions.map((action, at) => ({ id: at + 1, ...action })),
      base: () => base,
      models: null,
    },
  }))

const at = (result: ScoreResult, place: Place) => outcomeAt(result, place).eased?.performance ?? null

test('no step brings more than its bound', () => {
  fc.assert(
    fc.property(anyWorld, anyPlace, ({ facts, able }, place) => {
      const result = computeScores(facts)
      for (const { step, bound } of openSteps(result, place, able)) {
        const after = at(computeScores(factsAfter(facts, step)), place) ?? 0
        expect(after - (at(result, place) ?? 0)).toBeLessThanOrEqual(bound + 1e-6)
      }
    }),
    { numRuns: 400 },
  )
})

test('each step is the best there is, and brings what it promises, given those before it', () => {
  fc.assert(
    fc.property(anyWorld, anyPlace, ({ facts: start, able }, place) => {
      let facts = start
      for (const { step, gain, score } of nextSteps(computeScores(facts), place, able, points)) {
        const before = computeScores(facts)
        const now = at(before, place) ?? 0
        for (const other of openSteps(before, place, able)) {
          const brings = (at(computeScores(factsAfter(facts, other.step)), place) ?? 0) - now
          expect(brings).toBeLessThanOrEqual(gain + 1e-4)
        }
        facts = factsAfter(facts, step)
        expect(at(computeScores(facts), place)).toBeCloseTo(score, 9)
        expect(score - now).toBeCloseTo(gain, 9)
        expect(gain).toBeGreaterThan(0)
      }
    }),
    { numRuns: 200 },
  )
})

test('only what one may do is proposed, and nothing twice', () => {
  fc.assert(
    fc.property(anyWorld, anyPlace, ({ facts, able }, place) => {
      const steps = nextSteps(computeScores(facts), place, able, points)
      for (const { step } of steps) {
        if (step.kind === 'ACCEPT') expect(step.perimeters.every(able.decides)).toBe(true)
        if (step.kind === 'IMPLEMENT') expect(step.places.every(({ perimeter: id }) => able.decides(id))).toBe(true)
        if (step.kind === 'FINISH') expect(able.actions.find(({ id }) => id === step.action)?.writable).toBe(true)
        if (step.kind === 'LINK') expect(step.links.every(({ lineage_id }) => !facts.links.some((link) => link.lineage_id === lineage_id))).toBe(true)
      }
      expect(new Set(steps.map(({ step }) => JSON.stringify(step))).size).toBe(steps.length)
    }),
  )
})

test('more to choose from never makes the first step worse', () => {
  fc.assert(
    fc.property(anyWorld, anyPlace, ({ facts, able }, place) => {
      const result = computeScores(facts)
      const [all] = nextSteps(result, place, able, points)
      const [some] = nextSteps(
        result,
        place,
        { ...able, actions: able.actions.map((action) => ({ ...action, writable: false })), suggested: new Map() },
        points,
      )
      expect(all?.gain ?? 0).toBeGreaterThanOrEqual((some?.gain ?? 0) - 1e-4)
    }),
  )
})

test('by price, two points for little come before three for much', () => {
  const facts = factsOf({
    perimeters: [perimeter(1)],
    applications: [{ perimeter_id: 1, policy_id: 1, version_id: 1, weight: 100, level: null, groups: null }],
    nodes: [node(1, { weight: 3 }), node(2, { weight: 2 }), node(3, { weight: 5 })],
    links: [
      { lineage_id: 1, solution_id: 1, share: 100 },
      { lineage_id: 2, solution_id: 2, share: 100 },
      { lineage_id: 3, solution_id: 3, share: 100 },
    ],
    measures: [measure(1, 3, 1)],
  })
  const able: Able = { decides: () => true, suggested: new Map(), actions: [], base: () => 100, models: null }
  const price = { 1: 40, 2: 1 } as Readonly<Record<number, number>>
  const cheap: Worth = (step, gain) => gain / (step.kind === 'IMPLEMENT' ? (price[step.solution] ?? 1) : 1)
  const first = (worth: Worth) =>
    nextSteps(computeScores(facts), { kind: 'GLOBAL' }, able, worth).map(({ step, score }) => [step.kind === 'IMPLEMENT' && step.solution, score])
  expect(first(points)).toEqual([
    [1, 80],
    [2, 100],
  ])
  expect(first(cheap)).toEqual([
    [2, 70],
    [1, 100],
  ])
})
