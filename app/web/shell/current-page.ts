import { useMatches } from '@tanstack/react-router'
import { useMemo } from 'react'
import { registeredRoutes, type RegisteredRoute } from '#app/web/registry.ts'

export interface CurrentPage {
  readonly route: RegisteredRoute
  /** The pages above this one, the topmost first, with their addresses. */
  readonly above: readonly { readonly route: RegisteredRoute; readonly to: string }[]
  /** The entry of the menu that leads here or to the nearest page above. */
  readonly menuEntry: RegisteredRoute | undefined
}

/** The page of a route pattern among all pages, with those whose pattern is a beginning of it. */
export function placeOf(pattern: string, params: Readonly<Record<string, string>>, routes: readonly RegisteredRoute[]): CurrentPage | undefined {
  const route = routes.find((one) => one.path === pattern)
  if (!route) return undefined
  const above = routes
    .filter((one) => pattern.startsWith(`${one.path}/`))
    .toSorted((a, b) => a.path.length - b.path.length)
    .map((one) => ({ route: one, to: one.path.replaceAll(/\$(\w+)/g, (_, name: string) => params[name] ?? '') }))
  return { route, above, menuEntry: [...above.map((one) => one.route), route].findLast((one) => one.category && !one.hidden) }
}

/** The page on screen; nothing on pages that no area has registered. */
export function useCurrentPage(): CurrentPage | undefined {
  const match = useMatches({ select: (matches) => matches.at(-1) })
  const pattern = match?.fullPath
  const params = match?.params as Readonly<Record<string, string>> | undefined
  return useMemo(() => (pattern ? placeOf(pattern.replace(/(.)\/$/, '$1'), params ?? {}, registeredRoutes) : undefined), [pattern, params])
}
