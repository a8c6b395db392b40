import { expect, test } from 'vitest'
import { shownBar, shownScore } from '#areas/scores/contract/rounding.ts'
import { computeScores, outcomeAt } from './compute.ts'
import type { Place, ScoreResult, Topic } from './compute.ts'
import type { ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import { recomputeScores } from './incremental.ts'
import type { Outcome } from './mean.ts'
import { A, B, G1, G2, golden, GROUPING, P, R1, R2, R3, R4, R5 } from '#areas/scores/server/facts/golden-facts.ts'
import { toScore } from './score.ts'

const reviewed: ScoreFacts = { ...golden, deductions: golden.deductions.map((row) => ({ ...row, open: false })) }
const nextYear: ScoreFacts = { ...golden, day: '2027-01-01' }

const own = (perimeter_id: number): Place => ({ kind: 'OWN', perimeter_id })
const consolidated: Place = { kind: 'CONSOLIDATED', perimeter_id: A }
const global: Place = { kind: 'GLOBAL' }
const of = (lineage_id?: number): Topic => ({ policy_id: P, ...(lineage_id !== undefined && { lineage_id }) })

/** place, topic, performance, without exemptions, coverage, without exemptions */
type Row = [name: string, place: Place, topic: Topic | undefined, number | null, number | null, number | null, number | null]

const table: Row[] = [
  ['A R1', own(A), of(R1), 80, 80, 100, 100],
  ['A R2', own(A), of(R2), 77.5, 77.5, 100, 100],
  ['A R3', own(A), of(R3), null, 0, null, 0],
  ['A R4', own(A), of(R4), 45, 45, 60, 60],
  ['A R5', own(A), of(R5), 0, 0, 0, 0],
  ['A G1', own(A), of(G1), 79.1667, 59.375, 100, 75],
  ['A G2', own(A), of(G2), 22.5, 22.5, 30, 30],
  ['A policy', own(A), of(), 46.7857, 40.9375, 60, 52.5],
  ['A own', own(A), undefined, 46.7857, 40.9375, 60, 52.5],
  ['B R1', own(B), of(R1), 80, 80, 100, 100],
  ['B R2', own(B), of(R2), 75, 75, 100, 100],
  ['B R3', own(B), of(R3), 0, 0, 0, 0],
  ['B R4', own(B), of(R4), 82, 82, 100, 100],
  ['B R5', own(B), of(R5), null, null, null, null],
  ['B G1', own(B), of(G1), 58.75, 58.75, 75, 75],
  ['B G2', own(B), of(G2), 82, 82, 100, 100],
  ['B policy', own(B), of(), 66.5, 66.5, 83.3333, 83.3333],
  ['B own', own(B), undefined, 66.5, 66.5, 83.3333, 83.3333],
  ['A consolidated', consolidated, undefined, 53.3571, 49.4583, 67.7778, 62.7778],
  ['A consolidated policy', consolidated, of(), 53.3571, 49.4583, 67.7778, 62.7778],
  ['global', global, undefined, 53.3571, 49.4583, 67.7778, 62.7778],
  ['consolidated G1', consolidated, of(G1), 72.3611, 59.1667, 91.6667, 75],
  ['consolidated G2', global, of(G2), 42.3333, 42.3333, 53.3333, 53.3333],
  ['grouping of B', { kind: 'GROUPING', grouping_id: GROUPING }, undefined, 66.5, 66.5, 83.3333, 83.3333],
]

const afterReview: Row[] = [
  ['A R2', own(A), of(R2), 90, 90, 100, 100],
  ['A R4', own(A), of(R4), 60, 60, 60, 60],
  ['A G1', own(A), of(G1), 83.3333, 62.5, 100, 75],
  ['A G2', own(A), of(G2), 30, 30, 30, 30],
  ['A policy', own(A), of(), 52.8571, 46.25, 60, 52.5],
  ['global', global, undefined, 57.4048, 53, 67.7778, 62.7778],
]

const round4 = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value * 1e4) / 1e4)

function figures(outcome: Outcome): (number | null)[] {
  const { eased, strict } = outcome
  return [eased?.performance, strict?.performance, eased?.coverage, strict?.coverage].map(round4)
}

const result = computeScores(golden)

test.each(table)('%s', (_name, place, topic, ...expected) => {
  expect(figures(outcomeAt(result, place, topic))).toEqual(expected)
})

test('the measures have the performances of the worked example', () => {
  expect([1, 2, 3, 4].map((id) => result.measures.get(id)?.performance)).toEqual([80, 75, 70, 100])
})

test('the bar of the global score adds up to 100 with two decimals and in integers', () => {
  const { performance, coverage } = result.global.eased ?? { performance: 0, coverage: 0 }
  expect(shownBar(performance, coverage, 2)).toEqual({ performance: 53.36, lost: 14.42, not_covered: 32.22 })
  expect(toScore(result.global).bar).toEqual({ performance: 53, lost: 15, not_covered: 32 })
})

test('exempted, not applicable and unmapped requirements are counted', () => {
  expect(result.own.get(A)?.counts).toEqual({ counted: 4, exempted: 1, not_applicable: 0, out_of_level: 0, unmapped: 1 })
  expect(result.own.get(B)?.counts).toEqual({ counted: 4, exempted: 0, not_applicable: 1, out_of_level: 0, unmapped: 0 })
  expect(result.global.counts).toEqual({ counted: 8, exempted: 1, not_applicable: 1, out_of_level: 0, unmapped: 1 })
})

test.each([
  ['computed anew', (): ScoreResult => computeScores(reviewed)],
  ['recomputed', (): ScoreResult => recomputeScores(result, reviewed)],
])('after the review is closed, %s', (_how, compute) => {
  const later = compute()
  for (const [name, place, topic, ...expected] of afterReview) {
    expect([name, ...figures(outcomeAt(later, place, topic))]).toEqual([name, ...expected])
  }
  expect(shownScore(later.global.eased?.performance ?? null)).toBe(57)
})

test('from 2027-01-01 the figures with exemptions equal those without', () => {
  const later = recomputeScores(result, nextYear)
  for (const [name, place, topic, , performance, , coverage] of table) {
    const { eased, strict } = outcomeAt(later, place, topic)
    expect([name, round4(eased?.performance), round4(eased?.coverage)]).toEqual([name, performance, coverage])
    expect(strict).toEqual(eased)
  }
})
