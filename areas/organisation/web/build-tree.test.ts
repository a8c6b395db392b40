import { expect, test } from 'vitest'
import { countBelow, linesOf, mayStandBelow, type Perimeter } from './build-tree.ts'

const row = (id: number, parent: number | null, type = 'INTERNAL') =>
  ({ id, parent: parent === null ? null : { id: parent, name: '' }, type, archived: false }) as Perimeter
const rows = [row(1, null), row(2, 1), row(3, 2), row(4, 1, 'APPLICATION'), row(5, 9)]

test('the tree is drawn top to bottom, and what lies below a closed perimeter is left out', () => {
  expect(linesOf(rows, new Set()).map(({ row: { id }, level }) => [id, level])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 2],
    [5, 1],
  ])
  expect(linesOf(rows, new Set([2])).map(({ row: { id } }) => id)).toEqual([1, 2, 4, 5])
})

test('a perimeter goes neither below itself nor, when internal, below what is not', () => {
  const [root, site, workshop, application] = rows as [Perimeter, Perimeter, Perimeter, Perimeter]
  expect(mayStandBelow(rows, site, workshop)).toBe(false)
  expect(mayStandBelow(rows, site, site)).toBe(false)
  expect(mayStandBelow(rows, workshop, application)).toBe(false)
  expect(mayStandBelow(rows, application, workshop)).toBe(true)
  expect(mayStandBelow(rows, workshop, root)).toBe(true)
})

test('what moves along with a perimeter is everything below it', () => {
  expect([1, 2, 3, 5].map((id) => countBelow(rows, id))).toEqual([3, 1, 0, 0])
})
