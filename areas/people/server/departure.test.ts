import { describe, expect, test } from 'vitest'
import { weeksAhead, type DepartureLine } from '#areas/people/contract/holder-calls.ts'
import { overloads } from '#areas/people/web/departure-plan.ts'
import { propose, type Candidate } from './departure.ts'

const weeks = (first = 0) => Array.from({ length: weeksAhead }, (_, n) => (n === 0 ? first : 0))
const candidate = (id: number, rest: Partial<Candidate> = {}): Candidate => ({
  id,
  name: `Person ${id}`,
  able: ['risk.write'],
  reaches: null,
  function_at: [],
  function_anywhere: false,
  stands_in: false,
  weeks: weeks(),
  ...rest,
})
const line = (rest: object = {}) => ({ entity: 'risk', place: 7, asks: ['risk.write'], weeks: weeks(), objects: [{}], ...rest })
const first = (...given: Parameters<typeof propose>) => propose(...given).map(([one]) => one && [one.id, one.reason])

describe('who takes what', () => {
  test('the reasons are told in their order, the same function there before all others', () => {
    const people = [
      candidate(1),
      candidate(2),
      candidate(3, { function_anywhere: true }),
      candidate(4),
      candidate(5, { stands_in: true }),
      candidate(6, { function_at: [7], function_anywhere: true }),
    ]
    const there = [
      { member_id: 2, entity: 'measure', place: 7, n: 4 },
      { member_id: 4, entity: 'risk', place: 7, n: 2 },
    ]
    expect(propose([line()], people, there)[0]).toEqual([
      { id: 6, reason: 'FUNCTION_HERE', there: 0 },
      { id: 5, reason: 'STAND_IN', there: 0 },
      { id: 4, reason: 'SAME_HERE', there: 2 },
      { id: 3, reason: 'FUNCTION', there: 0 },
      { id: 2, reason: 'HERE', there: 4 },
      { id: 1, reason: 'FREE', there: 0 },
    ])
  })

  test('who may not, or does not reach the place, is proposed for none of it; a line in no place asks for no reach', () => {
    const people = [candidate(1, { able: [] }), candidate(2, { reaches: [8] })]
    expect(propose([line(), line({ place: null })], people, [])).toEqual([[], [{ id: 2, reason: 'FREE', there: 0 }]])
  })

  test('of equals whoever has least gets it, what was given before counted', () => {
    expect(first([line(), line(), line()], [candidate(1, { weeks: weeks(1) }), candidate(2)], [])).toEqual([
      [2, 'FREE'],
      [1, 'FREE'],
      [2, 'FREE'],
    ])
  })

  test('whoever would have too much in a week comes last, whatever speaks for them', () => {
    const people = [candidate(1, { function_at: [7], weeks: weeks(8) }), candidate(2, { weeks: weeks(3) })]
    expect(first([line({ weeks: weeks(1) }), line({ weeks: weeks(1) })], people, [])).toEqual([
      [1, 'FUNCTION_HERE'],
      [2, 'FREE'],
    ])
  })
})

describe('who gets too much', () => {
  const shown = (entity: string, first: number, takers: number[]): DepartureLine => ({
    entity,
    area: 'risks',
    place: null,
    objects: [],
    weeks: weeks(first),
    takers: takers.map((id) => ({ id, reason: 'FREE', there: 0 })),
  })
  const departure = {
    member: { id: 9, name: 'Leaving' },
    lines: [],
    people: [1, 2].map((id) => ({ id, name: `Person ${id}`, weeks: weeks(id === 1 ? 6 : 1) })),
    weeks: weeks().map((_, n) => `2026-12-${String(n + 1).padStart(2, '0')}`),
    alone: 0,
    more: false,
    planned: null,
  }

  test('is told with a cure that leaves nobody with too much, and not where only their own work is much', () => {
    const plan = [
      { line: shown('risk', 4, [1, 2]), to: 1 },
      { line: shown('gap', 1, [1, 2]), to: 1 },
    ]
    expect(overloads(plan, departure, null)).toEqual([
      { id: 1, name: 'Person 1', count: 11, monday: '2026-12-01', cure: { key: 'risk ', to: 2, name: 'Person 2' } },
    ])
    expect(overloads([{ line: shown('risk', 10, [1, 2]), to: 1 }], departure, null)[0]?.cure).toBe(null)
    expect(overloads([{ line: shown('risk', 0, [1, 2]), to: 1 }], { ...departure, people: [{ id: 1, name: 'Person 1', weeks: weeks(20) }] }, null)).toEqual([])
    // What is before the last day is done by whoever leaves.
    expect(overloads(plan, departure, '2026-12-05')).toEqual([])
  })
})
