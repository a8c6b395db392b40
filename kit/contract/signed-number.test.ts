import { expect, test } from 'vitest'
import { signedNumber } from './signed-number.ts'

const number = (value: number, decimals: number) => String(Number(value.toFixed(decimals)))

test.each([
  [7.94, '+7.9'],
  [-0.256, '−0.26'],
  [0.004, '0'],
  [-0.001, '0'],
  [0, '0'],
  // As tables, charts and sentences say the same difference.
  [-0.3, '−0.3'],
  [-0.32, '−0.32'],
  [12, '+12'],
])('%d is said as %s', (points, said) => {
  expect(signedNumber(points, number)).toBe(said)
})
