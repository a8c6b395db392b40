import { expect, test } from 'vitest'
import type { Occurrence } from './occurrence-api.ts'
import { shareOut } from './share-work.ts'

const person = (id: number) => ({ id, name: `P${id}`, load: 0, late: 0 })
const row = (id: number, manager: number, charge: number, more: Partial<Occurrence> = {}) =>
  ({
    id,
    manager: { id: manager, name: `P${manager}` },
    charge,
    status: 'TO_DO',
    closed: false,
    edit_right: true,
    due_date: '2026-11-30',
    ...more,
  }) as Occurrence

test('a heavy day is taken from who has the most to who has the least, for as long as that helps', () => {
  const rows = [row(1, 1, 1), row(2, 1, 1), row(3, 1, 0.5), row(4, 2, 0.5)]
  const { moves, loads } = shareOut(rows, [person(1), person(2), person(3)])
  expect(moves.map(({ row: { id }, to }) => [id, to.id])).toEqual([
    [1, 3],
    [3, 2],
  ])
  expect(loads.map(({ before, after }) => [before, after])).toEqual([
    [2.5, 1],
    [0.5, 1],
    [0, 1],
  ])
})

test('what is answered, or not one’s to move, stays; an even day has nothing to share', () => {
  expect(shareOut([row(1, 1, 2, { edit_right: false }), row(2, 1, 2, { status: 'DONE', closed: true })], [person(1), person(2)]).moves).toEqual([])
  expect(shareOut([row(1, 1, 1), row(2, 2, 1)], [person(1), person(2)]).moves).toEqual([])
})
