import { expect, test } from 'vitest'
import { gap, pageButtons } from './pages.ts'

test('a short list shows every page', () => {
  expect(pageButtons(1, 3)).toEqual([1, 2, 3])
})

test.each([
  [1, [1, 2, 3, 4, 5, gap, 5000]],
  [42, [1, gap, 41, 42, 43, gap, 5000]],
  [5000, [1, gap, 4996, 4997, 4998, 4999, 5000]],
])('page %i of 5000 shows seven buttons', (page, expected) => {
  expect(pageButtons(page, 5000)).toEqual(expected)
})
