import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { VolumeX, CheckCheck, MailOpen, SlidersHorizontal, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { notificationList } from '#areas/people/contract/notification-list.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { only } from '#kit/contract/figure.ts'
import { glyphs } from '#kit/web/glyphs.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { readAt } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { path } from '#kit/web/route.ts'
import type { BulkAction, RowAction } from '#kit/web/table/columns.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useSaying, type Sayable } from './notification-words.ts'
import css from './notifications.module.css'

type NotificationRow = RowOf<typeof notificationList>

definePresentation(notificationList, {
  icon: glyphs.notifications,
  widths: { unread: 104 },
  // That it is unread stands in words beside.
  sign: ({ unread }) => (unread ? <span className={css.dot} aria-hidden /> : null),
  phone: { name: Sentence, facts: About },
})

/** Under which name everything of notifications is read; the bell's figure too. */
const key = 'notification'

interface Counted {
  readonly unread: readonly { readonly count: number }[]
  readonly newest: number
}

const write = async (send: Promise<unknown>, done?: () => void): Promise<void> => {
  try {
    await send
    done?.()
  } catch (reason) {
    toast.error(failureText(reason))
  } finally {
    await invalidate(key)
  }
}

/** Marks rows as read or as not; says so where there were several. */
function useMark() {
  const t = useWords('people')
  return (rows: readonly NotificationRow[], read: boolean) => {
    const ids = rows.flatMap(({ id, unread }) => (unread === read ? [id] : []))
    if (ids.length === 0) return
    void write(api.put('/notification/read', { ids, read }), () => {
      if (rows.length > 1) toast.success(t(read ? 'notifications.page.marked' : 'notifications.page.unmarked', { count: ids.length }))
    })
  }
}

/** Whether what is read is left out stands in the address, like any other filter. */
function useUnreadOnly() {
  const turnTo = useAsk<'/notifications'>()
  const asked = useLocation({ select: (location) => (location.search as { unread?: unknown }).unread !== undefined })
  const ask = (unread: boolean) => turnTo({ unread: unread ? 1 : undefined, page: undefined }, true)
  return [asked, ask] as const
}

/** Everything that one was told within ninety days, as a list like any other; the panel of the bell leads here. */
export function Page() {
  const t = useWords('people')
  const format = useFormat()
  const navigate = useNavigate()
  const say = useSaying()
  const mark = useMark()
  const session = useSession()
  const [unreadOnly, ask] = useUnreadOnly()
  const member = `${session.customer?.id}.${session.member_id}`
  // The figure of the bell, which asks for the same.
  const { data } = useQuery({ queryKey: [key, 'count', member, 'page'], queryFn: ({ signal }) => api.get<Counted>('/notification/count', { signal }) })
  const count = data?.unread.reduce((sum, one) => sum + one.count, 0) ?? 0

  const cells = useMemo(
    () => ({
      name: (row: NotificationRow) => <NotificationText row={row} said={say(sayable(row))} />,
      unread: ({ unread }: NotificationRow) =>
        unread ? (
          <StatusBadge tone="primary" glyph="circle">
            {t('notifications.page.state.unread')}
          </StatusBadge>
        ) : (
          t('notifications.page.state.read')
        ),
    }),
    [t, say],
  )
  const open = (row: NotificationRow) => {
    mark([row], true)
    const to = readAt(row.of ?? '', row.object_id ?? 0)
    if (to !== undefined) void navigate({ to, hash: row.clock ?? undefined })
  }
  const mute = ({ of, object_id: id, identifier, name }: NotificationRow) => {
    const send = (muted: boolean) => write(api.put('/notification/mute', { entity: of, object_id: id, muted }))
    void send(true).then(() =>
      toast.success(t('notifications.page.muted', { name: identifier ?? name ?? '' }), {
        action: { label: t('profile.undo'), run: () => void send(false) },
      }),
    )
  }
  const rowActions: readonly RowAction<NotificationRow>[] = [
    { name: 'read', label: t('notifications.page.read'), icon: MailOpen, quick: true, show: ({ unread }) => unread ?? false, run: (row) => mark([row], true) },
    { name: 'unread', label: t('notifications.page.not_read'), icon: Undo2, show: ({ unread }) => !unread, run: (row) => mark([row], false) },
    { name: 'mute', label: t('notifications.page.mute'), icon: VolumeX, run: mute },
  ]
  const bulkActions: readonly BulkAction<NotificationRow>[] = ([true, false] as const).map((read) => ({
    name: read ? 'read' : 'unread',
    label: t(read ? 'notifications.page.read' : 'notifications.page.not_read'),
    show: (rows) => rows.some(({ unread }) => unread === read),
    run: (rows, clear) => {
      mark(rows, read)
      clear()
    },
  }))
  const fixed = useMemo(() => (unreadOnly ? [only('unread', true)] : []), [unreadOnly])
  return (
    <ListPage
      entity={notificationList}
      fixed={fixed}
      cells={cells}
      exporting={false}
      past={false}
      rowActions={rowActions}
      bulkActions={bulkActions}
      onOpen={open}
      tools={
        <>
          <IconButton label={t('notifications.page.settings')} size="md" onClick={() => void navigate({ to: path('/profile'), hash: 'notifications' })}>
            <SlidersHorizontal size={15} strokeWidth={1.75} />
          </IconButton>
          <Button
            icon={<CheckCheck size={14} aria-hidden />}
            disabled={count === 0}
            onClick={() => void write(api.put('/notification/read', { up_to: data?.newest ?? 1 }))}
          >
            {t('notifications.page.all_read')}
          </Button>
        </>
      }
    >
      <Row padY={8} padX={16}>
        <Segmented
          label={t('notifications.page.which')}
          value={unreadOnly ? 'unread' : 'all'}
          onChange={(value) => ask(value === 'unread')}
          options={[
            { value: 'all', label: t('notifications.page.all') },
            { value: 'unread', label: `${t('notifications.page.unread')} ${format.number(count)}` },
          ]}
        />
      </Row>
    </ListPage>
  )
}

/** What its sentence is made of. */
const sayable = ({ kind, of, actor, identifier, name, clock_name: clock, day, stands_for }: NotificationRow): Sayable => ({
  kind: kind ?? 'assigned',
  entity: of ?? '',
  actor,
  object: { identifier, name },
  about: clock ? { name: clock } : null,
  day: day ?? null,
  stands_for,
})

/** What the object is called or what somebody said of it, and when it is due. */
function useAbout({ words, identifier, name, due_at: due, day }: NotificationRow): string {
  const t = useWords('people')
  const format = useFormat()
  const about = [
    due ? t('notifications.due', { moment: format.dateTime(due) }) : day ? format.date(day) : null,
    words ? t('notifications.quote', { text: words }) : identifier ? name : null,
  ]
  return about.filter(Boolean).join(' · ')
}

/** The sentence that says what happened. */
function Sentence({ row }: { readonly row: NotificationRow }) {
  const t = useWords('people')
  const say = useSaying()
  return (
    <span className={css.sentence} data-unread={row.unread || undefined}>
      {row.unread ? <VisuallyHidden>{t('notifications.page.state.unread')} </VisuallyHidden> : null}
      {say(sayable(row))}
    </span>
  )
}

function About({ row }: { readonly row: NotificationRow }) {
  return useAbout(row)
}

function NotificationText({ row, said: text }: { readonly row: NotificationRow; readonly said: string }) {
  const about = useAbout(row)
  return (
    <Row as="span" gap={8} narrows className={css.said} data-unread={row.unread || undefined}>
      <Text cut>{text}</Text>
      {about ? <Text cut>{about}</Text> : null}
    </Row>
  )
}
