import { expect, test } from 'vitest'
import type { PerimeterScore } from '#areas/scores/contract/calls.ts'
import { linesOf } from './perimeter-lines.ts'

const row = (id: number, parent_id: number | null) => ({ id, parent_id }) as PerimeterScore
const rows = [row(1, null), row(2, 1), row(3, 2), row(4, 1)]

test('lines follow the tree, and close with whatever stands above them', () => {
  expect(linesOf(rows, new Set()).map(({ row: { id }, level, parent }) => [id, level, parent])).toEqual([
    [1, 1, true],
    [2, 2, true],
    [3, 3, false],
    [4, 2, false],
  ])
  expect(linesOf(rows, new Set([2])).map(({ row: { id } }) => id)).toEqual([1, 2, 4])
  expect(linesOf(rows, new Set([1])).map(({ row: { id } }) => id)).toEqual([1])
})
