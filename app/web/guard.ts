import { safePath } from '#kit/contract/safe-path.ts'
import { holds, type SessionUser } from '#kit/web/api/session.ts'
import { ownAddress, type Address, type AreaRoute, type RouteMeta, type Section } from '#kit/web/route.ts'

/** Pages for people who are not signed in. */
const publicPaths = ['/login', '/forgot_password', '/password_reset', '/unsubscribe', '/share/dashboard', '/sso', '/first-run', '/outside/code']

/** Whether an address is, or stands below, a page for people who are not signed in. */
export const isPublic = (page: string): boolean => publicPaths.some((open) => page === open || page.startsWith(`${open}/`))

/** Whether a person may open a page, by its declared conditions; the server checks again on every call. */
export function mayOpen(route: RouteMeta, user: SessionUser): boolean {
  const tenant = route.tenant ?? true
  if (tenant !== 'any' && tenant !== (user.customer !== null)) return false
  return mayEnter(route, user) && isThere(route, user) && holds(user, route.right) && (route.when?.(user) ?? true)
}

/** Why a person may not open a page: it is shown within organisations or outside of them, it is not switched on here, or it is not for their role. */
export function whyNot(route: RouteMeta, user: SessionUser): 'within' | 'outside' | 'off' | 'role' {
  const tenant = route.tenant ?? true
  if (tenant !== 'any' && tenant !== (user.customer !== null)) return tenant ? 'within' : 'outside'
  return mayEnter(route, user) && !isThere(route, user) ? 'off' : 'role'
}

/** The role, or the kind of staff, that a page asks for. */
function mayEnter({ roles, staff }: RouteMeta, user: SessionUser): boolean {
  if (user.customer) return roles === undefined || roles.some((role) => user.roles.includes(role))
  return staff === undefined || (user.admin_type !== null && staff.includes(user.admin_type))
}

/** Whether the page exists for this organisation and instance. */
function isThere({ feature, hidden_for: contexts, partner, internal, section }: RouteMeta, user: SessionUser): boolean {
  if (feature && !user.features.includes(feature)) return false
  if (user.context_type && contexts?.includes(user.context_type)) return false
  if (partner && user.instance_type !== 'partner') return false
  if (internal && user.properties.isLocalProvider === true) return false
  return section === undefined || sectionIsOn(section, user)
}

/** The property of the session that switches each add-on on. */
export const switches = { projects: 'isp_enable', risk_analysis: 'risk_analysis_enable' } as const

/** Whether an add-on is bought or being tried; in an ASSESSMENT all are (NAV-46). */
export const sectionIsOn = (section: Section, user: Pick<SessionUser, 'properties' | 'context_type'>): boolean =>
  user.context_type === 'ASSESSMENT' || user.properties[switches[section]] === true

/** Pages whose parameter is a word. */
const byWord = ['/doc/$id', '/home/onboarding/$step']

/** Whether an address can name something: ids are numbers, with a letter before them in lists of several kinds; an identifier is a word. `/actions/labels` is no plan (NAV-06). */
export const namesSomething = (path: string, params: Readonly<Record<string, string>>): boolean =>
  byWord.includes(path) || path.endsWith('/$identifier') || Object.values(params).every((id) => /^[a-z]?\d+$/.test(id))

/** A page that needs no parameters, so that it can be opened from nowhere. */
export const standsAlone = (route: AreaRoute) => !route.path.includes('$')

/** The page that shows an entity's objects to a person: contributors find theirs on another one than pilots. */
export const pageFor = <R extends AreaRoute>(routes: readonly R[], entity: string | undefined, user: SessionUser | null): R | undefined =>
  user && entity ? routes.find((route) => route.entity === entity && mayOpen(route, user)) : undefined

/**
 * The page a person starts on: the cockpit, or the list of customers outside of any (NAV-07); where that page does not exist
 * or is not theirs, the first one of the menu that is.
 */
export function homeOf(routes: readonly AreaRoute[], user: SessionUser): string {
  const open = routes.filter((route) => standsAlone(route) && mayOpen(route, user))
  const wanted = user.customer ? '/home' : '/admin/customer'
  return (open.find((route) => route.path === wanted) ?? open.find((route) => route.category && !route.hidden) ?? open[0])?.path ?? '/welcome'
}

/** Where to go after signing in: the asked page if it is one of ours and not public, else nothing (ACC-19). */
export function safeRedirect(target: unknown): Address | undefined {
  const path = safePath(target)
  const page = path?.split(/[?#]/, 1)[0] ?? ''
  return isPublic(page) ? undefined : ownAddress(path)
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
