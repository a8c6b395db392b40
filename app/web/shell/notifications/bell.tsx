import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { glyphs } from '#kit/web/glyphs.ts'
import { api } from '#kit/web/api/client.ts'
import { elsewhere } from '#kit/web/api/session-elsewhere.ts'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useIdle } from '#kit/web/when-idle.ts'
import type { Unread } from './stacks.ts'
import { notificationsKey, useNotificationStream } from './stream.ts'
import css from './notifications.module.css'

const Panel = lazy(async () => ({ default: (await import('./panel.tsx')).Panel }))

/** Who may be told something: members of an organisation who have nothing else to do first. */
function useMember(): string | null {
  const user = useOptionalSession()
  return user?.customer && user.member_id && user.pending.length === 0 ? `${user.customer.id}.${user.member_id}` : null
}

/** How much its reader was told and has not read. */
export function useUnread(): number {
  const member = useMember()
  const idle = useIdle()
  const away = useSyncExternalStore(elsewhere.subscribe, elsewhere.get) !== null
  // While the session stands elsewhere another page of the browser hears for it, and this one asks for nothing.
  useNotificationStream(idle && !away ? member : null)
  const { data: unread = [] } = useQuery({
    queryKey: [notificationsKey, 'count', member],
    queryFn: async ({ signal }) => (await api.get<{ unread: Unread }>('/notification/count', { signal })).unread,
    enabled: idle && member !== null,
  })
  return unread.reduce((sum, one) => sum + one.count, 0)
}

/** What its reader was told and has not read, counted; opens it. */
export function Bell() {
  const member = useMember()
  return member === null ? null : <MemberBell member={member} />
}

function MemberBell({ member }: { readonly member: string }) {
  const words = useWords('app')
  const count = useUnread()
  return (
    <Popover
      label={words('notifications.title')}
      placement="bottom-end"
      width={480}
      trigger={(props) => (
        <IconButton label={words('notifications.bell', { count })} {...props}>
          <Grid as="span" holds>
            <glyphs.notifications size={16} strokeWidth={1.75} />
            {count > 0 ? (
              <Text aria-hidden padX={4} corner={8} size={11} weight={600} line={16} side="center" className={css.count}>
                {count > 99 ? '99+' : count}
              </Text>
            ) : null}
          </Grid>
        </IconButton>
      )}
    >
      {(close) => (
        <Suspense>
          <Panel member={member} onClose={close} />
        </Suspense>
      )}
    </Popover>
  )
}
