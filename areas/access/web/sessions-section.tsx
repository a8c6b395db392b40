import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import type { endOtherSessions, endSession, listSessions, OwnSession } from '#areas/access/contract/passwords.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { deviceName } from './device-name.ts'
import styles from './access.module.css'

const queryKey = ['own_sessions']

/** Where one is signed in, and signing out there. */
export function SessionsSection() {
  const { tied, impersonator } = useSession()
  return tied || impersonator !== null ? null : <Sessions />
}

function Sessions() {
  const t = useWords('access')
  const list = useQuery({ queryKey, queryFn: async () => (await api.call<typeof listSessions>('GET /user/sessions')).objects })
  const run = async (work: () => Promise<{ message?: string }>) => {
    try {
      const { message = '' } = await work()
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await queryClient.invalidateQueries({ queryKey })
  }
  const endAll = async () => {
    if (!(await confirm({ title: t('sessions.end_all'), message: t('sessions.end_all_text'), confirm: t('sessions.end_all'), danger: true }))) return
    await run(() => api.call<typeof endOtherSessions>('POST /user/sessions/end_others'))
  }
  const end = (one: OwnSession) => run(() => api.call<typeof endSession>('DELETE /user/sessions/{session}', { params: { session: one.id } }))
  return (
    <Block
      title={t('sessions.title')}
      aside={
        <Button size="sm" disabled={(list.data?.length ?? 0) < 2} onClick={() => void endAll()}>
          {t('sessions.end_all')}
        </Button>
      }
    >
      {list.isPending ? <SkeletonRows count={3} /> : null}
      {list.isError ? <ErrorState reason={list.error} onRetry={() => void list.refetch()} /> : null}
      <Stack as="ul" className={styles.list}>
        {list.data?.map((one) => (
          <SessionRow key={one.id} session={one} onEnd={() => void end(one)} />
        ))}
      </Stack>
    </Block>
  )
}

function SessionRow({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: () => void }) {
  const t = useWords('access')
  const { dateTime } = useFormat()
  const device = deviceName(session.device) || t('sessions.unknown')
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Monitor
  return (
    <Row as="li" align="center" gap={10} padY={6} edge="soft-below">
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <Text grow narrows className={styles.grow}>
        <Text as="strong" cut weight={500}>
          {device} · {session.organisation}
        </Text>
        <Text tone="quiet" size={12} line={16}>
          {t(`sessions.method.${session.method}`)} · {t('sessions.since', { date: dateTime(session.created_at) })} ·{' '}
          {t('sessions.used', { date: dateTime(session.last_used_at) })}
        </Text>
      </Text>
      {session.current ? (
        <StatusBadge tone="success" glyph="check">
          {t('sessions.current')}
        </StatusBadge>
      ) : (
        <Button size="sm" aria-label={t('sessions.end_on', { device })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </Row>
  )
}
