import { expect, test } from 'vitest'
import { keptColumns, layColumns, moveColumn } from './column-layout.ts'

const columns = [
  { name: 'identifier', width: 80 },
  { name: 'name', width: 200 },
  { name: 'status', width: 100 },
  { name: 'cost', width: 70, hidden: true },
]

test('order, width and choice of a person are kept', () => {
  const laid = layColumns(columns, [{ name: 'status' }, { name: 'name', width: 300 }, { name: 'identifier', hidden: true }, { name: 'cost' }])
  expect(laid.map((c) => [c.name, c.width, c.hidden])).toEqual([
    ['status', 100, false],
    ['name', 300, false],
    ['identifier', 80, true],
    ['cost', 70, false],
  ])
})

test('a column added to the product later keeps its declared place', () => {
  expect(layColumns(columns, [{ name: 'name' }, { name: 'identifier' }]).map((c) => c.name)).toEqual(['name', 'identifier', 'status', 'cost'])
})

test('a column that no longer exists is forgotten and absurd widths are bounded', () => {
  expect(layColumns(columns, [{ name: 'gone' }, { name: 'name', width: 5 }]).find((c) => c.name === 'name')?.width).toBe(48)
})

test('moving a column stops at the ends', () => {
  expect(moveColumn(columns, 'identifier', -1)).toEqual(columns)
  expect(moveColumn(columns, 'status', -1).map((c) => c.name)).toEqual(['identifier', 'status', 'name', 'cost'])
})

test('only widths that somebody gave are kept', () => {
  const laid = layColumns(columns, [
    { name: 'identifier', width: 80 },
    { name: 'name', width: 300 },
  ])
  expect(keptColumns(laid)).toEqual([
    { name: 'identifier', hidden: false },
    { name: 'name', width: 300, hidden: false },
    { name: 'status', hidden: false },
    { name: 'cost', hidden: true },
  ])
})
