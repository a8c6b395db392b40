import { useQueries } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, type ReactNode } from 'react'
import { ApiError } from '#kit/web/api/client.ts'
import { session, useOptionalSession, type SessionUser } from '#kit/web/api/session.ts'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { useObjectNames } from '#kit/web/page-title.ts'
import { recordQueryOf } from '#kit/web/resource/list-api.ts'
import { type ListPath, path as pathTo } from '#kit/web/route.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { ErrorState, WayOn } from '#kit/web/ui/states.tsx'
import { mayOpen, pageFor } from './guard.ts'
import { registeredRoutes, type RegisteredRoute } from './registry.ts'

/** The page from which somebody comes to one that is about an object: the nearest above it that needs none, else the list of such objects. */
function above({ path, names = {} }: RegisteredRoute, user: SessionUser): RegisteredRoute | undefined {
  const over = registeredRoutes.filter((route) => !route.path.includes('$') && path.startsWith(`${route.path}/`) && mayOpen(route, user))
  const [nearest] = over.toSorted((a, b) => b.path.length - a.path.length)
  const entity = Object.values(names)[0]
  const list = entity === undefined ? undefined : pageFor(registeredRoutes, entity, user)
  return nearest ?? registeredRoutes.find((route) => route.path === list?.path)
}

/** The name of an object whose declaration the page may not have loaded. */
function nameOf({ name, label, identifier }: Readonly<Record<string, unknown>>): string | undefined {
  return [name, label, identifier].find((one): one is string => typeof one === 'string' && one !== '')
}

/** A page whose address names objects: its headings bear their names; without them it says that there is nothing, and where to go on (NAV-06). */
export function NamedPage({ route, children }: { readonly route: RegisteredRoute; readonly children: ReactNode }) {
  const words = useWords('app')
  const translate = useTranslate()
  const user = useOptionalSession()
  const params = useParams({ strict: false }) as Readonly<Record<string, string>>
  const named = Object.entries(route.names ?? {})
  const records = useQueries({ queries: named.map(([param, entity]) => recordQueryOf<Readonly<Record<string, unknown>>>(entity, params[param])) })
  useObjectNames(
    Object.fromEntries(
      named.flatMap(([param], at) => {
        const object = records[at]?.data?.object
        const name = object && nameOf(object)
        return name === undefined ? [] : [[param, name]]
      }),
    ),
  )
  const reason = records.map(({ error }) => error).find((error) => error instanceof ApiError && error.code === 'NOT_FOUND')
  // What can no longer be opened does not open in place of the cockpit either.
  const lost = reason !== undefined && user !== null && String(user.home) === params['dashboardId']
  useEffect(() => {
    const now = session.get()
    if (lost && now) session.set({ ...now, home: null })
  }, [lost])
  const way = useMemo(() => {
    const page = user ? above(route, user) : undefined
    return page ? { to: pathTo(page.path as ListPath), label: translate(page.title) } : { to: pathTo('/'), label: words('pages.home') }
  }, [route, user, translate, words])
  return (
    <WayOn value={way}>
      {reason ? (
        <Page>
          <ErrorState reason={reason} />
        </Page>
      ) : (
        children
      )}
    </WayOn>
  )
}
