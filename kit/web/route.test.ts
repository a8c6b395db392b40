import { expect, test } from 'vitest'
import { path } from './route.ts'

test('a path takes its parameters and its search', () => {
  expect(path('/actions')).toBe('/actions')
  expect(path('/actions', { id: 7, tab: undefined })).toBe('/actions?id=7')
  expect(path('/ops/projects/$id/results/$campaign_id', { id: 1, campaign_id: 'a b' }, { tab: 'x' })).toBe('/ops/projects/1/results/a%20b?tab=x')
})

test('a missing parameter does not compile', () => {
  // @ts-expect-error `id` is missing
  expect(() => path('/actions/$id')).toThrow()
})
