import { createRoute, createRouter, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { ApiError } from '#kit/web/api/client.ts'
import { loadCode } from '#kit/web/api/load-code.ts'
import { session } from '#kit/web/api/session.ts'
import { registerEntityPages, registerOwnPages } from '#kit/web/entity-pages.ts'
import { registerWay } from '#kit/web/lead-to.ts'
import { loadWords } from '#kit/web/i18n/store.ts'
import { begin } from '#kit/web/pending-work.ts'
import { ErrorPage, Failure } from './errors/error-pages.tsx'
import { ReloadPage } from './errors/reload-page.tsx'
import { safeRedirect } from './guard.ts'
import type { SsoSearch } from './login/sso-page.tsx'
import type * as pageModule from './pages.tsx'
import { root } from './root-route.ts'

type Pages = typeof pageModule

let added: Promise<Pages> | undefined

/** Puts the pages behind the sign-in on the map, whose code comes now: whoever only signs in reads nothing of them. */
export function addPages(): Promise<Pages> {
  added ??= import('./pages.tsx').then(
    (module) => {
      // The tree is the same object with more in it, which `update` alone would take for unchanged.
      treeWith(module.pages)
      router.setRoutes(router.buildRouteTree())
      registerEntityPages(module.pageOf)
      registerOwnPages(module.ownPageOf)
      return module
    },
    (reason: unknown) => {
      added = undefined
      throw reason
    },
  )
  return added
}

/** The same, waiting for the server while it is away; where the file is gone after an update, the page says how to go on. */
async function pages(): Promise<Pages> {
  try {
    return await loadCode(addPages)
  } catch (reason) {
    // Whether it is gone nobody could say.
    if (reason instanceof ApiError) throw reason
    reportError(reason)
    throw redirect({ to: '/reload', replace: true })
  }
}

const home = async (): Promise<string> => {
  const user = session.get()
  if (user?.outside) return '/outside'
  if (user?.leaving) return '/leaving'
  return user ? (await pages()).homeFor(user) : '/login'
}

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    throw redirect({ to: await home(), replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => (typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
  beforeLoad: async ({ search }) => {
    if (session.get()) throw redirect({ href: safeRedirect(search.redirect) ?? (await home()), replace: true })
  },
  component: lazyRouteComponent(() => loadCode(() => import('./login/login-page.tsx')), 'LoginPage'),
})

/** A page for people who are not signed in; whoever is goes home (NAV-08). */
const publicRoute = <const P extends `/${string}`>(path: P, component: NonNullable<Parameters<typeof lazyRouteComponent>[0]>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async () => {
      if (session.get()) throw redirect({ to: await home(), replace: true })
    },
    loader: () => loadCode(() => loadWords('access')),
    component: lazyRouteComponent(() => loadCode(component), name),
  })

const forgotPassword = publicRoute('/forgot_password', () => import('./login/forgot-password-page.tsx'), 'ForgotPasswordPage')
const passwordReset = publicRoute('/password_reset/$token', () => import('./login/password-reset-page.tsx'), 'PasswordResetPage')

// Open to people who are signed in too: a link of a mail is theirs either way.
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe/$token',
  loader: () => loadCode(() => loadWords('people')),
  component: lazyRouteComponent(() => loadCode(() => import('./login/unsubscribe-page.tsx')), 'UnsubscribePage'),
})

const leaveReport = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe/report/$token',
  loader: () => loadCode(() => loadWords('reporting')),
  component: lazyRouteComponent(() => loadCode(() => import('./login/leave-report-page.tsx')), 'LeaveReportPage'),
})

/** Texts of an address; what looks like a number is read as one by the router. */
const texts = (search: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (['string', 'number'].includes(typeof search[name]) ? [[name, String(search[name])]] : [])))

// Open to people who are signed in too: it is where they land.
const sharedDashboard = createRoute({
  getParentRoute: () => root,
  path: '/share/dashboard/$token',
  loader: () => loadCode(() => loadWords('reporting')),
  component: lazyRouteComponent(() => loadCode(() => import('#areas/reporting/web/shared-page.tsx')), 'SharedDashboardPage'),
})

// Open to people who are signed in too: it is where they land.
const sso = createRoute({
  getParentRoute: () => root,
  path: '/sso',
  validateSearch: (search: Record<string, unknown>): SsoSearch => texts(search, 'idp', 'email', 'redirect', 'error', 'reference'),
  component: lazyRouteComponent(() => loadCode(() => import('./login/sso-page.tsx')), 'SsoPage'),
})

const firstRun = createRoute({
  getParentRoute: () => root,
  path: '/first-run',
  component: lazyRouteComponent(() => loadCode(() => import('./first-run/first-run-page.tsx')), 'FirstRunPage'),
})

/** What the answer screen speaks. */
const answerWords = ['campaigns', 'people', 'questionnaires', 'policies', 'evidence', 'scales', 'actions']

/** Pages of people from outside, who have no others; whoever else comes goes home. */
const outsideRoute = <const P extends `/outside${string}`>(path: P, name: 'Asked' | 'Answer') =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ location }) => {
      const user = session.get()
      if (!user) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
      if (!user.outside) throw redirect({ to: await home(), replace: true })
    },
    loader: () => loadCode(() => Promise.all(answerWords.map((area) => loadWords(area)))),
    component: lazyRouteComponent(() => loadCode(() => import('./outside/outside-pages.tsx')), name),
  })

const outsideCode = createRoute({
  getParentRoute: () => root,
  path: '/outside/code/$customer',
  beforeLoad: async () => {
    if (session.get()) throw redirect({ to: await home(), replace: true })
  },
  loader: () => loadCode(() => loadWords('campaigns')),
  component: lazyRouteComponent(() => loadCode(() => import('./outside/code-page.tsx')), 'CodePage'),
})

/** All there is for global pilots of an organisation that waits for its deletion. */
const leaving = createRoute({
  getParentRoute: () => root,
  path: '/leaving',
  beforeLoad: async () => {
    if (!session.get()?.leaving) throw redirect({ to: await home(), replace: true })
  },
  loader: () => loadCode(() => Promise.all([loadWords('transfer'), loadWords('tenancy')])),
  component: lazyRouteComponent(() => loadCode(() => import('./leaving-page.tsx')), 'LeavingPage'),
})

const errorRoute = (path: string, kind: 'forbidden' | 'not_found' | 'failed') =>
  createRoute({ getParentRoute: () => root, path, component: () => <ErrorPage kind={kind} /> })

const reload = createRoute({
  getParentRoute: () => root,
  path: '/reload',
  // Part of the entry: where this is needed, other files are gone.
  component: ReloadPage,
})

// Development alone: a build holds no trace of it (NAV-36).
const development = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/ui-kit',
        component: lazyRouteComponent(() => loadCode(() => import('./ui-kit/ui-kit-page.tsx')), 'UiKitPage'),
      }),
    ]
  : []

// Every other address, until the pages are on the map and it is looked up again.
const unmapped = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async ({ location }) => {
    await pages()
    throw redirect({ href: location.href, replace: true })
  },
})

const treeWith = (others: AnyRoute): AnyRoute =>
  root.addChildren([
    index,
    login,
    forgotPassword,
    passwordReset,
    unsubscribe,
    leaveReport,
    sharedDashboard,
    sso,
    firstRun,
    outsideRoute('/outside', 'Asked'),
    outsideRoute('/outside/$id', 'Answer'),
    outsideCode,
    leaving,
    errorRoute('/403', 'forbidden'),
    errorRoute('/404', 'not_found'),
    errorRoute('/500', 'failed'),
    reload,
    ...development,
    others,
  ])

/** The map of the application, with the pages behind the sign-in once they were asked for; pages load when they are opened or pointed at. */
export const router = createRouter({
  routeTree: treeWith(unmapped),
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  defaultPendingMs: 200,
  defaultStaleTime: Infinity,
  defaultErrorComponent: Failure,
})

registerWay((address) => void router.navigate({ href: address }))

/** Between being asked for and being shown, a page is under way; of several asked for, only the last one arrives. */
let arrived: (() => void) | undefined
router.subscribe('onBeforeLoad', () => void (arrived ??= begin()))
router.subscribe('onResolved', () => {
  arrived?.()
  arrived = undefined
})
