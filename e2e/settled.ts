/** When a page has come to rest, which the web app says itself (kit/web/pending-work.ts), and what it told on the way. */
import type { BrowserContext, Locator, Page, Request } from 'playwright'

interface Traffic {
  readonly open: Set<Request>
  /** The calls of the API that ended last, and how. */
  readonly calls: string[]
}
const traffic = new WeakMap<Page, Traffic>()

/** Notes what a page calls, from now on. */
export function noteCalls(page: Page): void {
  const now: Traffic = { open: new Set(), calls: [] }
  traffic.set(page, now)
  page.on('request', (request) => void now.open.add(request))
  const end = (request: Request) => void now.open.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (!pathname.startsWith('/api/')) return
    now.calls.push(`${response.request().method()} ${pathname.slice(4)}${search.slice(0, 60)} ${response.status()}`)
    if (now.calls.length > 15) now.calls.shift()
  })
}

/** What a page called last, the latest at the end. */
export const lastCalls = (page: Page): readonly string[] => traffic.get(page)?.calls ?? []

/** Whether the document stands and nothing is under way in it. One that is not of the product, such as an identity provider's or an empty one, stands once it is loaded. */
const atRest = (): boolean =>
  document.readyState === 'complete' &&
  (document.getElementById('root') === null ||
    document.documentElement.hasAttribute('data-unsupported') ||
    (document.documentElement.hasAttribute('data-idle') && document.querySelector('main') !== null && document.querySelector('[aria-busy=true]') === null))

/** Why a page is not at rest, as far as it can be seen from here. */
async function unrest(page: Page): Promise<string> {
  const pageState = await page
    .mainFrame()
    .evaluate(() =>
      [
        location.pathname,
        document.readyState,
        document.documentElement.hasAttribute('data-idle') ? 'idle' : 'under way',
        document.querySelector('main') ? '' : 'no main',
        document.querySelector('[aria-busy=true]')?.outerHTML.slice(0, 200) ?? '',
      ].join(' '),
    )
    .catch(String)
  const open = [...(traffic.get(page)?.open ?? [])].filter((request) => request.resourceType() !== 'eventsource')
  return `${pageState}; open: ${open.map((request) => `${request.method()} ${request.url()}`).join(' · ')}; last: ${lastCalls(page).join(' · ')}`
}

/** Waits until what the page shows has come to rest. What was not done in the page itself, such as another size of the window, reaches it with the next frame. */
export async function settled(page: Page): Promise<void> {
  await page
    .mainFrame()
    .evaluate(() => new Promise((frame) => requestAnimationFrame(frame)))
    .catch(whileItLoads)
  await resting(page)
}

/** The document that was asked was another one by the time it would have answered. */
function whileItLoads(reason: unknown): void {
  if (!/context was destroyed|navigat/i.test(String(reason))) throw reason
}

/** Waits until nothing is under way; what a press begins is so from the press on. */
export async function resting(page: Page): Promise<void> {
  if (await page.mainFrame().evaluate(atRest).catch(whileItLoads)) return
  await page.waitForFunction(atRest, undefined, { polling: 'raf' }).catch(async (reason: unknown) => {
    throw new Error(`The page does not come to rest: ${await unrest(page)}`, { cause: reason })
  })
}

/** Pages that are looked at while they are busy. */
const restless = new WeakSet<Page>()

/** `resting`, but for a page that is looked at while it is busy. */
export async function unlessRestless(page: Page): Promise<void> {
  if (!restless.has(page)) await resting(page)
}

/** Does something on a page without waiting for it to come to rest before each look. */
export async function restlessly<T>(page: Page, work: () => Promise<T>): Promise<T> {
  if (restless.has(page)) return work()
  restless.add(page)
  try {
    return await work()
  } finally {
    restless.delete(page)
  }
}

/** What is asked once, and answered by whatever stands there at the time. */
const looks = [
  'all',
  'allInnerTexts',
  'allTextContents',
  'ariaSnapshot',
  'boundingBox',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
] as const satisfies readonly (keyof Locator)[]

let patched = false

/** While a journey holds up or answers calls of a page itself, it looks at what is shown meanwhile. */
function restlessWhileHeld(page: Page): void {
  const held = new Set<string>()
  const [route, unroute, unrouteAll] = [page.route.bind(page), page.unroute.bind(page), page.unrouteAll.bind(page)]
  const note = () => void (held.size > 0 ? restless.add(page) : restless.delete(page))
  page.route = async (what, ...how) => {
    held.add(String(what))
    note()
    return route(what, ...how)
  }
  page.unroute = async (what, ...how) => {
    await unroute(what, ...how)
    held.delete(String(what))
    note()
  }
  page.unrouteAll = async (...how) => {
    await unrouteAll(...how)
    held.clear()
    note()
  }
}

/** Every look at a page waits for it to come to rest first, so that what stands there is what the last step has led to, and not what stood there before. */
export function lookAtRest(context: BrowserContext): void {
  context.on('page', (page) => {
    restlessWhileHeld(page)
    for (const name of ['evaluate', 'title', 'content'] as const) {
      const ask = page[name].bind(page) as (...how: unknown[]) => Promise<never>
      Object.assign(page, { [name]: async (...how: unknown[]) => (await unlessRestless(page), ask(...how)) })
    }
    if (patched) return
    patched = true
    const locator = Object.getPrototypeOf(page.locator('html')) as Record<string, (this: Locator, ...how: unknown[]) => Promise<unknown>>
    for (const name of looks) {
      const ask = locator[name]
      if (!ask) throw new Error(`Locators have no ${name}`)
      locator[name] = async function look(...how) {
        await unlessRestless(this.page())
        return ask.apply(this, how)
      }
    }
  })
}

/** Messages at the bottom of a page since it was loaded, also those that have gone by the time a journey asks: on a busy machine two seconds are soon over. */
declare global {
  // oxlint-disable-next-line no-var
  var journeyToasts: string[] | undefined
}

/** Keeps the messages of a page; runs in it. */
export function keepToasts(): void {
  const messages: string[] = []
  globalThis.journeyToasts = messages
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue
        const toasts = node.matches('[data-kind]') ? [node] : node.querySelectorAll<HTMLElement>('[role=region][popover] [data-kind]')
        for (const toast of toasts) if (toast.closest('[role=region][popover]')) messages.push(toast.querySelector('p')?.textContent ?? '')
      }
  }).observe(document, { childList: true, subtree: true })
}

/** Waits for a message at the bottom of the page, or takes one that has been there already; each only once. */
export async function toastShown(page: Page, text: string | RegExp): Promise<void> {
  const wanted = typeof text === 'string' ? { text } : { source: text.source, flags: text.flags }
  await page
    .waitForFunction(({ text: whole, source, flags }: { text?: string; source?: string; flags?: string }) => {
      const messages = globalThis.journeyToasts ?? []
      const at = messages.findIndex((toast) =>
        whole === undefined ? new RegExp(source ?? '', flags).test(toast) : toast.toLowerCase().includes(whole.toLowerCase()),
      )
      if (at >= 0) messages.splice(at, 1)
      return at >= 0
    }, wanted)
    .catch(async (reason: unknown) => {
      const there = await page
        .mainFrame()
        .evaluate(() =>
          [
            location.pathname,
            document.documentElement.lang,
            JSON.stringify(globalThis.journeyToasts),
            document.querySelector('main')?.textContent.slice(0, 300) ?? document.body.textContent.slice(0, 300),
          ].join(' | '),
        )
        .catch(String)
      throw new Error(`Nobody was told «${String(text)}». There is: ${there}`, { cause: reason })
    })
}
