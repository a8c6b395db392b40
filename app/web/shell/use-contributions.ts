import { useEffect } from 'react'
import type { listAssignees } from '#areas/people/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { setMenuCount } from '#kit/web/menu-counts.ts'
import { whenIdle } from '#kit/web/when-idle.ts'

/** Milliseconds after which what waits is counted again. */
const again = 120_000

/** Groups and users that objects may be given to, as many as a list of options shows (ACC-32). */
const readAssignees = () =>
  void queryClient.prefetchQuery({
    queryKey: ['member', 'assignees'],
    queryFn: async () => (await api.call<typeof listAssignees>('GET /user_group/users', { query: { limit: 50 } })).objects,
    staleTime: 60_000,
  })

/** Keeps the numbers beside the menu: what waits for this person, first asked for once the page stands (ACC-32, SHL-12). */
export function useContributions(allowed: boolean): void {
  const user = useOptionalSession()
  const who = user && allowed ? `${user.customer?.id ?? 0}.${user.member_id ?? 0}.${user.mode}` : null
  useEffect(() => {
    if (who === null) return
    const count = () =>
      void api.get<{ object: Readonly<Record<string, number>> }>('/contribution/count').then(
        ({ object }) => Object.entries(object).forEach(([badge, number]) => setMenuCount(badge, number)),
        // The numbers stay as they were.
        () => {},
      )
    const stop = whenIdle(() => {
      count()
      readAssignees()
    })
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') count()
    }, again)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [who])
}
