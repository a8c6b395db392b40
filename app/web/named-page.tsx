import { useQueries } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { ApiError } from '#kit/web/api/client.ts'
import { useOptionalSession, type SessionUser } from '#kit/web/api/session.ts'
import { useTranslate, useWords } from '#kit/web/i18n/words.ts'
import { recordQueryOf } from '#kit/web/resource/list-api.ts'
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

/** A page whose address names objects: without them it says that there is nothing, and where to go on (NAV-06). */
export function NamedPage({ route, children }: { readonly route: RegisteredRoute; readonly children: ReactNode }) {
  const words = useWords('app')
  const translate = useTranslate()
  const user = useOptionalSession()
  const params = useParams({ strict: false }) as Readonly<Record<string, string>>
  const records = useQueries({ queries: Object.entries(route.names ?? {}).map(([param, entity]) => recordQueryOf(entity, params[param])) })
  const reason = records.map(({ error }) => error).find((error) => error instanceof ApiError && error.code === 'NOT_FOUND')
  const way = useMemo(() => {
    const page = user ? above(route, user) : undefined
    return page ? { to: page.path, label: translate(page.title) } : { to: '/', label: words('pages.home') }
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
