import { expect, test } from 'vitest'
import { Remembered } from './remembered.ts'

test('what was not asked for the longest is forgotten', () => {
  const known = new Remembered<number>(2)
  expect(known.get('a')).toBeUndefined()
  expect(known.keep('a', 1)).toBe(1)
  known.keep('b', 2)
  expect(known.get('a')).toBe(1)
  known.keep('c', 3)
  expect(['a', 'b', 'c'].map((key) => known.get(key))).toEqual([1, undefined, 3])
})
