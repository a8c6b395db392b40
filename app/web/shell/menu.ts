import { useMemo } from 'react'
import { useOptionalSession, type SessionUser } from '#kit/web/api/session.ts'
import { mayOpen, standsAlone } from '#app/web/guard.ts'
import { mainOf, registeredRoutes, type RegisteredRoute } from '#app/web/registry.ts'
import { addOnsOf, type MenuAddOn } from './add-ons.ts'

/** Whether a page that stands outside of the menu is there for a person: a link to any other would only lead home. */
export const leadsTo = (path: RegisteredRoute['path'], user: SessionUser): boolean =>
  registeredRoutes.some((route) => route.path === path && mayOpen(route, user))

/** The pages that a person may open from the menu, a tab or the page of administration, in their order: the palette finds each of them. */
export const menuOf = (user: SessionUser): readonly RegisteredRoute[] =>
  registeredRoutes.filter((route) => route.category && !route.hidden && standsAlone(route) && mayOpen(route, user) && (route.offered?.(user) ?? true))

/** An entry of the menu: all pages about the same objects, which are its tabs. */
export interface MenuEntry {
  readonly main: string
  /** Which it opens, and after which it is called. */
  readonly first: RegisteredRoute
  readonly pages: readonly RegisteredRoute[]
}

/** One entry per object; whoever may not open its first page enters by the next. */
export const entriesOf = (pages: readonly RegisteredRoute[]): readonly MenuEntry[] =>
  [...Map.groupBy(pages, mainOf)].flatMap(([main, tabs]) => (tabs[0] ? [{ main, first: tabs[0], pages: tabs }] : []))

/** The pages of a menu with those of the add-ons that are off, and where each add-on stands that the menu tells of. */
export function useMenuWithAddOns() {
  const menu = useMenu()
  const user = useOptionalSession()
  return useMemo(() => {
    const addOns = user ? addOnsOf(registeredRoutes, user) : new Map<RegisteredRoute, MenuAddOn>()
    return { menu: registeredRoutes.filter((route) => menu.includes(route) || addOns.has(route)), addOns }
  }, [menu, user])
}

const nobodys: readonly RegisteredRoute[] = []
/** Four parts of the frame ask for the same menu before anything is seen. */
const known = new WeakMap<SessionUser, readonly RegisteredRoute[]>()

/** The menu of whoever is signed in. */
export function useMenu(): readonly RegisteredRoute[] {
  const user = useOptionalSession()
  if (!user) return nobodys
  const menu = known.get(user) ?? menuOf(user)
  known.set(user, menu)
  return menu
}
