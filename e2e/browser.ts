import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { inject } from 'vitest'
import type { Language } from '#kit/contract/catalogue.ts'
import { demoPassword } from './global-setup.ts'

let browser: Browser | undefined

/** The one browser of the run. */
export async function theBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({ executablePath: inject('chromium'), args: ['--no-sandbox'] })
  return browser
}

export interface Visit {
  readonly lang?: Language
  readonly theme?: 'light' | 'dark'
  readonly width?: 1440 | 390
  /** Which of the two servers answers. */
  readonly server?: 0 | 1
}

export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Everything the browser complained of: errors, failed scripts, violations of the content security policy. */
  readonly complaints: string[]
  address(path: string): string
  /** Calls the API with the browser's own session. */
  api(method: string, path: string, body?: unknown): Promise<unknown>
  close(): Promise<void>
}

const sizes = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const

/** A fresh browser profile on the sign-in page. */
export async function visit({ lang = 'en', theme = 'light', width = 1440, server = 0 }: Visit = {}): Promise<Visitor> {
  const base = inject('addresses')[server] ?? ''
  const context = await (await theBrowser()).newContext({ locale: lang === 'fr' ? 'fr-FR' : 'en-US', colorScheme: theme, viewport: sizes[width], reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // A refused call is the journey's own business; the browser logs each as an error.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  await page.goto(`${base}/login`)
  return {
    context, page, complaints,
    address: (path) => `${base}${path}`,
    api: (method, path, body) =>
      page.evaluate(
        async ([verb, url, json]) => {
          const answer = await fetch(`/api${url}`, { method: verb, headers: { 'x-vigie': '1', 'content-type': 'application/json' }, ...(json ? { body: JSON.stringify(json) } : {}) })
          return answer.json() as Promise<unknown>
        },
        [method, path, body] as const,
      ),
    close: () => context.close(),
  }
}

/** Signs in by hand, in the three steps of the page, and waits for the first page behind it. */
export async function signIn(email: string, options: Visit & { password?: string } = {}): Promise<Visitor> {
  const visitor = await visit(options)
  const { page } = visitor
  await page.locator('input[type=email]').fill(email)
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill(options.password ?? demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  return visitor
}

/** Waits until what the page shows has come to rest: nothing is loading, no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('[data-skeleton], [aria-busy=true]') === null)
  await page.evaluate(() => document.fonts.ready)
}
