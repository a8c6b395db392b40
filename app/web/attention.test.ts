import { expect, test } from 'vitest'
import { features, roles } from '#kit/contract/right.ts'
import { registerEntityPages } from '#kit/web/entity-pages.ts'
import type { ListPath } from '#kit/web/route.ts'
import { attentionKinds, type ListLink } from '#areas/dashboards/contract/calls.ts'
import { attentionLines } from '#areas/dashboards/server/attention.ts'
import { attentionPath, isServed } from '#areas/dashboards/web/cockpit-api.ts'
import { rightsWithin } from '#app/server/registry.ts'
import { mayOpen, pageFor } from './guard.ts'
import { registeredRoutes } from './registry.ts'
import { sessionOf } from './test/session.ts'

const within = [features, features.filter((feature) => feature !== 'RUNTASKS')]

test.each(roles)('each line of what waits that a %s is shown opens a page of theirs, which is not the cockpit itself', (role) => {
  for (const had of within) {
    const rights = rightsWithin([role], had)
    const user = sessionOf({ roles: [role], rights: [...rights], features: [...had] })
    registerEntityPages((entity) => {
      const page = pageFor(registeredRoutes, entity, user)
      return page && { path: page.path as ListPath, area: page.area }
    })
    const shown = Object.entries(attentionLines).filter(([, { right }]) => rights.has(right))
    expect(shown.length).toBeGreaterThan(3)
    const lost = shown.filter(([, figure]) => {
      const line = { link: { entity: figure.entity as ListLink['entity'], filters: [...figure.filters('2026-11-29')] }, policy: null }
      if (!isServed(line, had)) return false
      const address = attentionPath(line)
      const page = registeredRoutes.find(({ path }) => path === address.split('?')[0])
      return !page || page.path === '/home' || !mayOpen(page, user)
    })
    expect([had.length, lost.map(([kind]) => kind)]).toEqual([had.length, []])
  }
})

test('the one line without a list leads to its policy', () => {
  expect(attentionKinds.filter((kind) => !(kind in attentionLines))).toEqual(['link_to_confirm'])
  expect(attentionPath({ link: null, policy: 7 })).toBe('/org/policies/7?confirm=1')
})
