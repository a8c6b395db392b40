import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apportion, levelOfScore, roundHalfUp, scoreText, shownBar, shownScore } from './rounding.ts'

test.each([
  [66.5, 67],
  [66.49, 66],
  [53.3571, 53],
  [66.49999999999999, 67],
  [0, 0],
  [100, 100],
])('%d is shown as %d', (value, shown) => {
  expect(shownScore(value)).toBe(shown)
})

test('a half that drifted down is still a half', () => {
  const drifted = 66.5 - Number.EPSILON * 64
  expect(drifted).toBeLessThan(66.5)
  expect(roundHalfUp(drifted)).toBe(67)
})

const level = (low: number, high: number, color: string) => ({ value: low, low, high, color, name_en: color, name_fr: null })
/** The ranges that every organisation begins with. */
const performance = [level(0, 59, 'red'), level(60, 69, 'orange'), level(70, 100, 'green')]

test('nothing that counts is shown as a dash, not as 0', () => {
  expect([scoreText(null), shownScore(null), levelOfScore(null, performance)]).toEqual(['—', null, undefined])
  expect(scoreText(0)).toBe('0')
})

test('the colour follows the shown integer', () => {
  const colorOf = (value: number) => levelOfScore(value, performance)?.color
  expect([0, 59.4, 59.5, 69.4, 69.5, 100].map(colorOf)).toEqual(['red', 'red', 'orange', 'orange', 'green', 'green'])
  const half = performance.slice(1)
  expect(levelOfScore(59.5, half)?.color).toBe('orange')
  expect(levelOfScore(10, half)).toBeUndefined()
})

test('the bar adds up to 100 whatever is rounded, and agrees with the scores shown', () => {
  const percent = fc.double({ min: 0, max: 100, noNaN: true })
  fc.assert(
    fc.property(percent, percent, fc.constantFrom(0, 1, 2), (a, b, decimals) => {
      const [performance, coverage] = [Math.min(a, b), Math.max(a, b)]
      const bar = shownBar(performance, coverage, decimals)
      const units = [bar.performance, bar.lost, bar.not_covered].map((part) => Math.round(part * 10 ** decimals))
      expect(units.reduce((sum, part) => sum + part, 0)).toBe(100 * 10 ** decimals)
      expect(Math.min(...units)).toBeGreaterThanOrEqual(0)
      expect(bar.performance).toBe(roundHalfUp(performance, decimals))
    }),
  )
})

test('apportioned parts add up to the total and stay within one unit of what they were', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 }), (parts) => {
      const total = Math.round(parts.reduce((sum, part) => sum + part, 0)) + 0
      const units = apportion(parts, total)
      expect(units.reduce((sum, unit) => sum + unit, 0)).toBe(total)
      units.forEach((unit, at) => expect(Math.abs(unit - (parts[at] ?? 0))).toBeLessThanOrEqual(1))
    }),
  )
})

test('parts that miss their total are refused, not bent', () => {
  expect(() => apportion([1, 2], 9)).toThrow(RangeError)
})
