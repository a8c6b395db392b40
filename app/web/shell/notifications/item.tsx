import { AlarmClock, VolumeX, CalendarClock, Check, ChevronDown, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useSaying } from '#areas/people/web/notification-words.ts'
import { dayOf, useFormat, wallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Stack, Told } from './stacks.ts'
import css from './notifications.module.css'

interface ItemProps {
  readonly stack: Stack
  readonly onOpen: () => void
  readonly onRead: () => void
  readonly onMute: () => void
}

/** What was told of one object: the newest of it, and how much more there is. */
export function Item({ stack, onOpen, onRead, onMute }: ItemProps) {
  const words = useWords('app')
  const people = useWords('people')
  const format = useFormat()
  const say = useSaying()
  const [all, setAll] = useState(false)
  const { newest } = stack
  const { object } = newest
  const rest = stack.all.length - 1
  const about = [
    newest.due_at ? people('notifications.due', { moment: format.dateTime(newest.due_at) }) : null,
    newest.text ? people('notifications.quote', { text: newest.text }) : object.identifier ? object.name : null,
    newest.day ? format.date(newest.day) : null,
  ]
  const at = dayOf(new Date(newest.created_at)) === dayOf() ? wallTime(newest.created_at).slice(11) : format.date(newest.created_at)
  return (
    <li data-unread={stack.unread || undefined}>
      <button type="button" data-row className={css.row} onClick={onOpen}>
        <Sign told={newest} />
        <span className={css.said}>
          <span>
            {stack.unread ? <VisuallyHidden>{words('notifications.not_read')} </VisuallyHidden> : null}
            {say(newest)}
          </span>
          <Text size={12} tone="quiet" cut>
            {about.filter(Boolean).join(' · ')}
            {rest > 0 ? ` ${words('notifications.more', { count: rest })}` : ''}
          </Text>
        </span>
        <time dateTime={newest.created_at}>{at}</time>
      </button>
      <span className={css.tools}>
        {rest > 0 ? (
          <IconButton size="sm" label={words('notifications.more', { count: rest })} aria-expanded={all} onClick={() => setAll(!all)}>
            <ChevronDown size={14} />
          </IconButton>
        ) : null}
        {stack.unread ? (
          <IconButton size="sm" label={words('notifications.read')} onClick={onRead}>
            <Check size={14} />
          </IconButton>
        ) : null}
        <IconButton size="sm" label={words('notifications.mute')} onClick={onMute}>
          <VolumeX size={14} />
        </IconButton>
      </span>
      {all ? (
        <ul className={css.older}>
          {stack.all.slice(1).map((one) => (
            <li key={one.id}>
              {say(one)}
              {one.text ? <q>{one.text}</q> : null} <time dateTime={one.created_at}>{format.dateTime(one.created_at)}</time>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function Sign({ told }: { readonly told: Told }) {
  if (told.actor) return <Avatar name={told.actor.name} size={28} />
  const Icon = told.about ? AlarmClock : told.kind === 'expiring' ? Hourglass : CalendarClock
  return (
    <span className={css.sign} data-bad={told.kind === 'late' || told.kind === 'clock_late' || undefined}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
    </span>
  )
}
