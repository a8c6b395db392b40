import { AlarmClock, VolumeX, CalendarClock, Check, ChevronDown, Hourglass, Unplug } from 'lucide-react'
import { useState } from 'react'
import { useSaying } from '#areas/people/web/notification-words.ts'
import { dayOf, useFormat, wallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Stack, Told } from './stacks.ts'
import css from './notifications.module.css'

const namesShown = 3

/** Of kinds that the calendar tells. */
const kindOf = ({ kind }: Told) => (kind === 'late' || kind === 'due_soon' || kind === 'opened' ? kind : 'expiring')

interface ItemProps {
  readonly stack: Stack
  readonly onOpen: (notification: Told) => void
  readonly onRead: () => void
  readonly onMute: () => void
}

/** What was told of one object: the newest of it, and how much more there is; or of several at once, each of which opens by itself. */
export function Item({ stack, onOpen, onRead, onMute }: ItemProps) {
  const words = useWords('app')
  const people = useWords('people')
  const format = useFormat()
  const say = useSaying()
  const [all, setAll] = useState(false)
  const { newest } = stack
  const { object } = newest
  const rest = stack.all.length - 1
  const several = stack.objects > 1
  const names = [...new Set(stack.all.map((one) => one.object.identifier ?? one.object.name))].slice(0, namesShown)
  const more = words('notifications.more', { count: several ? stack.objects - names.length : rest })
  const about = [
    newest.due_at ? people('notifications.due', { moment: format.dateTime(newest.due_at) }) : null,
    newest.text ? people('notifications.quote', { text: newest.text }) : object.identifier ? object.name : null,
    newest.day ? format.date(newest.day) : null,
  ]
  const at = dayOf(new Date(newest.created_at)) === dayOf() ? wallTime(newest.created_at).slice(11) : format.date(newest.created_at)
  return (
    <Text as="li" holds data-unread={stack.unread || undefined}>
      <Row
        type="button"
        data-row
        as="button"
        align="start"
        gap={10}
        full
        tone="plain"
        side="start"
        className={css.row}
        aria-expanded={several ? all : undefined}
        onClick={() => (several ? setAll(!all) : onOpen(newest))}
      >
        <Sign told={newest} />
        <span className={css.said}>
          <span>
            {stack.unread ? <VisuallyHidden>{words('notifications.not_read')} </VisuallyHidden> : null}
            {several ? people(`notifications.said_of_several.${kindOf(newest)}`, { count: stack.objects, of: newest.entity }) : say(newest)}
          </span>
          <Text size={12} tone="quiet" cut>
            {several ? names.join(', ') : about.filter(Boolean).join(' · ')}
            {(several ? stack.objects > names.length : rest > 0) ? ` ${more}` : ''}
          </Text>
        </span>
        <Text as="time" rigid tone="quiet" size={12} figures dateTime={newest.created_at}>
          {at}
        </Text>
      </Row>
      <Row as="span" edge="all" corner={6} fill="surface" className={css.tools}>
        {rest > 0 ? (
          <IconButton size="sm" label={several ? words('notifications.each') : more} aria-expanded={all} onClick={() => setAll(!all)}>
            <ChevronDown size={14} />
          </IconButton>
        ) : null}
        {stack.unread ? (
          <IconButton size="sm" label={words('notifications.read')} onClick={onRead}>
            <Check size={14} />
          </IconButton>
        ) : null}
        {several ? null : (
          <IconButton size="sm" label={words('notifications.mute')} onClick={onMute}>
            <VolumeX size={14} />
          </IconButton>
        )}
      </Row>
      {all ? (
        <Box as="ul" tone="soft" size={12} className={css.older}>
          {stack.all.slice(several ? 0 : 1).map((one) => (
            <Text as="li" holds padY={2} key={one.id}>
              {several ? (
                <Button size="sm" variant="link" onClick={() => onOpen(one)}>
                  {[one.object.identifier, one.object.name].filter(Boolean).join(' ')}
                </Button>
              ) : (
                say(one)
              )}
              {one.text ? <q>{one.text}</q> : null}{' '}
              <Text as="time" tone="quiet" dateTime={one.created_at}>
                {several && one.day ? format.date(one.day) : format.dateTime(one.created_at)}
              </Text>
            </Text>
          ))}
        </Box>
      ) : null}
    </Text>
  )
}

function Sign({ told: notification }: { readonly told: Told }) {
  if (notification.actor) return <Avatar name={notification.actor.name} size={28} />
  const Icon = notification.about ? AlarmClock : notification.kind === 'expiring' ? Hourglass : notification.kind === 'stopped' ? Unplug : CalendarClock
  return (
    <Grid
      as="span"
      rigid
      centered
      corner={6}
      fill="warn"
      tone="warn"
      className={css.sign}
      data-bad={notification.kind === 'late' || notification.kind === 'clock_late' || notification.kind === 'stopped' || undefined}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden />
    </Grid>
  )
}
