import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { session, type SessionUser } from '#kit/web/api/session.ts'
import { registeredRoutes } from './registry.ts'
import type { router as theRouter } from './router.tsx'

let router: typeof theRouter
beforeAll(async () => {
  // What another test of this worker left is no browser, whose history the router would take.
  vi.stubGlobal('document', undefined)
  // The shell asks how wide the window is as soon as it is read.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  const { router: made, addPages } = await import('./router.tsx')
  router = made
  router.update({ ...router.options, history: createMemoryHistory() })
  await addPages()
  return () => vi.unstubAllGlobals()
})
afterEach(() => session.set(null))

/** As far as the routes ask; whoever may do everything. */
const pilot = {
  admin_type: null,
  customer: { id: 1, name: 'C', color: null, logo: null, options: [] },
  roles: ['global_pilote'],
  rights: registeredRoutes.flatMap(({ right }) => right ?? []),
  features: registeredRoutes.flatMap(({ feature }) => feature ?? []),
  properties: { isp_enable: true, risk_analysis_enable: true },
  instance_type: 'business',
  context_type: null,
  only_contributor: false,
  outside: false,
  leaving: false,
  flags: {},
  home: null,
  mode: 'NORMAL',
} as unknown as SessionUser
const root: SessionUser = { ...pilot, admin_type: 'ROOT', customer: null, roles: [] }
const guest: SessionUser = { ...pilot, outside: true }
const leaver: SessionUser = { ...pilot, leaving: true }

/** Where an address leads whoever is signed in, by what the routes say before they load anything. */
async function reached(address: string): Promise<string> {
  let at = address
  for (let hops = 0; hops < 10; hops += 1) {
    const location = router.parseLocation(createMemoryHistory({ initialEntries: [at] }).location)
    let next: string | undefined
    for (const { routeId, params, search } of router.matchRoutes(location)) {
      const { beforeLoad } = (router.routesById as Record<string, { options: { beforeLoad?: (of: object) => unknown } }>)[routeId]?.options ?? {}
      try {
        await beforeLoad?.({ location, params, search })
      } catch (reason) {
        const { options } = reason as { options?: { href?: string; to?: string; search?: Record<string, string> } }
        if (!options) throw reason
        next = options.href ?? `${options.to}${options.search?.['redirect'] ? `?redirect=${options.search['redirect']}` : ''}`
        break
      }
    }
    if (next === undefined) return at
    at = next
  }
  throw new Error(`${address} leads in a circle`)
}

describe.each([
  [
    'a pilot',
    pilot,
    {
      '/': '/home',
      '/admin': '/admin',
      '/org': '/org/security-bases',
      '/admin/customer': '/home',
      '/admin/customers': '/home',
      '/admin/instance': '/home',
      '/local_actions': '/actions/filtered',
      '/login': '/home',
      '/login?redirect=%2Factions': '/actions',
      '/login?redirect=https%3A%2F%2Fevil.example': '/home',
      '/forgot_password': '/home',
      '/password_reset/abc': '/home',
      '/outside': '/home',
      '/org/security-bases/policies': '/org/security-bases?view=policies',
      '/org/security-bases/perimeters': '/org/security-bases?view=perimeters',
      '/org/security-bases/measures': '/org/security-bases?view=list',
      '/home/onboarding': '/home/onboarding/resume',
      '/home/connectors': '/home/onboarding/resume',
      '/home/7/action-plans-mapping': '/actions/7/mapping',
      '/home/policy-import-mapping/7': '/org/policies/7',
      '/admin/users/7/objects': '/admin/users/7/objects',
      '/open/perimeter_property/7': '/admin/perimeter_properties?id=7',
      '/actions/7': '/actions/7',
    },
  ],
  [
    'staff outside of any organisation',
    root,
    { '/': '/admin/customer', '/admin': '/admin', '/admin/customers': '/admin/customer', '/org/policies': '/admin/customer' },
  ],
  // Of a place or a day the cockpit alone tells.
  ['whoever chose a dashboard', { ...pilot, home: 7 }, { '/': '/home/7', '/home': '/home/7', '/home?p=3': '/home?p=3', '/home/9': '/home/9' }],
  [
    'a pilot who takes leave',
    leaver,
    { '/': '/leaving', '/home': '/leaving', '/admin/archive': '/leaving', '/login': '/leaving', '/outside': '/leaving', '/leaving': '/leaving' },
  ],
  ['somebody from outside', guest, { '/': '/outside', '/home': '/outside', '/login': '/outside', '/outside/7': '/outside/7' }],
  [
    'nobody',
    null,
    { '/': '/login', '/actions?id=7': '/login?redirect=/actions?id=7', '/welcome': '/login', '/outside/7': '/login?redirect=/outside/7', '/login': '/login' },
  ],
] as const)('%s', (_, user, ways) => {
  test.each(Object.entries(ways))('is led from %s to %s', async (from, to) => {
    session.set(user)
    expect(await reached(from)).toBe(to)
  })
})

test.each(['/actions/nothing', '/open/nothing/7', '/open/policy/x'])('%s leads nowhere', async (address) => {
  session.set(pilot)
  await expect(reached(address)).rejects.toMatchObject({ isNotFound: true })
})
