import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'

const columns = [
  { value: 'PLANNED', rows: [{ id: 1 }, { id: 2 }], total: 70 },
  { value: 'ONGOING', rows: [{ id: 3 }], total: 1 },
]

test('a moved card stands on top of its new column and both counts follow', () => {
  expect(arrange(columns, new Map([[2, 'ONGOING']]))).toEqual([
    { value: 'PLANNED', rows: [{ id: 1 }], total: 69 },
    { value: 'ONGOING', rows: [{ id: 2 }, { id: 3 }], total: 2 },
  ])
})

test('a card that has arrived is not counted twice', () => {
  expect(arrange(columns, new Map([[3, 'ONGOING']]))).toEqual(columns)
})
