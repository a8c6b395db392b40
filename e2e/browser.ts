import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { inject } from 'vitest'
import type { Language } from '#kit/contract/catalogue.ts'
import { contextHeader } from '#kit/contract/page-context.ts'
import { demoPassword } from '#tools/test/demo-password.ts'
import type { Place } from './global-setup.ts'
import { keepToasts, lookAtRest, noteCalls, settled, unlessRestless } from './settled.ts'
import { isTraced, trace } from './traces.ts'
import { giveBackProfile, takeProfile } from './profiles.ts'

export { settled, toastShown as expectToast } from './settled.ts'

let browser: Promise<Browser> | undefined

/** The one browser of the worker; another when it has died, so that one file's misfortune is not the next one's. */
export async function theBrowser(): Promise<Browser> {
  if (browser && !(await browser).isConnected()) browser = undefined
  // A page of a journey stands for seconds: code that V8 makes fast in the background never pays for its making, a fifth of a page's work. Without a language
  // of its own a browser cannot write the accents of a downloaded file's name, and calls it «download».
  browser ??= chromium.launch({
    executablePath: inject('chromium'),
    args: ['--no-sandbox', '--js-flags=--no-opt --no-maglev'],
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  })
  return browser
}

/** Every page that stands in this worker's browser. */
export async function openPages(): Promise<readonly Page[]> {
  return browser ? (await browser).contexts().flatMap((context) => context.pages()) : []
}

/** The servers and the database of this worker. */
export function place(): Place {
  const mine = inject('places')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!mine) throw new Error(`Worker ${process.env.VITEST_POOL_ID} has no servers`)
  return mine
}

export interface Visit {
  readonly lang?: Language
  readonly theme?: 'light' | 'dark'
  readonly width?: 1440 | 390
  /** Which of the two servers answers. */
  readonly server?: 0 | 1
  /**
   * For journeys that hold up or answer requests themselves: begun or ended while a page stands, interception reaches it late, and the next request passes or
   * hangs. Costs the browser its cache.
   */
  readonly intercepted?: boolean
}

/** Sizes of the screens that journeys are made on, by their width. */
export const sizes = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const

/** A browser profile with its first tab. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Everything the browser complained of in any tab: errors, failed scripts, violations of the content security policy; and calls of pages that do not say for what they stand. */
  readonly complaints: string[]
  address(path: string): string
  /** Opens a page of the product in the first tab and waits until it has come to rest. */
  open(path: string): Promise<void>
  /** Calls the API with the browser's own session; throws what it says when it refuses. */
  api<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  close(): Promise<void>
}

/** Calls of pages that stand for nobody yet. */
const open = /^\/api\/(?:auth|login_message|first_run|outside\/code|ready|share\/dashboard|user\/(?:password_policy|check_password|unsubscribe))(?:\/|$)/

/** What the visitor of a profile has been complained to about; profiles go from one to the next. */
const complained = new WeakMap<BrowserContext, string[]>()

async function newProfile({
  lang,
  theme,
  width,
  base,
  intercepted,
}: Required<Pick<Visit, 'lang' | 'theme' | 'width'>> & { base: string; intercepted: boolean }): Promise<BrowserContext> {
  const context = await (
    await theBrowser()
  ).newContext({
    baseURL: base,
    locale: lang === 'fr' ? 'fr-FR' : 'en-US',
    colorScheme: theme,
    viewport: sizes[width],
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  context.setDefaultTimeout(20_000)
  const complain = (complaint: string) => void complained.get(context)?.push(complaint)
  context.on('weberror', (error) => complain(String(error.error())))
  context.on('console', (message) => {
    // A refused call is the journey's own business; the browser logs each as an error.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complain(message.text())
  })
  context.on('page', noteCalls)
  lookAtRest(context)
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Pictures and streams are asked for by the browser itself, and so are the documents of frames.
    if (
      pathname.startsWith('/api/') &&
      !['image', 'eventsource', 'document'].includes(request.resourceType()) &&
      !open.test(pathname) &&
      request.headers()[contextHeader] === undefined
    )
      complain(`${request.method()} ${pathname} does not say for what its page stands`)
  })
  await context.addInitScript(keepToasts)
  await trace(context)
  if (intercepted) await context.route('**/api/**', (route) => route.fallback())
  else context.on('page', refuseLateInterception)
  return context
}

/** A browser profile without anything of anybody, not signed in, on an empty tab. */
export async function visit({ lang = 'en', theme = 'light', width = 1440, server = 0, intercepted = false }: Visit = {}): Promise<Visitor> {
  const { addresses } = place()
  const base = addresses[server] ?? ''
  // What is intercepted or traced is one visitor's own.
  const kind = intercepted || isTraced ? undefined : [lang, theme, width, server].join(' ')
  const { context, page } = await takeProfile(kind, addresses, () => newProfile({ lang, theme, width, base, intercepted }))
  const complaints: string[] = []
  complained.set(context, complaints)
  let closed = false
  return {
    context,
    page,
    complaints,
    address: (path) => `${base}${path}`,
    open: async (path) => {
      await page.goto(path)
      await settled(page)
    },
    api: async <T>(method: string, path: string, body?: unknown) => {
      // What the last step writes is written by then.
      await unlessRestless(page)
      const answer = await context.request.fetch(`/api${path}`, {
        method,
        headers: { 'x-vigie': '1', 'accept-language': lang },
        ...(body === undefined ? {} : { data: body }),
      })
      if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
      return (await answer.json()) as T
    },
    close: async () => {
      // Somebody else may have it by now.
      if (closed) return
      closed = true
      await giveBackProfile(kind, context)
    },
  }
}

/** Holding up requests of a page that stands already works now and then only: better never. */
function refuseLateInterception(page: Page): void {
  const route = page.route.bind(page)
  page.route = (...how) => {
    if (page.url() !== 'about:blank') throw new Error('Requests are held up from the first page on: visit with `intercepted: true`')
    return route(...how)
  }
}

/**
 * A browser in which somebody has signed in, its first tab still empty; signing in by hand has journeys of its own. The interface speaks `lang`, whatever the
 * person reads usually.
 */
export async function signIn(email: string, options: Visit & { password?: string } = {}): Promise<Visitor> {
  const visitor = await visit(options)
  await visitor.api('POST', '/auth/login', { email, password: options.password ?? demoPassword })
  const { user } = await visitor.api<{ user: { admin_type: string | null; customer: object | null; pending: string[] } }>('GET', '/auth/check')
  // Staff come back to where they were last; a journey begins on their own pages.
  if (user.admin_type !== null && user.customer !== null && user.pending.length === 0) await visitor.api('PUT', '/user/customer', { customer_id: null })
  await visitor.api('PUT', '/user/language', { lang: options.lang ?? 'en' })
  return visitor
}
