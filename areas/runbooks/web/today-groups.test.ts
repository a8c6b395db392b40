import { expect, test } from 'vitest'
import type { Occurrence } from './occurrence-api.ts'
import { lateOf, timesByTask } from './today-groups.ts'

const time = (id: number, task: number | null) => ({ id, runtask: task === null ? null : { id: task, name: '' } }) as Occurrence

test('late times of one task are one card: its newest, with the earlier ones beneath it, the latest of them first', () => {
  const rows = [time(1, 7), time(2, 8), time(3, 7), time(4, null), time(5, 7), time(6, null)]
  expect(timesByTask(rows).map(({ newest, earlier }) => [newest.id, earlier.map(({ id }) => id)])).toEqual([
    [5, [3, 1]],
    [2, []],
    [4, []],
    [6, []],
  ])
})

test('a task is late by the times that are, since the one that was due first; its newest one may still be in time', () => {
  const due = (id: number, due_date: string, late: boolean) => ({ ...time(id, 7), due_date, late }) as Occurrence
  const [first, second, newest] = [due(1, '2026-11-15', true), due(2, '2026-11-22', true), due(3, '2026-12-06', false)]
  expect([[first, second, newest], [first, newest], [newest]].map((rows) => timesByTask(rows).map(lateOf))).toEqual([
    [{ count: 2, since: '2026-11-15' }],
    [{ count: 1, since: '2026-11-15' }],
    [null],
  ])
})
