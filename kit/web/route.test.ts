import { expect, test } from 'vitest'
import { ownAddress, part, path, type Address } from './route.ts'

test('a path takes its parameters and its search', () => {
  expect(path('/actions')).toBe('/actions')
  expect(path('/actions', { id: 7, view: undefined })).toBe('/actions?id=7')
  expect(path('/ops/projects/$id/results/$campaignId', { id: 1, campaignId: 'a b' }, { tab: 'x' })).toBe('/ops/projects/1/results/a%20b?tab=x')
  expect(part(path('/profile'), 'password')).toBe('/profile#password')
})

test('another page, a missing parameter, an unknown question, one of another kind and an address by hand do not compile', () => {
  // @ts-expect-error `id` is missing
  expect(() => path('/actions/$id')).toThrow()
  const wrong = [
    // @ts-expect-error no such page
    () => path('/actoins'),
    // @ts-expect-error the parameter is called `id`
    () => path('/actions/$id', { plan: 7 }),
    // @ts-expect-error the cockpit is not asked for a view
    () => path('/home', { view: 'list' }),
    // @ts-expect-error a perimeter is a number
    () => path('/home', { p: 'Lyon' }),
    // @ts-expect-error the page of a plan is not asked for a tab
    () => path('/actions/$id', { id: 7 }, { tab: 'history' }),
    // @ts-expect-error not made by `path`
    (): Address => '/actions/7',
  ]
  expect(wrong).toHaveLength(6)
})

test('an address from elsewhere stays within the application', () => {
  expect(ownAddress('/actions?id=7')).toBe('/actions?id=7')
  for (const one of ['https://a.example', '//a.example', '/\\a.example', '', 7, undefined]) expect(ownAddress(one)).toBeUndefined()
})
