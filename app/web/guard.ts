import { holds, type SessionUser } from '#kit/web/api/session.ts'
import type { AreaRoute } from '#kit/web/route.ts'

/** Pages for people who are not signed in. */
export const publicPaths = ['/login', '/forgot_password', '/password_reset', '/sso', '/first-run']

/** Whether a person may open a page, by its declared conditions; the server checks again on every call. */
export function mayOpen(route: AreaRoute, user: SessionUser): boolean {
  const tenant = route.tenant ?? true
  if (tenant !== 'any' && tenant !== (user.customer !== null)) return false
  if (route.feature && !user.features.includes(route.feature)) return false
  return holds(user, route.right) && (route.when?.(user) ?? true)
}

/** A page that needs no parameters, so that it can be opened from nowhere. */
export const standsAlone = (route: AreaRoute) => !route.path.includes('$')

/**
 * The page a person starts on: the cockpit, or the list of customers outside of any (NAV-07); where that page does not exist
 * or is not theirs, the first one of the menu that is.
 */
export function homeOf(routes: readonly AreaRoute[], user: SessionUser): string {
  const open = routes.filter((route) => standsAlone(route) && mayOpen(route, user))
  const wanted = user.customer ? '/home' : '/admin/customer'
  return (
    (open.find((route) => route.path === wanted) ?? open.find((route) => route.category && !route.hidden) ?? open[0])?.path ??
    '/welcome'
  )
}

/** Where to go after signing in: the asked page if it is one of ours and not public, else nothing (ACC-19). */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return undefined
  // The browser itself says where an address leads, whatever tricks are in it.
  const url = URL.canParse(target, 'https://vigie.invalid') ? new URL(target, 'https://vigie.invalid') : undefined
  if (url?.origin !== 'https://vigie.invalid' || publicPaths.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`))) return undefined
  return url.pathname + url.search + url.hash
}

/** The path above of a group without a page of its own, with the pages below it: `/admin` for `/admin/users`. */
export function groupPaths(routes: readonly AreaRoute[]): Map<string, AreaRoute[]> {
  const own = new Set<string>(routes.map((route) => route.path))
  const groups = new Map<string, AreaRoute[]>()
  for (const route of routes.filter(standsAlone)) {
    const parts = route.path.split('/')
    for (let length = 2; length < parts.length; length++) {
      const above = parts.slice(0, length).join('/')
      if (!own.has(above)) groups.set(above, [...(groups.get(above) ?? []), route])
    }
  }
  return groups
}
