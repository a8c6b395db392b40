import { expect, test } from 'vitest'
import type { NamedCause } from '#areas/scores/contract/calls.ts'
import { mergeCauses } from './merge-causes.ts'

const label = (id: number) => ({ id, name: `#${id}`, identifier: null })
const cause = (amount: number, measure: number, requirement: number, perimeter = 1): NamedCause => ({
  code: 'IMPLEMENTED',
  amount,
  hidden: false,
  perimeter: label(perimeter),
  policy: label(1),
  requirement: label(requirement),
  solution: label(measure),
  measure: label(measure),
  action: null,
  task: null,
  answer: null,
  indicator: null,
  figures: null,
  requirements: 1,
})

test('one measure is one line over its requirements, and the sum stays what it was', () => {
  const merged = mergeCauses([cause(3, 1, 1), cause(-1, 2, 1), cause(4, 1, 2), cause(5, 1, 2, 9)])
  expect(merged.map(({ amount, requirements }) => [amount, requirements])).toEqual([
    [7, 2],
    [5, 1],
    [-1, 1],
  ])
})

test('what cancels out is not told', () => {
  expect(mergeCauses([cause(3, 1, 1), cause(-3, 1, 2)])).toEqual([])
})
