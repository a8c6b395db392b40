import { expect, test } from 'vitest'
import { formatters, isWhole, written } from './light-intl.ts'

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

test.each(['en-US', 'fr-FR'])('counts and numbers are said as Intl says them, with a minus (%s)', (locale) => {
  const rules = new Intl.PluralRules(locale)
  const format = new Intl.NumberFormat(locale)
  for (const value of [...whole, ...broken]) {
    expect([value, formatters.getPluralRules(locale, { type: 'cardinal' }).select(value)]).toEqual([value, rules.select(value)])
    expect([value, formatters.getNumberFormat(locale).format(value)]).toEqual([value, format.format(value).replace(/^-/, '−')])
  }
  expect(whole.every(isWhole)).toBe(true)
  expect(formatters.getPluralRules('en-US', { type: 'ordinal' }).select(2)).toBe('two')
  expect(formatters.getNumberFormat(locale, { minimumFractionDigits: 2 }).format(3)).toBe(locale === 'fr-FR' ? '3,00' : '3.00')
})

/** Numbers that look random and are the same at every run. */
function* mixed(many: number): Generator<number> {
  let seed = 7
  const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  for (let at = 0; at < many; at += 1) {
    const size = 10 ** Math.floor(next() * 9)
    const value = next() * size
    const sign = next() < 0.3 ? -1 : 1
    // As they come of sums, of typing, and halfway between two of what is written.
    yield sign * value
    yield sign * Number(value.toFixed(Math.floor(next() * 4)))
    yield sign * Number(`${Math.floor(value)}.${Math.floor(next() * 1000)}5`)
  }
}

test.each([
  ['en', 'en-US'],
  ['fr', 'fr-FR'],
] as const)('decimals are rounded and grouped as Intl does it (%s)', (language, locale) => {
  for (const decimals of [0, 1, 2, 3]) {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals })
    for (const value of [...whole.slice(0, -1), ...mixed(400), 1.005, -1.005, 0.004, -0.004, 999.995, 999_999.5, 0.5, 1.5, 2.5, 1e-7, 1e21])
      expect([value, decimals, written(value, language, decimals) ?? format.format(value)]).toEqual([value, decimals, format.format(value)])
  }
  expect(written(1234.5, language, 2)).toBeTypeOf('string')
  expect([Number.NaN, Infinity, 1e21, -0, Number.MAX_SAFE_INTEGER].map((value) => written(value, language, 2))).toEqual(Array(5).fill(undefined))
})
