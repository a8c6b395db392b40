import { expect, test } from 'vitest'
import { gainsByModel, treeRows } from './tree-rows.ts'

const model = (id: number, open: readonly number[] = []) => ({ id, open, measures: 2 }) as never

test('a model is followed by its measures where it is open, and by a row that waits while they are fetched', () => {
  const rows = treeRows([model(1), model(2), model(3)], new Set([2, 3]), new Map([[2, [{ id: 8 }, { id: 9 }] as never]]))
  expect(rows.map(({ key }) => key)).toEqual(['s1', 's2', 'm8', 'm9', 's3', 'w3'])
})

test('points are those of what is still to be put in place under the filters, and add up', () => {
  const gains = gainsByModel(
    [model(1, [5, 6]), model(2)],
    [
      { solution: 1, perimeter: 5, gain: 1.5 },
      { solution: 1, perimeter: 6, gain: 0.5 },
      { solution: 1, perimeter: 7, gain: 9 },
      { solution: 2, perimeter: 5, gain: 3 },
    ],
  )
  expect([gains.get(1)?.total, gains.get(1)?.of.get(6), gains.get(2)?.total]).toEqual([2, 0.5, 0])
})
