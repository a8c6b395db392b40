import { useEffect } from 'react'
import { api } from '#kit/web/api/client.ts'
import { whenIdle } from '#kit/web/when-idle.ts'

/** Tells the server which kind of page is on screen, ids masked (NAV-53); once it is, and without a word when that fails. */
export function usePageViews(pathname: string | undefined): void {
  useEffect(() => (pathname === undefined ? undefined : whenIdle(() => void api.post('/analytics/page_view', {}, { once: false }).catch(() => {}))), [pathname])
}
