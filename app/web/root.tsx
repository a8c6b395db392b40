import { Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { ApiError } from '#kit/web/api/client.ts'
import { elsewhere } from '#kit/web/api/session-elsewhere.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { session, useOptionalSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ConfirmHost } from '#kit/web/ui/confirm-host.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Toaster } from '#kit/web/ui/toaster.tsx'
import { TooltipHost } from '#kit/web/ui/tooltip.tsx'
import { ConnectionBanner } from './shell/connection-banner.tsx'
import { leaving } from './sign-out.ts'

const ContextNotice = lazy(() => import('./shell/context-notice.tsx').then((module) => ({ default: module.ContextNotice })))

/** What every page shares: messages, questions, tooltips, and what happens when the session ends. */
export function Root() {
  const words = useWords('kit')
  const router = useRouter()
  const navigate = useNavigate()
  const here = useOptionalSession()
  const there = useSyncExternalStore(elsewhere.subscribe, elsewhere.get)

  useEffect(
    () =>
      session.subscribe((said) => {
        if (session.get() || leaving()) return
        toast.warning(said ?? words('errors.session_expired'))
        void navigate({ to: '/login', search: { redirect: router.state.location.href }, replace: true })
      }),
    [words, router, navigate],
  )

  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ query, ...event }) => {
        if (event.type !== 'updated' || event.action.type !== 'error' || query.meta?.['essential'] !== true) return
        const reason = event.action.error
        if (!(reason instanceof ApiError) || reason.code !== 'FORBIDDEN') return
        toast.warning(reason.message)
        void navigate({ to: '/403', replace: true })
      }),
    [navigate],
  )

  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      {here && there ? (
        <Suspense>
          <ContextNotice here={here} there={there} />
        </Suspense>
      ) : null}
      <ConnectionBanner />
      <ConfirmHost />
      <Toaster />
      <TooltipHost />
    </>
  )
}
