import { useMemo } from 'react'
import { useOptionalSession, type SessionUser } from '#kit/web/api/session.ts'
import type { BarPlace } from '#kit/web/route.ts'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { mayOpen } from '#app/web/guard.ts'
import { registeredRoutes, type RegisteredRoute } from '#app/web/registry.ts'

export interface Place extends BarPlace {
  readonly route: RegisteredRoute
}

export interface Bar {
  readonly places: readonly Place[]
  /** Contributors have their pages in it, and the menu in the head. */
  readonly menu: boolean
}

/** What the bar of somebody leads to, in its order. */
export function barOf(user: SessionUser): Bar {
  const places = registeredRoutes
    .filter((route) => route.bar && mayOpen(route, user) && (route.offered?.(user) ?? true))
    .flatMap((route) => (route.bar ?? []).map((place) => ({ ...place, route })))
    .filter(({ roles }) => roles === undefined || roles.some((role) => user.roles.includes(role)))
    .toSorted((one, other) => one.order - other.order)
  return { places, menu: !places.some(({ route }) => route.category === 'contributions') }
}

/** The bar of whoever is signed in; on a phone alone, and for members of an organisation who have nothing else to do first. */
export function useBar(): Bar | undefined {
  const phone = usePhone()
  const user = useOptionalSession()
  return useMemo(() => (phone && user?.customer && user.member_id && user.pending.length === 0 ? barOf(user) : undefined), [phone, user])
}
