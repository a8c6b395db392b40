import { expect, test } from 'vitest'
import { byLoss } from './by-loss.ts'

const line = (
  name: string,
  value: number | null,
  weight: number | null,
  contribution: number | null = 0,
  kind: 'GROUP' | 'HIDDEN' | 'DEDUCTION' = 'GROUP',
) => ({
  name,
  kind,
  value,
  weight,
  contribution,
})

test('what loses most points stands first, by weight and what is missing; what does not count and what is hidden comes behind in its order', () => {
  const lines = [
    line('left out', null, 100, null),
    line('full', 100, 100),
    line('hidden', 0, 500, 0, 'HIDDEN'),
    line('half of much', 50, 300),
    line('none of little', 0, 100),
    line('exempted', 10, 900, null),
  ]
  expect(byLoss(lines).map(({ name }) => name)).toEqual(['half of much', 'none of little', 'full', 'left out', 'hidden', 'exempted'])
})

test('lines without weights, such as what lowers a measure, keep their order', () => {
  const lines = [line('base', 80, null), line('action', 20, null, -2, 'DEDUCTION'), line('other', 10, null, -1, 'DEDUCTION')]
  expect(byLoss(lines)).toEqual(lines)
})
