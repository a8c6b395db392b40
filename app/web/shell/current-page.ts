import { useMatches } from '@tanstack/react-router'
import { useMemo } from 'react'
import { mainOf, registeredRoutes, type RegisteredRoute } from '#app/web/registry.ts'
import type { Address } from '#kit/web/route.ts'

export interface CurrentPage {
  readonly route: RegisteredRoute
  /** The pages above this one, the topmost first, with their addresses. */
  readonly above: readonly { readonly route: RegisteredRoute; readonly to: Address }[]
  /** The entry of the menu that leads here or to the nearest page above. */
  readonly menuEntry: RegisteredRoute | undefined
}

/** The page of a route pattern among all pages, with those whose pattern is a beginning of it. */
export function placeOf(pattern: string, params: Readonly<Record<string, string>>, routes: readonly RegisteredRoute[]): CurrentPage | undefined {
  const route = routes.find((one) => one.path === pattern)
  if (!route) return undefined
  const prefixes = routes.filter((one) => pattern.startsWith(`${one.path}/`)).toSorted((a, b) => a.path.length - b.path.length)
  const list = listBeside(route, prefixes, routes)
  // Tabs stand beside each other, whatever their addresses.
  const over = prefixes.filter((one) => mainOf(one) !== mainOf(list ?? route))
  const above = [...over, ...(list ? [list] : [])].map((one) => ({
    route: one,
    to: one.path.replaceAll(/\$(\w+)/g, (_, name: string) => params[name] ?? '') as Address,
  }))
  return { route, above, menuEntry: [...above.map((one) => one.route), route].findLast((one) => one.category && !one.hidden) }
}

/** The list of the objects that a page is about, where it stands beside the page instead of over it: `/org/risks/analyses` of `/org/risks/analysis/$id`. */
function listBeside({ names = {} }: RegisteredRoute, over: readonly RegisteredRoute[], routes: readonly RegisteredRoute[]): RegisteredRoute | undefined {
  const [entity, another] = Object.values(names)
  const nearest = over.at(-1)
  if (entity === undefined || another !== undefined || !nearest || over.some((one) => one.entity === entity)) return undefined
  return routes.find((one) => one.entity === entity && one.category && one.path.startsWith(`${nearest.path}/`) && !one.path.includes('$'))
}

/** The page on screen; nothing on pages that no area has registered. */
export function useCurrentPage(): CurrentPage | undefined {
  const match = useMatches({ select: (matches) => matches.at(-1) })
  const pattern = match?.fullPath
  const params = match?.params as Readonly<Record<string, string>> | undefined
  return useMemo(() => (pattern ? placeOf(pattern.replace(/(.)\/$/, '$1'), params ?? {}, registeredRoutes) : undefined), [pattern, params])
}
