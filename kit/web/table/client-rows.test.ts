import { expect, test } from 'vitest'
import { compareValues, matchesSearch, passesFilter } from './client-rows.ts'
import { inBrowser } from './in-browser.ts'

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

test('a list that was sent whole is filtered, searched and sorted by its columns, equal rows as they came', () => {
  const column = (name: string) => ({ name, label: name, width: 100, cell: () => null })
  const columns = [{ ...column('name'), value: (row: { readonly called: string }) => row.called }, column('size'), column('kind')]
  const rows = [
    { id: 1, called: 'Zoé', size: 2, kind: null },
    { id: 2, called: 'Ève', size: null, kind: 'A' },
    { id: 3, called: 'Marc', size: 2, kind: 'B' },
    { id: 4, called: 'Ana', size: 10, kind: { id: 9, name: 'Siège' } },
  ]
  const ids = (state: Partial<Parameters<typeof inBrowser>[2]>) => inBrowser(rows, columns, { sort: [], filters: [], search: '', ...state }).map(({ id }) => id)
  expect(ids({})).toEqual([1, 2, 3, 4])
  expect(ids({ sort: [{ name: 'size', order: 'asc' }] })).toEqual([1, 3, 4, 2])
  expect(ids({ sort: [{ name: 'size', order: 'desc' }] })).toEqual([2, 4, 1, 3])
  expect(
    ids({
      sort: [
        { name: 'size', order: 'asc' },
        { name: 'name', order: 'asc' },
        { name: 'nothing', order: 'asc' },
      ],
    }),
  ).toEqual([3, 1, 4, 2])
  expect(
    ids({
      filters: [
        { name: 'size', selected_options: [2] },
        { name: 'nothing', selected_options: ['x'] },
      ],
    }),
  ).toEqual([1, 3])
  expect(ids({ search: 'eve' })).toEqual([2])
  expect(ids({ search: '10' })).toEqual([4])
  expect(ids({ search: 'eve', filters: [{ name: 'kind', selected_options: ['B'] }] })).toEqual([])
})
