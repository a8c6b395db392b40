import { expect, test } from 'vitest'
import { endOfDay } from './end-of-day.ts'

test.each([
  ['2026-01-10', 'UTC', '2026-01-10T23:59:59.999Z'],
  ['2026-01-10', 'Europe/Paris', '2026-01-10T22:59:59.999Z'],
  ['2026-07-10', 'Europe/Paris', '2026-07-10T21:59:59.999Z'],
  ['2026-03-29', 'Europe/Paris', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', 'Europe/Paris', '2026-10-25T22:59:59.999Z'],
  ['2026-12-31', 'Pacific/Auckland', '2026-12-31T10:59:59.999Z'],
  ['2026-12-31', 'America/Los_Angeles', '2027-01-01T07:59:59.999Z'],
  // Clocks leap over midnight, forwards and backwards, and an hour later.
  ['2022-09-10', 'America/Santiago', '2022-09-11T03:59:59.999Z'],
  ['2022-04-02', 'America/Santiago', '2022-04-03T03:59:59.999Z'],
  ['2025-10-31', 'America/Havana', '2025-11-01T03:59:59.999Z'],
  ['2025-11-01', 'America/Havana', '2025-11-02T03:59:59.999Z'],
  ['2026-03-28', 'Asia/Beirut', '2026-03-28T21:59:59.999Z'],
])('the end of %s in %s', (day, zone, end) => {
  expect(endOfDay(day, zone).toISOString()).toBe(end)
})
