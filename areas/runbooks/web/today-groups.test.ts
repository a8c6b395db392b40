import { expect, test } from 'vitest'
import type { Occurrence } from './occurrence-api.ts'
import { timesByTask } from './today-groups.ts'

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
