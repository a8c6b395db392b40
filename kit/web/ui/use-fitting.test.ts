import { expect, test } from 'vitest'
import { fitting } from './use-fitting.ts'

const gap = 6
/** Of four things and what holds the rest, those that stand on a line, the second first, then the third. */
const shown = (widths: readonly number[], room: number) => [...fitting(widths, [1, 2, 0, 3], room, gap)].toSorted((a, b) => a - b)

test('what has room stands on the line, and nothing holds a rest that is none', () => {
  expect(shown([100, 100, 100, 100, 60], 420)).toEqual([0, 1, 2, 3])
})

test('where not all have room, those that come first stay, and what holds the rest has its place', () => {
  expect(shown([100, 100, 100, 100, 60], 400)).toEqual([0, 1, 2])
  expect(shown([100, 100, 100, 100, 60], 300)).toEqual([1, 2])
  expect(shown([100, 100, 100, 100, 60], 170)).toEqual([1])
})

test('the first of all is in sight, however little room there is', () => {
  expect(shown([100, 300, 100, 100, 60], 200)).toEqual([1])
})
