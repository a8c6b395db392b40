import { expect, test } from 'vitest'
import type { RegisteredRoute } from '#app/web/registry.ts'
import type { Path } from '#kit/web/route.ts'
import { placeOf } from './current-page.ts'
import { titlesOf } from './titles.ts'

const route = (path: string, title: string, rest: Partial<RegisteredRoute> = {}): RegisteredRoute => ({
  path: path as Path,
  title,
  area: 'x',
  page: () => Promise.reject(new Error('not opened here')),
  ...rest,
})
const routes = [
  route('/actions', 'Plans', { category: 'operations', order: 10 }),
  route('/actions/$id', 'Plan', { names: { id: 'program' } }),
  route('/actions/$id/mapping', 'Actions without a measure', { names: { id: 'program' } }),
  route('/bases', 'Bases', { category: 'strategy', order: 10 }),
  route('/bases/$place/measures', 'Measures', { names: { place: 'perimeter' } }),
  route('/asked/$round', 'Answers'),
  route('/asked/$round/$place', 'Answers'),
  route('/asked/$round/$place/$item', 'Answers'),
  route('/bases/difference/$id', 'Difference', { names: { id: 'measure' } }),
]
const words = { of: (key: string) => key, category: (name: string) => `[${name}]` }
const nothing = { page: null, objects: {}, record: null }
const titles = (path: string, shown: Partial<Parameters<typeof titlesOf>[1]> = {}) => {
  const place = placeOf(path, { id: '7', place: '3' }, routes)
  if (!place) throw new Error(`no page at ${path}`)
  const { steps, heading, tab } = titlesOf(place, { ...nothing, ...shown }, words)
  return { way: [...steps.map(({ text }) => text), heading].join(' / '), tab }
}

test('a page is called by its route until it says what it shows', () => {
  expect(titles('/actions')).toEqual({ way: '[operations] / Plans', tab: 'Plans' })
  expect(titles('/actions', { page: 'Plans of Lyon' })).toEqual({ way: '[operations] / Plans of Lyon', tab: 'Plans of Lyon' })
})

test('a page about an object bears its name, and so does the step to it', () => {
  expect(titles('/actions/$id')).toEqual({ way: '[operations] / Plans / Plan', tab: 'Plan' })
  expect(titles('/actions/$id', { objects: { id: 'Plan 2027' } })).toEqual({ way: '[operations] / Plans / Plan 2027', tab: 'Plan 2027' })
  expect(titles('/actions/$id/mapping', { objects: { id: 'Plan 2027' } })).toEqual({
    way: '[operations] / Plans / Plan 2027 / Actions without a measure',
    tab: 'Actions without a measure · Plan 2027',
  })
  expect(titles('/bases/$place/measures', { objects: { place: 'Lyon' } })).toEqual({ way: '[strategy] / Bases / Measures · Lyon', tab: 'Measures · Lyon' })
  expect(titles('/bases/difference/$id', { objects: { id: 'Backups' } }).way).toBe('[strategy] / Bases / Difference · Backups')
})

test('a page that its address names more or less closely is one step', () => {
  expect(titles('/asked/$round/$place/$item', { page: 'Lyon' }).way).toBe('Answers / Lyon')
})

test('what is open over a page goes before it, with the page as the step that closes it', () => {
  const record = { name: 'A-12 Deploy EDR' }
  expect(titles('/actions', { record })).toEqual({ way: '[operations] / Plans / A-12 Deploy EDR', tab: 'A-12 Deploy EDR' })
  // The object of the page itself, opened to be changed: named once.
  expect(titles('/actions/$id', { objects: { id: 'Plan 2027' }, record: { name: 'PA-3 Plan 2027' } }).way).toBe('[operations] / Plans / PA-3 Plan 2027')
})
