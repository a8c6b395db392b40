import { expect, test } from 'vitest'
import { compareValues, matchesSearch, passesFilter } from './client-rows.ts'

test('values sort as people expect, empty ones last', () => {
  expect(['A-10', null, 'A-9', 'école', 'eau', 'zone'].toSorted(compareValues)).toEqual(['A-9', 'A-10', 'eau', 'école', 'zone', null])
  expect(
    [
      { id: 2, name: 'b' },
      { id: 1, name: 'a' },
    ].toSorted(compareValues)[0],
  ).toEqual({ id: 1, name: 'a' })
})

test.each([
  ['OPEN', ['OPEN', 'CLOSED'], true],
  ['OPEN', ['CLOSED'], false],
  [null, [null], true],
  [[], [null], true],
  [{ id: 7, name: 'Lyon' }, [7], true],
  [[{ id: 7, name: 'Lyon' }], [8, 7], true],
  ['Équipe réseau', [{ text: 'reseau' }], true],
  ['2026-05-02', [{ from: '2026-05-02', to: '2026-05-02' }], true],
  [4, [{ from: 5 }], false],
  [null, [{ to: 5 }], false],
  ['anything', [], true],
])('%j against %j: %s', (value, options, expected) => {
  expect(passesFilter(value, options)).toBe(expected)
})

test('search reads without accents or case', () => {
  expect(matchesSearch([null, 'Périmètre'], ' PERI')).toBe(true)
  expect(matchesSearch(['Périmètre'], 'x')).toBe(false)
})
