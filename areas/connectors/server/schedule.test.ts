import { expect, test } from 'vitest'
import { nextRun } from './schedule.ts'

test.each([
  ['Europe/Paris', '2026-11-30T10:20:30.500Z', '2026-11-30T11:15:00.000Z'],
  ['Europe/Paris', '2026-11-30T10:10:00Z', '2026-11-30T10:15:00.000Z'],
  // 15:50 there, and 16:15 is 10:45 in UTC.
  ['Asia/Kolkata', '2026-11-30T10:20:30Z', '2026-11-30T10:45:00.000Z'],
  ['Asia/Kathmandu', '2026-11-30T10:20:30Z', '2026-11-30T10:30:00.000Z'],
])('every hour at a quarter past by the clock of %s, after %s', (zone, after, next) => {
  expect(nextRun({ periodicity: 'HOURLY', run_at: '05:15' }, new Date(after), zone).toISOString()).toBe(next)
})
