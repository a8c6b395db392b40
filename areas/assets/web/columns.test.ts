import { expect, test } from 'vitest'
import { columnsOf, spotsOf } from './columns.ts'

const value = { entity: 'business_value' } as const
const asset = { entity: 'supporting_asset' } as const
const line = (from: number, to: number, loop = false) => ({ from, to, loop })

test('whatever carries something stands to the right of it, as far as its longest way', () => {
  expect(columnsOf([asset, asset, asset, value], [line(3, 0), line(0, 1), line(1, 2), line(0, 2)])).toEqual([1, 2, 3, 0])
  expect(columnsOf([asset, asset], [line(0, 1)])).toEqual([0, 1])
})

test('a loop stands in one column, and what it stands on to its right', () => {
  expect(columnsOf([asset, asset, asset, asset], [line(0, 1), line(1, 2, true), line(2, 1, true), line(2, 3)])).toEqual([0, 1, 1, 2])
})

test('nobody stands where somebody else does, and what hangs on the first row stands first', () => {
  const spots = spotsOf([value, value, asset, asset], [line(0, 3), line(1, 2)])
  expect(spots).toEqual([
    { column: 0, row: 0 },
    { column: 0, row: 1 },
    { column: 1, row: 1 },
    { column: 1, row: 0 },
  ])
})
