import { expect, test } from 'vitest'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, ref, text } from '#kit/contract/field.ts'
import { chipOrder, chipsOf, focusAfter, freeing, offeredFilters, shownColumns } from './chips.ts'

const thing = defineEntity({
  name: 'thing',
  area: 'made_up',
  title: 'name',
  fields: { name: text(), status: choice(['OPEN', 'DONE']), due: date(), owner: ref('member') },
  rights: { read: 'thing.read', create: null, update: null, delete: null },
  list: { columns: ['name', 'status'], more: ['due'], filters: ['owner', 'due', 'status'], sort: 'name', search: ['name'] },
  form: [],
})
const on = (name: string, ...selected_options: (string | number)[]) => ({ name, selected_options })

test('filters whose control is in sight, that hold nothing or that name no field are no chips; those of hidden columns are', () => {
  const filters = [on('status', 'OPEN'), on('due', '2026-01-01'), on('owner'), on('constructor', 1)]
  expect(chipsOf(thing, filters, []).map(({ name }) => name)).toEqual(['status', 'due'])
  expect(chipsOf(thing, filters, shownColumns(thing, [])).map(({ name }) => name)).toEqual(['due'])
  const unhidden = [
    { name: 'due', hidden: false },
    { name: 'status', hidden: true },
  ]
  expect(chipsOf(thing, filters, shownColumns(thing, unhidden)).map(({ name }) => name)).toEqual(['status'])
})

test('a chip keeps its place while it is changed, and a new one comes last', () => {
  expect(chipOrder(['a', 'b', 'c'], ['c', 'a', 'd'])).toEqual(['a', 'c', 'd'])
})

test('what is taken away gives the focus to the next chip, then to the one before', () => {
  expect(focusAfter(['a', 'b', 'c'], 'b')).toBe('c')
  expect(focusAfter(['a', 'b'], 'b')).toBe('a')
  expect(focusAfter(['a'], 'a')).toBeUndefined()
})

test('any filterable field is offered, also without a column, but neither what is in force nor what is always on', () => {
  expect(offeredFilters(thing, [], [])).toEqual(['status', 'due', 'owner'])
  expect(offeredFilters(thing, [on('due', 'x')], [on('owner', 1)])).toEqual(['status'])
})

test('the filter that frees most stands first, and one that frees nothing nowhere', () => {
  expect(freeing([on('a', 1), on('b', 1), on('c', 1)], [2, 9, 0])).toEqual([
    { name: 'b', count: 9 },
    { name: 'a', count: 2 },
  ])
})
