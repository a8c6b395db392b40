import { expect, test } from 'vitest'
import { placeOfStep, riskSteps } from './risk-words.ts'

test('the five steps of catalogues reach from end to end of every scale, in order, and are never lower than they were meant', () => {
  const places = (size: number) => riskSteps.map((step) => placeOfStep(step, size))
  expect([3, 4, 5, 6].map(places)).toEqual([
    [1, 2, 2, 3, 3],
    [1, 2, 3, 4, 4],
    [1, 2, 3, 4, 5],
    [1, 3, 4, 5, 6],
  ])
})
