import { expect, test } from 'vitest'
import { readNumber } from '#areas/metrics/contract/fault.ts'
import { changesIn, linesOf, pasted, type CellState } from './paste.ts'

test.each([
  ['12', 12],
  ['12,5', 12.5],
  ['1 234,5', 1234.5],
  ['1 234,5', 1234.5],
  ['1,234.5', 1234.5],
  ['-3', -3],
  ['−3', -3],
  ['81,9 %', 81.9],
  ['n/c', undefined],
  ['1e5', undefined],
  ['', undefined],
  ['1,2,3', undefined],
  ['--1', undefined],
])('%s is read as %s', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test('a block of a spreadsheet is read by lines and tabs, quoted cells as one', () => {
  expect(linesOf('1\t2\r\n3\t\n')).toEqual([
    ['1', '2'],
    ['3', ''],
  ])
  expect(linesOf('"a\tb"\t"say ""x"""')).toEqual([['a\tb', 'say "x"']])
})

const values: (number | null)[][] = [
  [10, 11, 10, 11, 10, 11, null],
  [null, null, null, null, null, 5, null],
]
const cellAt = (row: number, column: number): CellState => ({ open: column > 0, refused: 'metrics.errors.closed', value: values[row]?.[column] ?? null })
const grid = { decimals: 1, minimum: 0, maximum: 100, rows: 2, columns: 7, cellAt }

test('a paste tells what is new, replaced, refused and unusual, and changes only what is right and different', () => {
  const all = pasted(grid, { row: 0, column: 5 }, '11\t60\t3\nn/c\t104\n')
  expect(all.map(({ row, column, was, fault, unusual }) => [row, column, was, fault?.key.split('.').at(-1), unusual])).toEqual([
    [0, 5, 11, undefined, false],
    [0, 6, null, undefined, true],
    [0, 7, null, 'outside', false],
    [1, 5, 5, 'not_a_number', false],
    [1, 6, null, 'above', false],
  ])
  expect(changesIn(all).map(({ value }) => value)).toEqual([60])
  expect(pasted(grid, { row: 1, column: 0 }, '1')[0]?.fault?.key).toBe('metrics.errors.closed')
  expect(pasted(grid, { row: 0, column: 1 }, '1.25')[0]?.fault?.key).toBe('metrics.errors.decimals')
})
