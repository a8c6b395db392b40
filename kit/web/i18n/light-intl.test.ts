import { expect, test } from 'vitest'
import { formatters, isWhole } from './light-intl.ts'

const whole = [
  0,
  1,
  2,
  3,
  5,
  11,
  21,
  100,
  101,
  999,
  1000,
  1001,
  12_345,
  999_999,
  1_000_000,
  1_000_001,
  2_000_000,
  123_456_789,
  -1,
  -2,
  -1234,
  Number.MAX_SAFE_INTEGER,
]
const broken = [0.5, 1.5, 1.99, 2.5, -0, -0.5, 1e21, 1234.567, Number.NaN, Infinity]

test.each(['en-US', 'fr-FR'])('counts and numbers are said as Intl says them (%s)', (locale) => {
  const rules = new Intl.PluralRules(locale)
  const format = new Intl.NumberFormat(locale)
  for (const value of [...whole, ...broken]) {
    expect([value, formatters.getPluralRules(locale, { type: 'cardinal' }).select(value)]).toEqual([value, rules.select(value)])
    expect([value, formatters.getNumberFormat(locale).format(value)]).toEqual([value, format.format(value)])
  }
  expect(whole.every(isWhole)).toBe(true)
  expect(formatters.getPluralRules('en-US', { type: 'ordinal' }).select(2)).toBe('two')
  expect(formatters.getNumberFormat(locale, { minimumFractionDigits: 2 }).format(3)).toBe(locale === 'fr-FR' ? '3,00' : '3.00')
})
