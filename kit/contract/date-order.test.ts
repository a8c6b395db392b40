import { expect, test } from 'vitest'
import { dayInWords, momentInWords, monthInWords } from './date-order.ts'

test('the first of a month is an ordinal in French, and no other day', () => {
  expect(dayInWords('2026-12-01', 'fr')).toBe('1er décembre 2026')
  expect(dayInWords('2026-12-11', 'fr')).toBe('11 décembre 2026')
  expect(momentInWords(new Date('2026-12-01T06:30:00Z'), 'Europe/Paris', 'fr')).toBe('1er décembre 2026 à 07:30')
  expect(monthInWords('2026-12-01', 'fr')).toBe('décembre 2026')
})

test('English days are British', () => {
  expect(dayInWords('2026-12-01', 'en')).toBe('1 December 2026')
  expect(momentInWords(new Date('2026-12-01T06:30:00Z'), 'Europe/Paris', 'en')).toBe('1 December 2026 at 07:30')
})
