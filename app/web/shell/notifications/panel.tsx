import { useQuery } from '@tanstack/react-query'
import { CheckCheck, SlidersHorizontal } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { notificationChips, type NotificationChip } from '#kit/contract/notification-kinds.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { readAt } from '#kit/web/entity-pages.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Item } from './item.tsx'
import { countOf, sectionsOf, type Stack, type Told, type Unread } from './stacks.ts'
import { notificationsKey } from './stream.ts'
import css from './notifications.module.css'

interface Answer {
  readonly objects: readonly Told[]
  readonly unread: Unread
}

interface PanelProps {
  readonly member: string
  readonly onClose: () => void
}

const write = async (send: Promise<unknown>): Promise<void> => {
  try {
    await send
    await invalidate(notificationsKey)
  } catch (reason) {
    toast.error(failureText(reason))
  }
}

/** What its reader was told; nothing of it is read by looking at it. */
export function Panel({ member, onClose }: PanelProps) {
  const words = useWords('app')
  const format = useFormat()
  const navigate = useNavigate()
  const title = useId()
  const list = useRef<HTMLDivElement>(null)
  const root = useRef<HTMLDivElement>(null)
  // It comes after the popover that it stands in, which had nothing to give the focus to.
  useEffect(() => root.current?.focus(), [])
  const [unreadOnly, setUnreadOnly] = useState(true)
  const [chip, setChip] = useState<NotificationChip | 'all'>('all')
  const { data, error, refetch } = useQuery({
    queryKey: [notificationsKey, 'list', member, unreadOnly],
    queryFn: ({ signal }) => api.get<Answer>('/notification', { query: { unread: unreadOnly }, signal }),
    staleTime: 0,
  })
  const unread = data?.unread ?? []
  const sections = sectionsOf(data?.objects ?? [], chip, dayOf)
  const stacks = sections.flatMap((section) => section.stacks)
  const newest = data?.objects.reduce((most, { id }) => Math.max(most, id), 0) ?? 0
  const heading = (name: string) => {
    if (name === 'needs') return words('notifications.needs')
    if (name === dayOf()) return words('notifications.today')
    return daysBetween(name, dayOf()) === 1 ? words('notifications.yesterday') : format.date(name)
  }

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const read = (stack: Stack) => {
    const ids = stack.all.flatMap((one) => (one.read ? [] : [one.id]))
    if (ids.length > 0) void write(api.put('/notification/read', { ids }))
  }
  const open = (stack: Stack, notification: Told) => {
    read({ ...stack, all: stack.objects > 1 ? [notification] : stack.all })
    const { entity, object, about } = notification
    const to = readAt(entity, object.id)
    if (to === undefined) return
    onClose()
    void navigate({ to, hash: about?.code })
  }
  const mute = ({ newest: { entity, object } }: Stack) => {
    const send = (muted: boolean) => write(api.put('/notification/mute', { entity, object_id: object.id, muted }))
    void send(true).then(() =>
      toast.success(words('notifications.muted', { name: object.identifier ?? object.name ?? '' }), {
        action: { label: words('notifications.undo'), run: () => void send(false) },
      }),
    )
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
    const all = rows()
    const at = all.indexOf((event.target as HTMLElement).closest<HTMLElement>('[data-row]') ?? document.body)
    const stack = stacks[at]
    const move = { ArrowDown: Math.min(at + 1, all.length - 1), ArrowUp: Math.max(at - 1, 0) }[event.key]
    if (move !== undefined) all[move]?.focus()
    else if (stack && event.key.toLowerCase() === 'e') {
      read(stack)
      if (unreadOnly) (all[at + 1] ?? all[at - 1] ?? list.current)?.focus()
    } else if (stack && event.key.toLowerCase() === 'm' && stack.objects === 1) mute(stack)
    else return
    event.preventDefault()
  }
  return (
    <div ref={root} tabIndex={-1} className={css.panel} onKeyDown={press}>
      <Row align="center" gap={8} className={css.head}>
        <Text as="h2" size={14} id={title}>
          {words('notifications.title')}
        </Text>
        <span>{words('notifications.unread', { count: countOf(unread, 'all') })}</span>
        <Checkbox
          role="switch"
          aria-checked={unreadOnly}
          label={words('notifications.unread_only')}
          checked={unreadOnly}
          onChange={() => setUnreadOnly(!unreadOnly)}
        />
        <IconButton
          label={words('notifications.all_read')}
          disabled={countOf(unread, 'all') === 0}
          onClick={() => void write(api.put('/notification/read', { up_to: newest }))}
        >
          <CheckCheck size={16} strokeWidth={1.75} />
        </IconButton>
        <IconButton
          label={words('notifications.settings')}
          onClick={() => {
            onClose()
            void navigate({ to: path('/profile'), hash: 'notifications' })
          }}
        >
          <SlidersHorizontal size={16} strokeWidth={1.75} />
        </IconButton>
      </Row>
      <Row rigid gap={2} overflow="scrolled-across" edge="below" className={css.chips} role="radiogroup" aria-label={words('notifications.kinds')}>
        {(['all', ...notificationChips] as const).map((one) => (
          <Text as="label" holds rigid padY={3} padX={8} corner={6} tone="soft" key={one}>
            <input type="radio" name={`${title}-chip`} checked={one === chip} onChange={() => setChip(one)} />
            {words(`notifications.chips.${one}`)} {countOf(unread, one) > 0 ? <Text figures>{countOf(unread, one)}</Text> : null}
          </Text>
        ))}
      </Row>
      <Box ref={list} grow overflow="scrolled-down" className={css.list} tabIndex={-1} aria-busy={!data && !error}>
        {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonRows count={5} /> : null}
        {data && stacks.length === 0 ? <EmptyState title={words('notifications.none')} text={words('notifications.none_hint')} /> : null}
        {sections.map(({ name, stacks: within }) => (
          <section key={name} aria-label={heading(name)}>
            <Text as="h3" tone="quiet" size={12} weight={500}>
              {heading(name)}
            </Text>
            <ul>
              {within.map((stack) => (
                <Item
                  key={stack.key}
                  stack={stack}
                  onOpen={(notification) => open(stack, notification)}
                  onRead={() => read(stack)}
                  onMute={() => mute(stack)}
                />
              ))}
            </ul>
          </section>
        ))}
      </Box>
      <Row align="center" spread="between" gap={12} edge="above" className={css.foot}>
        <Text as="p" tone="quiet" size={12} className={css.keys}>
          {words('notifications.keys')}
        </Text>
        <Button
          size="sm"
          variant="link"
          onClick={() => {
            onClose()
            void navigate({ to: path('/notifications') })
          }}
        >
          {words('notifications.see_all')}
        </Button>
      </Row>
    </div>
  )
}
