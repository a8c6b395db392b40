import { expect, test } from 'vitest'
import type { RegisteredRoute } from '#app/web/registry.ts'
import type { Path } from '#kit/web/route.ts'
import { placeOf } from './current-page.ts'

/** A page of this test alone. */
const at = (path: string) => path as Path
const page = () => Promise.resolve({ Page: () => null })
const routes: RegisteredRoute[] = [
  { path: '/actions', title: 'a', category: 'operations', area: 'actions', page },
  { path: '/actions/$id', title: 'b', area: 'actions', page },
  { path: '/actions/$id/mapping', title: 'c', area: 'actions', page },
  { path: at('/actionsomething'), title: 'd', area: 'actions', page },
]

test('the way to a page holds every page above it, with its own parameters', () => {
  const place = placeOf('/actions/$id/mapping', { id: '7' }, routes)
  expect(place?.above.map((one) => one.to)).toEqual(['/actions', '/actions/7'])
  expect(place?.menuEntry?.path).toBe('/actions')
  expect(placeOf('/actionsomething', {}, routes)?.above).toEqual([])
  expect(placeOf('/nowhere', {}, routes)).toBeUndefined()
})

test('the list of what a page is about is on the way to it, also where it stands beside the page', () => {
  const beside: RegisteredRoute[] = [
    { path: at('/risks'), title: 'a', category: 'strategy', entity: 'risk_register', area: 'risks', page },
    { path: at('/risks/analyses'), title: 'b', category: 'strategy', entity: 'risk_analysis', area: 'analyses', page },
    { path: at('/risks/analysis/$id'), title: 'c', names: { id: 'risk_analysis' }, area: 'analyses', page },
    { path: at('/risks/registers/$id'), title: 'd', names: { id: 'risk_register' }, area: 'risks', page },
  ]
  const place = placeOf('/risks/analysis/$id', { id: '7' }, beside)
  expect(place?.above.map((one) => one.to)).toEqual(['/risks', '/risks/analyses'])
  expect(place?.menuEntry?.path).toBe('/risks/analyses')
  expect(placeOf('/risks/registers/$id', { id: '7' }, beside)?.above.map((one) => one.to)).toEqual(['/risks'])
})

test('tabs stand beside each other, whatever their addresses, and are one entry of the menu', () => {
  const tabs: RegisteredRoute[] = [
    { path: at('/risks/all'), title: 'a', category: 'strategy', entity: 'risk', area: 'risks', page },
    { path: at('/risks'), title: 'b', under: '/risks/all', category: 'strategy', entity: 'risk_register', area: 'risks', page },
    { path: at('/risks/analyses'), title: 'c', under: '/risks/all', category: 'strategy', entity: 'risk_analysis', area: 'analyses', page },
    { path: at('/risks/analysis/$id'), title: 'd', names: { id: 'risk_analysis' }, area: 'analyses', page },
    { path: at('/risks/$id'), title: 'e', names: { id: 'risk_register' }, area: 'risks', page },
  ]
  const wayTo = (pattern: string) => placeOf(pattern, { id: '7' }, tabs)?.above.map((one) => one.to)
  expect(wayTo('/risks/all')).toEqual([])
  expect(wayTo('/risks/analyses')).toEqual([])
  expect(wayTo('/risks/$id')).toEqual(['/risks'])
  expect(wayTo('/risks/analysis/$id')).toEqual(['/risks/analyses'])
})
