import { expect, test } from 'vitest'
import { changeListState, pageInRange, readListState, toggleSort, withFilter, writeListState } from './list-state.ts'
import type { ListState } from './list-state.ts'

const state: ListState = {
  page: 3,
  per_page: 50,
  sort: [{ name: 'target_date', order: 'desc' }],
  filters: [
    { name: 'status', selected_options: ['ONGOING', null] },
    { name: 'target_date', selected_options: [{ from: '2026-01-01' }] },
  ],
  search: 'mfa',
  view: 'board',
  id: 12,
  as_of: '2026-02-28',
}

test('a list state survives the URL', () => {
  const search = JSON.parse(JSON.stringify(writeListState({ tab: 'x' }, state))) as Record<string, unknown>
  expect(readListState(search)).toEqual(state)
  expect(search.tab).toBe('x')
})

test('defaults stay out of the URL', () => {
  const defaults = { sort: [{ name: 'name', order: 'asc' as const }], filters: [] }
  expect(JSON.stringify(writeListState({}, readListState({}, defaults), defaults))).toBe('{}')
})

test('removing a filter that is on by default is remembered', () => {
  const defaults = { filters: [{ name: 'status', selected_options: ['OPEN'] }] }
  const search = writeListState({}, { ...readListState({}, defaults), filters: [] }, defaults)
  expect(readListState(search, defaults).filters).toEqual([])
})

test.each([
  [{ page: -1, per_page: 'x', sort: 3, filters: [1], search: {}, view: 4, id: '' }],
  [{ page: 1e9, filters: { status: 'OPEN' }, as_of: '2026-02-30' }],
  [{ as_of: 20260228 }],
])('nonsense in the URL counts as unsaid: %j', (search) => {
  expect(readListState(search)).toEqual({ page: 1, per_page: 20, sort: [], filters: [], search: '', view: 'list' })
})

test('filters, search and sort go back to page 1; paging and opening a row do not', () => {
  expect(changeListState(state, { filters: [] }).page).toBe(1)
  expect(changeListState(state, { search: 'x' }).page).toBe(1)
  expect(changeListState(state, { id: 4 }).page).toBe(3)
  expect(changeListState(state, { page: 5 }).page).toBe(5)
  expect('id' in changeListState(state, { id: undefined })).toBe(false)
})

test('the page stays in range', () => {
  expect(pageInRange(9, 20, 41)).toBe(3)
  expect(pageInRange(2, 20, 0)).toBe(1)
})

test('sorting toggles between ascending and descending, on one column unless asked for more', () => {
  const once = toggleSort([], 'name', false)
  expect(once).toEqual([{ name: 'name', order: 'asc' }])
  expect(toggleSort(once, 'name', false)).toEqual([{ name: 'name', order: 'desc' }])
  expect(toggleSort(toggleSort(once, 'name', false), 'name', false)).toEqual(once)
  expect(toggleSort(once, 'status', false)).toHaveLength(1)
  expect(toggleSort(once, 'status', true).map((s) => s.name)).toEqual(['name', 'status'])
})

test('an emptied filter disappears', () => {
  const on = withFilter([], 'status', ['OPEN'])
  expect(withFilter(on, 'status', [])).toEqual([])
})
