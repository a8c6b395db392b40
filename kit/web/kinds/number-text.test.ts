import { expect, test } from 'vitest'
import { readNumber, writeNumber } from './number-text.ts'

test('numbers are read as each language writes them', () => {
  expect(readNumber('1 234,5', 'fr')).toBe(1234.5)
  expect(readNumber('1,234.5', 'en')).toBe(1234.5)
  expect(readNumber('-3', 'fr')).toBe(-3)
  expect(readNumber('  ', 'en')).toBeNull()
})

test('what is no number stays as typed, so that the form can say so', () => {
  expect(readNumber('12 apples', 'en')).toBe('12 apples')
  expect(writeNumber('12 apples', 'en')).toBe('12 apples')
})

test('an edited number survives the way through its text', () => {
  for (const language of ['en', 'fr'] as const) for (const n of [0, -1.25, 1234567.5]) expect(readNumber(writeNumber(n, language), language)).toBe(n)
})
