import { expect, test } from 'vitest'
import { distanceOf } from './distance.ts'

test.each([
  [75, 75, 'met', 0],
  [74.96, 75, 'met', 0],
  [74.9, 75, 'near', 0.1],
  [65.1, 75, 'near', 9.9],
  [65, 75, 'far', 10],
  [80, 75, 'met', 0],
])('%d of %d is %s, %d points below', (performance, target, state, points) => {
  expect(distanceOf(performance, target)).toEqual({ state, points })
})

test('without a score or a target there is no distance', () => {
  expect([distanceOf(null, 75), distanceOf(50, null)].map(({ state }) => state)).toEqual(['none', 'none'])
})
