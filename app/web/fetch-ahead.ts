import { loadWords, preferredLanguage } from '#kit/web/i18n/store.ts'
import { registeredRoutes } from './registry.ts'

const ignore = () => undefined

/** Fetches the code and words of the page that was asked for while the server still says who is asking; the router waits for both later. */
export function fetchAhead(pathname: string): void {
  const route = registeredRoutes.find(({ path }) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`).test(pathname))
  if (!route) return
  void import('./shell/shell.tsx').catch(ignore)
  void route.page().catch(ignore)
  for (const area of ['titles', route.area, ...(route.words ?? [])]) void loadWords(area, preferredLanguage()).catch(ignore)
}
