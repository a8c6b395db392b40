import { expect, test } from 'vitest'
import type { RegisteredRoute } from '#app/web/registry.ts'
import { placeOf } from './current-page.ts'

const page = () => Promise.resolve({ Page: () => null })
const routes: RegisteredRoute[] = [
  { path: '/actions', title: 'a', category: 'actions', area: 'actions', page },
  { path: '/actions/$id', title: 'b', area: 'actions', page },
  { path: '/actions/$id/mapping', title: 'c', area: 'actions', page },
  { path: '/actionsomething', title: 'd', area: 'actions', page },
]

test('the way to a page holds every page above it, with its own parameters', () => {
  const place = placeOf('/actions/$id/mapping', { id: '7' }, routes)
  expect(place?.above.map((one) => one.to)).toEqual(['/actions', '/actions/7'])
  expect(place?.menuEntry?.path).toBe('/actions')
  expect(placeOf('/actionsomething', {}, routes)?.above).toEqual([])
  expect(placeOf('/nowhere', {}, routes)).toBeUndefined()
})
