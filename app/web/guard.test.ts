import { expect, test } from 'vitest'
import type { AreaRoute, Path } from '#kit/web/route.ts'
import { groupPaths, homeOf, mayOpen, namesSomething, safeRedirect, whyNot } from './guard.ts'
import { sessionOf as user } from './test/session.ts'

const page = () => Promise.resolve({ Page: () => null })
const route = (path: `/${string}`, rest: Partial<AreaRoute> = {}): AreaRoute => ({ path: path as Path, title: 'x', page, ...rest })

test('only paths of this site survive as a redirect target', () => {
  expect(safeRedirect('/actions?id=7#top')).toBe('/actions?id=7#top')
  for (const target of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'actions',
    '/login?redirect=/x',
    7,
    undefined,
  ]) {
    expect(safeRedirect(target), String(target)).toBeUndefined()
  }
})

test('a page opens by any of its rights, within its feature, in or outside of an organisation', () => {
  expect(mayOpen(route('/actions', { right: ['x.y', 'action.read'] }), user())).toBe(true)
  expect(mayOpen(route('/actions', { right: 'action.write' }), user())).toBe(false)
  expect(mayOpen(route('/runbooks', { feature: 'CATALOG' }), user())).toBe(false)
  expect(mayOpen(route('/admin/customer', { tenant: false }), user())).toBe(false)
  expect(mayOpen(route('/admin/customer', { tenant: false }), user({ customer: null }))).toBe(true)
  expect(mayOpen(route('/profile', { tenant: 'any' }), user({ customer: null }))).toBe(true)
})

test('who may not open a page is told why', () => {
  expect(whyNot(route('/actions', { right: 'action.write' }), user())).toBe('role')
  expect(whyNot(route('/contributions/gaps', { roles: ['contributor'], feature: 'CATALOG' }), user())).toBe('role')
  expect(whyNot(route('/runbooks', { feature: 'CATALOG' }), user())).toBe('off')
  expect(whyNot(route('/admin/customer', { tenant: false }), user())).toBe('outside')
  expect(whyNot(route('/actions'), user({ customer: null }))).toBe('within')
})

test('home is the cockpit, else the first menu page that the person may open', () => {
  const routes = [route('/ops/gaps', { category: 'operations', right: 'gap.read' }), route('/actions', { category: 'operations', right: 'action.read' })]
  expect(homeOf([...routes, route('/home', { category: 'my_space' })], user())).toBe('/home')
  expect(homeOf(routes, user())).toBe('/actions')
  expect(homeOf(routes, user({ rights: [] }))).toBe('/welcome')
})

test('only a number, or a letter with one, stands where an id is expected', () => {
  expect(namesSomething('/actions/$id', { id: '7' })).toBe(true)
  expect(namesSomething('/actions/$id', { id: 'r12' })).toBe(true)
  for (const id of ['labels', 'catalog', '7a', '-1', '1.5', '']) expect([id, namesSomething('/actions/$id', { id })]).toEqual([id, false])
  expect(namesSomething('/org/a/$id/diff/$ref', { id: '7', ref: 'x' })).toBe(false)
  expect(namesSomething('/doc/$id', { id: 'scores' })).toBe(true)
  expect(namesSomething('/home/onboarding/$step', { step: 'resume' })).toBe(true)
  expect(namesSomething('/admin/customer_connectors/new/$identifier', { identifier: 'HTTP_JSON' })).toBe(true)
  expect(namesSomething('/actions', {})).toBe(true)
})

test('a path above pages that has none of its own is a group', () => {
  const groups = groupPaths([route('/admin/users'), route('/admin/catalog/policies'), route('/admin/users/$id'), route('/actions'), route('/actions/labels')])
  expect([...groups.keys()]).toEqual(['/admin', '/admin/catalog'])
  expect(groups.get('/admin')?.map((one) => one.path)).toEqual(['/admin/users', '/admin/catalog/policies'])
})
