import './lent-parts.ts'
import './save-previews.ts'
import { createRoute, lazyRouteComponent, notFound, redirect, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { onboardingSteps } from '#areas/dashboards/contract/onboarding-steps.ts'
import { ApiError } from '#kit/web/api/client.ts'
import { loadCode } from '#kit/web/api/load-code.ts'
import { session, type SessionUser } from '#kit/web/api/session.ts'
import { readAt, type EntityPage } from '#kit/web/entity-pages.ts'
import { loadWords, preferredLanguage } from '#kit/web/i18n/store.ts'
import { listSettings } from '#kit/web/resource/list-settings.ts'
import { path as pathTo, type Address } from '#kit/web/route.ts'
import { groupPaths, homeOf, mayOpen, namesSomething, pageFor, whyNot } from './guard.ts'
import { loadPage } from './lazy-page.ts'
import { fetchFilesOf } from './page-files.ts'
import { refusal } from './refusal.ts'
import { registeredRoutes, type RegisteredRoute } from './registry.ts'
import { root } from './root-route.ts'
import { Shell } from './shell/shell.tsx'

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (!session.get()) throw redirect({ to: '/login', search: location.pathname === '/welcome' ? {} : { redirect: location.href }, replace: true })
    if (session.get()?.outside) throw redirect({ to: '/outside', replace: true })
    if (session.get()?.leaving) throw redirect({ to: '/leaving', replace: true })
  },
  // The menu names every page: without their titles it would show keys.
  loader: () => loadWords('titles'),
  component: Shell,
})

const welcome = createRoute({
  getParentRoute: () => shell,
  path: '/welcome',
  component: lazyRouteComponent(() => loadCode(() => import('./shell/welcome-page.tsx')), 'WelcomePage'),
})

/** A page that needs nothing around it. */
const Bare = ({ children }: { readonly children: ReactNode }) => children

let begun = false

/**
 * Milliseconds that a page waits for the rows it asked for ahead. The first one longer where all has taken long so far: to draw a page without its rows and
 * then again with them takes a slow machine longer than to wait.
 */
function aheadWait(): number {
  const first = !begun
  begun = true
  return first ? Math.min(1000, Math.max(150, performance.now() / 3)) : 150
}
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function pageRoute(route: RegisteredRoute): AnyRoute {
  let Page: ComponentType | undefined
  let Frame: ComponentType<{ readonly route: RegisteredRoute; readonly children: ReactNode }> = Bare
  return createRoute({
    getParentRoute: () => shell,
    path: route.path,
    beforeLoad: ({ location, params, preload }) => {
      if (!namesSomething(route.path, params)) throw notFound()
      const user = session.get()
      if (!user || mayOpen(route, user)) {
        if (!preload && refusal.get()?.at !== location.pathname) refusal.set(undefined)
        // Of a place or a day the cockpit alone tells.
        if (route.path === '/home' && user?.home && location.searchStr === '')
          throw redirect({ href: pathTo('/home/$dashboardId', { dashboardId: user.home }), replace: true })
        return
      }
      // A link from a mail or a colleague leads to where this person finds the same objects, else home (NAV-10).
      const other = pageFor(registeredRoutes, route.entity, user)
      if (other) throw redirect({ href: `${other.path}${location.searchStr}`, replace: true })
      const at = homeOf(registeredRoutes, user)
      if (!preload) refusal.set({ title: route.title, why: whyNot(route, user), at })
      throw redirect({ href: at, replace: true })
    },
    loader: async ({ location }) => {
      fetchFilesOf(route.path)
      const load = async () => {
        const [loaded] = await Promise.all([
          loadPage(route.page).then(async (module) => {
            // Rows that are quick are drawn with the page; it does not wait long for others. How the list is kept it needs before anything is drawn.
            if (module.ahead) await Promise.race([module.ahead(location.search), listSettings.load().then(() => pause(aheadWait()))])
            return module.Page
          }),
          loadWords(route.area),
          ...(route.words ?? []).map((area) => loadWords(area)),
          // Apart, since no page before the sign-in names an object.
          route.path.includes('$') ? import('./named-page.tsx').then(({ NamedPage }) => (Frame = NamedPage)) : null,
        ])
        Page = loaded
      }
      try {
        await loadCode(load)
      } catch (reason) {
        // Whether it is gone nobody could say.
        if (reason instanceof ApiError) throw reason
        reportError(reason)
        throw redirect({ to: '/reload', replace: true })
      }
    },
    component: () =>
      Page ? (
        <Frame route={route}>
          <Page />
        </Frame>
      ) : null,
  })
}

const groups = [...groupPaths(registeredRoutes)].map(([path, pages]) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad: () => {
      const user = session.get()
      if (!user) return
      throw redirect({ to: pages.find((page) => mayOpen(page, user))?.path ?? homeOf(registeredRoutes, user), replace: true })
    },
  }),
)

/** Addresses that the specification also writes (ACC-18, NAV-30). */
const aliases = (
  [
    ['/admin/customers', '/admin/customer'],
    ['/org/security-bases/policies', '/org/security-bases?view=policies'],
    ['/org/security-bases/perimeters', '/org/security-bases?view=perimeters'],
    ['/org/security-bases/measures', '/org/security-bases?view=list'],
    ['/home/onboarding', '/home/onboarding/resume'],
    ...onboardingSteps.map((step) => [`/home/${step}`, `/home/onboarding/${step}`] as const),
    // Until there are connectors, where the organisation stands (NAV-26).
    ['/home/connectors', '/home/onboarding/resume'],
  ] as const
).map(([path, href]) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad: () => {
      throw redirect({ href, replace: true })
    },
  }),
)

/** Steps that name a plan or a policy lead to its own page (NAV-26). */
const subjects = (
  [
    ['/home/onboarding/$id/action-plans-mapping', (id: string) => pathTo('/actions/$id/mapping', { id })],
    ['/home/$id/action-plans-mapping', (id: string) => pathTo('/actions/$id/mapping', { id })],
    ['/home/onboarding/policy-import-mapping/$id', (id: string) => pathTo('/org/policies/$id', { id })],
    ['/home/policy-import-mapping/$id', (id: string) => pathTo('/org/policies/$id', { id })],
  ] as const
).map(([path, addressOf]) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    beforeLoad: ({ params }: { params: { id: string } }) => {
      throw redirect({ href: addressOf(params.id), replace: true })
    },
  }),
)

/** Where mails lead: to whichever page shows the object to whoever opens the link. */
const opened = createRoute({
  getParentRoute: () => shell,
  path: '/open/$entity/$id',
  beforeLoad: ({ params: { entity, id }, location: { hash } }) => {
    const at = /^\d+$/.test(id) ? readAt(entity, Number(id)) : undefined
    if (at === undefined) throw notFound()
    throw redirect({ href: `${at}${hash ? `#${hash}` : ''}`, replace: true })
  },
})

/** Every page behind the sign-in, in its frame. */
export const pages: AnyRoute = shell.addChildren([welcome, ...registeredRoutes.map(pageRoute), ...aliases, ...subjects, opened, ...groups])

/** The page that an object has to itself, for the person signed in. */
export function ownPageOf(entity: string, id: number): Address | undefined {
  const user = session.get()
  const route = registeredRoutes.find(({ shows }) => shows === entity)
  return user && route && mayOpen(route, user) ? (route.path.replace('$id', String(id)) as Address) : undefined
}

/** The page a person starts on. */
export const homeFor = (user: SessionUser): string => homeOf(registeredRoutes, user)

/** The page that shows an entity's objects to the person signed in. */
export const pageOf = (entity: string): (RegisteredRoute & EntityPage) | undefined =>
  // A test finds each page that shows an entity among the lists.
  pageFor(registeredRoutes, entity, session.get()) as (RegisteredRoute & EntityPage) | undefined

const ignore = () => undefined

/** Fetches the code and words of the page that was asked for while the server still says who is asking; the router waits for both later. */
export function fetchAhead(pathname: string): void {
  const route = registeredRoutes.find(({ path }) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`).test(pathname))
  if (!route) return
  void route.page().catch(ignore)
  for (const area of ['titles', route.area, ...(route.words ?? [])]) void loadWords(area, preferredLanguage()).catch(ignore)
}
