/**
 * Browser profiles that go from one visitor to the next of the same kind, emptied of all that the first one left but for the files of the build, whose names change with what they
 * hold: to ask for them again and to read them again is a fifth of what a visit costs.
 */
import type { BrowserContext, Page } from 'playwright'

/** What a profile cannot be cleaned of: whoever asks for it keeps it to the end. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
  'unroute',
  'unrouteAll',
] as const satisfies readonly (keyof BrowserContext)[]

/** Everything that a page keeps in the browser under its address; what sessions keep goes with their tabs. */
const storage = 'local_storage,indexeddb,cache_storage,service_workers,file_systems,websql,shared_storage,storage_buckets'

const atRest = new Map<string, BrowserContext[]>()
const spoiled = new WeakSet<BrowserContext>()
/** What a visitor listens to, and what ends it. */
const listening = new WeakMap<BrowserContext, (() => void)[]>()

/** A profile of this kind that nobody uses, without a kind a visitor's own, else one that `make` makes; with its first tab. Pages may have kept something under `origins`. */
export async function takeProfile(
  kind: string | undefined,
  origins: readonly string[],
  make: () => Promise<BrowserContext>,
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const others = kind === undefined ? [] : (atRest.get(kind) ?? [])
  for (let idleContext = others.pop(); idleContext; idleContext = others.pop()) {
    // Its browser may have died.
    if (!idleContext.browser()?.isConnected()) continue
    const page = await idleContext.newPage()
    const session = await idleContext.newCDPSession(page)
    for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: storage })
    await session.detach()
    return { context: idleContext, page }
  }
  const context = await make()
  for (const name of lasting) {
    const ask = context[name].bind(context) as (...how: unknown[]) => Promise<never>
    Object.assign(context, { [name]: (...how: unknown[]) => (spoiled.add(context), ask(...how)) })
  }
  const listen = context.on.bind(context) as (event: string, hear: () => void) => BrowserContext
  Object.assign(context, {
    on: (event: string, hear: () => void) => {
      listening.set(context, [...(listening.get(context) ?? []), () => context.off(event as 'page', hear)])
      return listen(event, hear)
    },
  })
  return { context, page: await context.newPage() }
}

/** Closes a visitor's tabs and keeps the profile for the next one of its kind. */
export async function giveBackProfile(kind: string | undefined, context: BrowserContext): Promise<void> {
  if (kind === undefined || spoiled.has(context) || !context.browser()?.isConnected()) return context.close()
  for (const stop of listening.get(context) ?? []) stop()
  listening.delete(context)
  await Promise.all(context.pages().map((page) => page.close()))
  await context.clearCookies()
  atRest.set(kind, [...(atRest.get(kind) ?? []), context])
}
