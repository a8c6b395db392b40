import { expect, test } from 'vitest'
import { signedPoints } from './signed-points.ts'

const number = (value: number, decimals: number) => String(Number(value.toFixed(decimals)))

test.each([
  [7.94, '+7.9'],
  [-0.256, '−0.26'],
  [0.004, '0'],
  [-0.001, '0'],
  [0, '0'],
])('%d is said as %s', (points, said) => {
  expect(signedPoints(points, number)).toBe(said)
})
