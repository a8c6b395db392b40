import { createRootRoute, createRoute, createRouter, lazyRouteComponent, notFound, redirect, type AnyRoute } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { onboardingSteps } from '#areas/dashboards/contract/onboarding-steps.ts'
import { api } from '#kit/web/api/client.ts'
import { session } from '#kit/web/api/session.ts'
import { loadWords } from '#kit/web/i18n/store.ts'
import { path as pathTo } from '#kit/web/route.ts'
import { ErrorPage, Failure, NotFoundPage } from './errors/error-pages.tsx'
import { ReloadPage } from './errors/reload-page.tsx'
import { groupPaths, homeOf, mayOpen, namesSomething, pageFor, safeRedirect } from './guard.ts'
import { loadPage } from './lazy-page.ts'
import type { SsoSearch } from './login/sso-page.tsx'
import { registeredRoutes, type RegisteredRoute } from './registry.ts'
import { Root } from './root.tsx'

const home = (): string => {
  const user = session.get()
  return user ? homeOf(registeredRoutes, user) : '/login'
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: home(), replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => (typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
  beforeLoad: ({ search }) => {
    if (session.get()) throw redirect({ href: safeRedirect(search.redirect) ?? home(), replace: true })
  },
  component: lazyRouteComponent(() => import('./login/login-page.tsx'), 'LoginPage'),
})

/** A page for people who are not signed in; whoever is goes home (NAV-08). */
const publicRoute = <const P extends `/${string}`>(path: P, component: NonNullable<Parameters<typeof lazyRouteComponent>[0]>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      if (session.get()) throw redirect({ to: home(), replace: true })
    },
    loader: () => loadWords('access'),
    component: lazyRouteComponent(component, name),
  })

const forgotPassword = publicRoute('/forgot_password', () => import('./login/forgot-password-page.tsx'), 'ForgotPasswordPage')
const passwordReset = publicRoute('/password_reset/$token', () => import('./login/password-reset-page.tsx'), 'PasswordResetPage')

/** Texts of an address; what looks like a number is read as one by the router. */
const texts = (search: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (['string', 'number'].includes(typeof search[name]) ? [[name, String(search[name])]] : [])))

// Open to people who are signed in too: it is where they land.
const sso = createRoute({
  getParentRoute: () => root,
  path: '/sso',
  validateSearch: (search: Record<string, unknown>): SsoSearch => texts(search, 'idp', 'email', 'redirect', 'error', 'reference'),
  component: lazyRouteComponent(() => import('./login/sso-page.tsx'), 'SsoPage'),
})

const firstRun = createRoute({
  getParentRoute: () => root,
  path: '/first-run',
  component: lazyRouteComponent(() => import('./first-run/first-run-page.tsx'), 'FirstRunPage'),
})

const errorRoute = (path: string, kind: 'forbidden' | 'not_found' | 'failed') =>
  createRoute({ getParentRoute: () => root, path, component: () => <ErrorPage kind={kind} /> })

const reload = createRoute({
  getParentRoute: () => root,
  path: '/reload',
  // Part of the entry: where this is needed, other files are gone.
  component: ReloadPage,
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (!session.get()) throw redirect({ to: '/login', search: location.pathname === '/welcome' ? {} : { redirect: location.href }, replace: true })
  },
  // The menu names every page: without their titles it would show keys.
  loader: () => loadWords('titles'),
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

const welcome = createRoute({
  getParentRoute: () => shell,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./shell/welcome-page.tsx'), 'WelcomePage'),
})

/** A page that needs nothing around it. */
const Bare = ({ children }: { readonly children: ReactNode }) => children

/** Milliseconds that a page waits for the rows it asked for ahead. */
const aheadWait = 150
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function pageRoute(route: RegisteredRoute): AnyRoute {
  let Page: ComponentType | undefined
  let Frame: ComponentType<{ readonly route: RegisteredRoute; readonly children: ReactNode }> = Bare
  return createRoute({
    getParentRoute: () => shell,
    path: route.path,
    beforeLoad: ({ location, params }) => {
      if (!namesSomething(route.path, params)) throw notFound()
      const user = session.get()
      if (!user || mayOpen(route, user)) return
      // A link from a mail or a colleague leads to where this person finds the same objects, else home (NAV-10).
      const other = pageFor(registeredRoutes, route.entity, user)
      throw redirect({ href: other ? `${other.path}${location.searchStr}` : homeOf(registeredRoutes, user), replace: true })
    },
    loader: async ({ location }) => {
      const load = async () => {
        const [loaded] = await Promise.all([
          loadPage(route.page).then(async (module) => {
            // Rows that are quick are drawn with the page; it does not wait long for others.
            await Promise.race([module.ahead?.(location.search), pause(aheadWait)])
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
        // Code that does not come while the server is away will come when it is back.
        await load().catch(() => api.get('/ready').then(load))
      } catch (reason) {
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
      const first = user && pages.find((page) => mayOpen(page, user))
      throw redirect({ to: first?.path ?? home(), replace: true })
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
    // What a user answers for stands beside the list (ADM-07).
    ['/admin/users/$id/objects', (id: string) => pathTo('/admin/users', { id })],
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

// Development alone: a build holds no trace of it (NAV-36).
const development = import.meta.env.DEV
  ? [createRoute({ getParentRoute: () => root, path: '/ui-kit', component: lazyRouteComponent(() => import('./ui-kit/ui-kit-page.tsx'), 'UiKitPage') })]
  : []

const tree = root.addChildren([
  index,
  login,
  forgotPassword,
  passwordReset,
  sso,
  firstRun,
  errorRoute('/403', 'forbidden'),
  errorRoute('/404', 'not_found'),
  errorRoute('/500', 'failed'),
  reload,
  ...development,
  shell.addChildren([welcome, ...registeredRoutes.map(pageRoute), ...aliases, ...subjects, ...groups]),
])

/** The whole map of the application; pages load when they are opened or pointed at. */
export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  defaultPendingMs: 200,
  defaultStaleTime: Infinity,
  defaultErrorComponent: Failure,
})
