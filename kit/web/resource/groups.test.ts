import { expect, test } from 'vitest'
import type { GroupAnswer } from '#kit/contract/envelope.ts'
import { askedGroup, isGrouped, restOfLast, rowsByGroup } from './groups.ts'
import type { AnyRow } from './presentation.ts'

const entity = { name: 'thing', list: { groupedBy: 'box', columns: [], filters: [], sort: 'name', search: [] } } as never
const asked = (more: object = {}) => askedGroup(entity, { list: 'thing', fixed: [], setting: {}, view: 'list', perPage: 20, ...more })

test('the list of all rows is grouped as its entity declares, until its reader wants it otherwise; those of one group never', () => {
  expect(asked()).toBe('box')
  expect(asked({ setting: { grouped: false } })).toBeUndefined()
  expect(asked({ list: 'own_things' })).toBeUndefined()
  expect(asked({ list: 'own_things', setting: { grouped: true } })).toBe('box')
  expect(asked({ fixed: [{ name: 'box', selected_options: [1] }] })).toBeUndefined()
  expect([asked({ view: 'board' }), asked({ perPage: 6000 })]).toEqual([undefined, undefined])
  expect(isGrouped(entity, 'thing', {})).toBe(true)
})

const row = (id: number, box: number | null) => ({ id, box: box === null ? null : { id: box, name: `Box ${box}` } }) as unknown as AnyRow
const answerOf = (id: number | null, rows: number): GroupAnswer => ({ id, rows, head: null })

test('rows stand in their groups, each where its first row was, and one that has changed its group goes there', () => {
  const groups = rowsByGroup([row(1, 7), row(2, 8), row(3, 7), row(4, null)], 'box', [answerOf(7, 2), answerOf(8, 4), answerOf(null, 3)])
  expect(groups.map(({ key, rows, of, answer }) => [key, of?.name, rows.map(({ id }) => id), answer?.rows])).toEqual([
    ['7', 'Box 7', [1, 3], 2],
    ['8', 'Box 8', [2], 4],
    ['', undefined, [4], 3],
  ])
})

test('how much of the last group is to come is known where the group has begun on the page', () => {
  const one = rowsByGroup([row(1, 7)], 'box', [answerOf(7, 5)])
  const two = rowsByGroup([row(1, 7), row(2, 8)], 'box', [answerOf(7, 1), answerOf(8, 3)])
  expect([restOfLast(one, 1), restOfLast(one, 2), restOfLast(two, 2), restOfLast([], 1)]).toEqual([4, undefined, 2, undefined])
})
