import { expect, test } from 'vitest'
import type { Compared, ComparedPolicy } from '#areas/benchmark/contract/calls.ts'
import { positionOf } from '#areas/benchmark/contract/levels.ts'
import { behindOf, rangeOf } from './behind.ts'

const compared = (score: number | null, median: number): Compared => {
  const peers = { level: 'BRANCH', band: 'FROM_5', lower: median - 10, median, upper: median + 10 } as const
  return { score, peers, gap: score === null ? null : score - median, position: score === null ? null : positionOf(score, peers) }
}
const policy = (id: number, whole: Compared, ...themes: Compared[]): ComparedPolicy => ({
  ...whole,
  policy: { id, name: `P${id}`, identifier: null },
  own: false,
  unmapped: 2,
  themes: themes.map((theme, at) => ({ ...theme, lineage: -at - 1, name: `T${at}` })),
  course: [],
})

test('the furthest below the median come first, a theme only where it is further below than its policy', () => {
  const rows = [policy(1, compared(60, 50), compared(45, 50)), policy(2, compared(40, 50), compared(45, 50), compared(20, 50)), policy(3, compared(null, 50))]
  expect(behindOf(rows).map(({ name, gap, within }) => [name, gap, within])).toEqual([
    ['T1', -30, 'P2'],
    ['P2', -10, null],
    ['T0', -5, 'P1'],
  ])
})

test('nothing is behind where nothing is told of others', () => {
  expect(behindOf([{ ...policy(1, compared(10, 50)), peers: null, gap: null, position: null }])).toEqual([])
})

test('strips lie between tens around what they show', () => {
  expect(rangeOf([compared(41, 55), compared(76, 66)])).toEqual([30, 80])
  expect(rangeOf([compared(100, 95)])).toEqual([80, 100])
  expect(rangeOf([{ score: 12, peers: null, gap: null, position: null }])).toEqual([0, 100])
})
