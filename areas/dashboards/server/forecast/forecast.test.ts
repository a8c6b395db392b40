import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyFacts } from '#areas/scores/server/facts/arbitrary-facts.ts'
import { measureWeights } from '#areas/scores/server/effects/measure-weights.ts'
import { computeScores, outcomeAt, type Place, type Topic } from '#areas/scores/server/compute/compute.ts'
import type { ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { processorTime } from '#tools/test/processor-time.ts'
import { dayAfter, factsOn, remedied, type DatedFacts, type Round } from './dated-facts.ts'
import { forecast } from './forecast.ts'

const places: Place[] = [
  { kind: 'GLOBAL' },
  { kind: 'GROUPING', grouping_id: 1 },
  ...[1, 2, 3].flatMap((perimeter_id): Place[] => [
    { kind: 'OWN', perimeter_id },
    { kind: 'CONSOLIDATED', perimeter_id },
  ]),
]
const anyPlace = fc.constantFrom(...places)
const anyTopic = fc.constantFrom<(Topic | undefined)[]>(undefined, { policy_id: 1 }, { policy_id: 2 })
const later = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Facts with recurring tasks in whatever state, exemptions that begin and end, and evidence that ends, as they stand on their day. */
const anyFuture: fc.Arbitrary<[ScoreFacts, DatedFacts]> = anyFacts.chain((facts) => {
  const round = (answered: boolean) =>
    fc
      .record({
        from: fc.integer({ min: answered ? -30 : 1, max: answered ? 0 : 300 }),
        length: fc.constantFrom(90, 200, 366),
        count: fc.constantFrom(1, 1, 3),
        ok: fc.boolean(),
      })
      .map(({ from, length, count, ok }): Round => ({
        from: later(facts.day, from),
        until: later(facts.day, Math.max(1, from + length)),
        conform: answered && ok,
        count,
      }))
  const task = fc.record({
    measure_id: fc.integer({ min: 1, max: 10 }),
    past: fc.array(round(true), { maxLength: 4 }),
    open: fc.array(round(false), { maxLength: 4 }),
  })
  const exclusion = fc.record({ from: fc.constantFrom(-10, -10, 40), length: fc.constantFrom(60, 150, null) })
  return fc
    .tuple(fc.array(task, { maxLength: 6 }), fc.array(exclusion, { minLength: facts.exclusions.length, maxLength: facts.exclusions.length }))
    .map(([tasks, days]): [ScoreFacts, DatedFacts] => {
      const exclusions = facts.exclusions.map((row, at) => {
        const { from = 0, length = null } = days[at] ?? {}
        return { ...row, from: later(facts.day, from), to: length === null ? null : later(facts.day, from + length) }
      })
      const dated: DatedFacts = {
        tasks: tasks.map(({ measure_id, past, open }, at) => ({ measure_id, source_id: 100 + at, rounds: [...past, ...open] })),
        exclusions,
        proofs: facts.controls
          .filter(({ source_id }) => source_id % 2 === 0)
          .map(({ measure_id, kind, source_id }) => ({ measure_id, kind, source_id, until: later(facts.day, 50 * source_id) })),
      }
      return [factsOn({ ...facts, controls: facts.controls.filter(({ kind }) => kind !== 'TASK') }, dated, facts.day), dated]
    })
})

test('a score is its measures’ performance times their worth', () => {
  fc.assert(
    fc.property(anyFacts, anyPlace, anyTopic, (facts, place, topic) => {
      const result = computeScores(facts)
      const sum = [...measureWeights(result, place, topic)].reduce((points, [id, worth]) => points + worth * (result.measures.get(id)?.performance ?? 0), 0)
      expect(sum).toBeCloseTo(outcomeAt(result, place, topic).eased?.performance ?? 0, 8)
    }),
  )
})

test('on the day itself the forecast is the score, and on any other one the score of the facts as they would be then', () => {
  fc.assert(
    fc.property(anyFuture, anyPlace, anyTopic, fc.integer({ min: 0, max: 400 }), ([facts, dated], place, topic, days) => {
      const current = computeScores(facts)
      const scoreOn = (day: string) => outcomeAt(computeScores(factsOn(facts, dated, day)), place, topic).eased?.performance ?? null
      expect(scoreOn(facts.day)).toBe(outcomeAt(current, place, topic).eased?.performance ?? null)
      const until = later(facts.day, days)
      const { steps, today, last } = forecast(current, dated, place, topic, until)
      expect([today, last]).toEqual([scoreOn(facts.day), scoreOn(until)])
      if (steps === null || today === null) return
      for (const { day, before, after, causes } of steps) {
        expect(after).toBeCloseTo(scoreOn(day) ?? Number.NaN, 8)
        expect(causes.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(after - before, 8)
      }
      // The falls add up to the total, and between them nothing happens.
      expect(steps.reduce((sum, { before, after }) => sum + after - before, 0)).toBeCloseTo((last ?? 0) - today, 8)
      expect(steps.map(({ day }) => day)).toEqual(steps.map(({ day }) => day).toSorted())
    }),
    { numRuns: 150 },
  )
})

test('doing nothing never lifts a score, unless what counted against it ends', () => {
  fc.assert(
    fc.property(anyFuture, anyPlace, ([facts, dated], place) => {
      const { steps } = forecast(computeScores(facts), dated, place, undefined, later(facts.day, 366))
      for (const { day, before, after } of steps ?? []) {
        if (after <= before + 1e-9) continue
        const ended = dated.tasks.some(
          ({ rounds }) => rounds.some(({ until, conform }) => until === day && !conform) || rounds.every(({ until }) => until <= day),
        )
        const counts = dated.exclusions.some(({ from, to }) => from === day || (to !== null && dayAfter(to) === day))
        expect(ended || counts).toBe(true)
      }
    }),
    { numRuns: 150 },
  )
})

test('with the remedies that were started it never stands lower', () => {
  fc.assert(
    fc.property(anyFuture, anyPlace, ([facts, dated], place) => {
      const current = computeScores(facts)
      const until = later(facts.day, 366)
      const helped = remedied(dated, facts.day, { reminded: new Set([100, 102, 104]), booked: new Map(), renewals: new Map() })
      const [without, with_] = [forecast(current, dated, place, undefined, until), forecast(current, helped, place, undefined, until)]
      expect((with_.last ?? 0) + 1e-9).toBeGreaterThanOrEqual(without.last ?? 0)
    }),
  )
})

test('a thousand weekly tasks over a year take a moment', () => {
  const rounds = (n: number): Round[] =>
    Array.from({ length: 104 }, (_, week) => ({
      from: later('2026-06-30', 7 * (week - 52) + (n % 7)),
      until: later('2026-06-30', 7 * week + (n % 7) + 1),
      conform: week < 52,
      count: 1,
    }))
  const [facts] = fc.sample(anyFacts, { numRuns: 1, seed: 7 })
  if (!facts) throw new Error('No facts')
  const dated = { tasks: Array.from({ length: 1000 }, (_, n) => ({ measure_id: 1 + (n % 10), source_id: n, rounds: rounds(n) })), exclusions: [], proofs: [] }
  const start = processorTime()
  forecast(computeScores(factsOn(facts, dated, facts.day)), dated, { kind: 'GLOBAL' }, undefined, later(facts.day, 365))
  expect(processorTime() - start).toBeLessThan(5_000)
})
