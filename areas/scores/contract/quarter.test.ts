import { expect, test } from 'vitest'
import { quarterBefore } from './quarter.ts'

test.each([
  ['2026-11-20', '2026-08-20'],
  ['2026-02-10', '2025-11-10'],
  ['2026-05-31', '2026-02-28'],
  ['2024-05-31', '2024-02-29'],
])('a quarter before %s is %s', (today, before) => {
  expect(quarterBefore(today)).toBe(before)
})
