import { expect, test } from 'vitest'
import { stepDecimals } from './step-decimals.ts'

test('a step between scores that round to the same shows a decimal, and no other step does', () => {
  expect([
    stepDecimals(60.9, 61.15),
    stepDecimals(61.2, 60.8),
    stepDecimals(61, 61),
    stepDecimals(61, 61.004),
    stepDecimals(61, 63),
    stepDecimals(null, 61),
    stepDecimals(61, null),
  ]).toEqual([1, 1, 0, 0, 0, 0, 0])
})
