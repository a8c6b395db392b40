import { expect, test } from 'vitest'
import type { Selection, TableRow } from './columns.ts'
import { asOfNow, rangeTo, ticked, withRows } from './selecting.ts'

const row = (id: number, may = true): TableRow => ({ id, delete_right: may })
const rows = [row(40), row(7), row(12, false), row(3), row(25)]
const none: Selection<TableRow> = new Map()
const ids = (selection: Selection<TableRow>) => [...selection.keys()]

test('selected rows stand by id, whatever their order on the screen', () => {
  const selection = withRows(withRows(none, rows, [row(40)], true), rows, [row(7)], true)
  expect(ids(selection)).toEqual(['7', '40'])
  expect(ids(withRows(selection, rows, [row(40)], false))).toEqual(['7'])
})

test('a row without right stays unselected, also inside a range (TBL-16)', () => {
  expect(ids(withRows(none, rows, rangeTo(rows, '7', 4), true))).toEqual(['3', '7', '25'])
  expect(ids(withRows(none, rows, rangeTo(rows, '25', 1), true))).toEqual(['3', '7', '25'])
  expect(ids(withRows(none, rows, [row(12, false)], true))).toEqual([])
})

test('a range begins at a row that is on the screen, else there is none', () => {
  expect(rangeTo(rows, undefined, 3).map(({ id }) => id)).toEqual([3])
  expect(rangeTo(rows, '99', 3).map(({ id }) => id)).toEqual([3])
})

test('rows of other pages stay selected, and those of this one are known as they stand now', () => {
  const before: Selection<TableRow> = new Map([
    ['99', row(99)],
    ['7', row(7, false)],
  ])
  const after = withRows(before, rows, [row(3)], true)
  expect(ids(after)).toEqual(['3', '7', '99'])
  expect(after.get('7')).toBe(rows[1])
})

test('all are ticked where every row that may be selected is', () => {
  expect(ticked(rows, none)).toEqual({ all: false, some: false })
  expect(ticked(rows, new Map([['7', row(7)]]))).toEqual({ all: false, some: true })
  expect(ticked(rows, withRows(none, rows, rows, true))).toEqual({ all: true, some: true })
  expect(ticked([row(12, false)], none)).toEqual({ all: false, some: false })
})

test('what is selected stands there as it is now, and what may no longer be changed is not selected', () => {
  const before = withRows(none, rows, rows, true)
  const changed = { ...row(7), version: 2 }
  const after = asOfNow(before, [changed, row(3, false)])
  expect(ids(after)).toEqual(['7', '25', '40'])
  expect(after.get('7')).toBe(changed)
  expect(asOfNow(before, rows)).toBe(before)
})
