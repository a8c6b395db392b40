import { useMemo } from 'react'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { mayOpen, standsAlone } from '#app/web/guard.ts'
import { registeredRoutes, type RegisteredRoute } from '#app/web/registry.ts'

/** The pages that the person may open from a menu, in its order. */
export function useMenu(): readonly RegisteredRoute[] {
  const user = useOptionalSession()
  return useMemo(
    () =>
      user
        ? registeredRoutes.filter((route) => route.category && !route.hidden && standsAlone(route) && mayOpen(route, user))
        : [],
    [user],
  )
}
