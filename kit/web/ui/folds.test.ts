import { expect, test } from 'vitest'
import { closedAtFirst, type Branch } from './folds.ts'

/** Three branches below the root, each with three of its own that hold so many leaves. */
const tree = (leaves: number): Branch[] => [
  { id: 1, parent: null },
  ...[2, 3, 4].map((id) => ({ id, parent: 1 })),
  ...[2, 3, 4].flatMap((parent) => [0, 1, 2].map((n) => ({ id: parent * 10 + n, parent, leaves }))),
]

test('a tree that has room opens with all of it', () => expect(closedAtFirst(tree(15))).toEqual(new Set()))

test('one of many lines opens folded below the deepest level that has room', () => {
  expect([...closedAtFirst(tree(16))]).toEqual([20, 21, 22, 30, 31, 32, 40, 41, 42])
  expect([...closedAtFirst(tree(16), 5)]).toEqual([2, 3, 4, 20, 21, 22, 30, 31, 32, 40, 41, 42])
})

test('branches whose parent is out of reach stand at the top', () => {
  expect([...closedAtFirst([{ id: 5, parent: 99, leaves: 3 }], 3)]).toEqual([5])
})
