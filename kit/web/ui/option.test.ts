import { expect, test } from 'vitest'
import { shortName } from './option.ts'

test('a name is cut at forty characters in selects, the last one saying so', () => {
  const name = 'Direction des systèmes d’information et du numérique de la région'
  expect(shortName(name)).toBe('Direction des systèmes d’information et…')
  expect(Array.from(shortName(name)).length).toBeLessThanOrEqual(40)
  expect(shortName('x'.repeat(40))).toBe('x'.repeat(40))
  expect(shortName('x'.repeat(41))).toBe(`${'x'.repeat(39)}…`)
  expect(shortName('🛡️'.repeat(30)).isWellFormed()).toBe(true)
})
