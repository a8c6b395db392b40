import { Activity, CalendarCheck, ChevronDown, EyeOff, ShieldOff, Undo2 } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { ForecastAnswer, ForecastCause, ForecastFall } from '#areas/dashboards/contract/forecast.ts'
import { daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button, ButtonLink, IconButton } from '#kit/web/ui/button.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { recordPath } from '#areas/dashboards/web/cockpit-api.ts'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { count, remediesOf, type Remedies } from './forecast-api.ts'
import css from './forecast.module.css'
import { useCauseText } from './cause-text.ts'

export interface MayStart {
  readonly remind: boolean
  readonly renew: boolean
  readonly plan: boolean
}

export interface TableProps {
  readonly forecast: ForecastAnswer
  readonly active: number | null
  readonly onActive: (at: number | null) => void
  readonly may: MayStart
  /** What is being started or taken back. */
  readonly busy: boolean
  readonly onStart: (remedies: Remedies) => void
  readonly onUndo: (remedies: Remedies) => void
  /** Asks first: for which day, and in which plan. */
  readonly onBook: (cause: ForecastCause) => void
  readonly onPlan: (cause: ForecastCause) => void
}

/** The dates on which the score falls, each with why, who has it in hand and what prevents it; the arrows go from date to date. */
export function ForecastTable(props: TableProps) {
  const words = useWords('dashboards')
  const { forecast, onActive } = props
  const [current, setCurrent] = useState(0)
  const go = (event: KeyboardEvent<HTMLTableRowElement>, at: number) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || event.target !== event.currentTarget) return
    event.preventDefault()
    const next = Math.min(forecast.falls.length - 1, Math.max(0, at + step))
    event.currentTarget.closest('table')?.querySelector<HTMLElement>(`tr[data-at="${next}"]`)?.focus()
  }
  return (
    <Box overflow="scrolled-across">
      <Box as="table" full className={css.table} aria-label={words('forecast.dates')}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{words('forecast.number')}</VisuallyHidden>
            </th>
            <th scope="col">{words('forecast.date')}</th>
            <th scope="col">{words('forecast.in')}</th>
            <th scope="col" className={css.number}>
              {words('forecast.falls_by')}
            </th>
            <th scope="col">{words('forecast.why')}</th>
            <th scope="col">{words('cockpit.perimeter')}</th>
            <th scope="col">{words('forecast.owner')}</th>
            <th scope="col">{words('forecast.remedy')}</th>
          </tr>
        </thead>
        <tbody onMouseLeave={() => onActive(null)}>
          {forecast.falls.map((fall, at) => (
            <Fall
              key={fall.day}
              {...props}
              fall={fall}
              at={at}
              tabIndex={at === Math.min(current, forecast.falls.length - 1) ? 0 : -1}
              onKeyDown={(event) => go(event, at)}
              onFocus={() => {
                setCurrent(at)
                onActive(at)
              }}
            />
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

interface FallProps extends TableProps {
  readonly fall: ForecastFall
  readonly at: number
  readonly tabIndex: number
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void
  readonly onFocus: () => void
}

function Fall({ forecast, fall, at, active, onActive, tabIndex, onKeyDown, onFocus, ...remedies }: FallProps) {
  const words = useWords('dashboards')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const [first, ...others] = fall.causes
  const days = daysBetween(forecast.day, fall.day)
  const several = others.length + fall.more
  const rows = open ? fall.causes : first ? [first] : []
  return (
    <>
      {rows.map((cause, n) => (
        <tr
          key={n}
          data-active={active === at || undefined}
          data-under={n > 0 || undefined}
          {...(n === 0 ? { 'data-at': at, tabIndex, onKeyDown, onFocus } : {})}
          onMouseEnter={() => onActive(at)}
        >
          {n === 0 ? (
            <>
              <td>
                <Grid
                  as="span"
                  inline
                  centered
                  fill="surface"
                  tone="bad"
                  size={11}
                  weight={600}
                  className={css.badge}
                  data-active={active === at || undefined}
                  data-started={cause.started || undefined}
                >
                  {at + 1}
                </Grid>
              </td>
              <Text as="td" weight={500} figures>
                {format.date(fall.day)}
              </Text>
              <Text as="td" tone="quiet">
                {days < 60 ? words('forecast.days', { days }) : words('forecast.months', { months: Math.round(days / 30.44) })}
              </Text>
              <td className={css.number}>
                <b>{format.signed(fall.points)}</b>
              </td>
            </>
          ) : (
            <>
              <td />
              <td />
              <td />
              <td className={css.number}>{format.signed(cause.points)}</td>
            </>
          )}
          <td>
            <Why cause={cause} />
            {n === 0 && several > 0 ? (
              <Row
                type="button"
                as="button"
                inline
                gap={2}
                align="center"
                padY={2}
                padX={4}
                corner={4}
                tone="quiet"
                size={12}
                className={css.more}
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                {words('forecast.and_more', { count: several })}
                <ChevronDown size={12} aria-hidden />
              </Row>
            ) : null}
          </td>
          <td>{cause.perimeter?.name ?? ''}</td>
          <td>
            {cause.owner ? (
              <Row as="span" inline gap={6} align="center" overflow="clipped" className={css.owner}>
                <Avatar name={cause.owner.name} />
                {cause.owner.name}
              </Row>
            ) : cause.remedy === 'ASSIGN' ? (
              <Text as="em" tone="warn">
                {words('forecast.noone')}
              </Text>
            ) : null}
          </td>
          <td>
            <Row as="span" wrap gap={6} rowGap={4} align="center" padY={3}>
              <Remedy {...remedies} causes={n === 0 && !open ? fall.causes : [cause]} />
              <Measures {...remedies} cause={cause} />
            </Row>
          </td>
        </tr>
      ))}
    </>
  )
}

/** As many steps as are planned at once. */
export const mostPlanned = 10

const icons = { UNANSWERED: CalendarCheck, LEFT: CalendarCheck, EXEMPTION: ShieldOff, SCOPE: Activity, HIDDEN: EyeOff } as const

function Why({ cause }: { readonly cause: ForecastCause }) {
  const textOf = useCauseText()
  const Icon = icons[cause.kind]
  const { task, exemption } = cause
  const to = cause.remedy === null ? undefined : task ? recordPath('runtask', task.id) : exemption ? recordPath('exemption', exemption.id) : undefined
  return (
    <Row as="span" inline gap={6} align="center" weight={500} className={css.why}>
      <Icon size={14} aria-hidden />
      {to ? <Link to={to}>{textOf(cause)}</Link> : textOf(cause)}
    </Row>
  )
}

function Remedy({
  causes,
  may,
  busy,
  onStart,
  onUndo,
  onBook,
}: Pick<TableProps, 'may' | 'busy' | 'onStart' | 'onUndo' | 'onBook'> & { readonly causes: readonly ForecastCause[] }) {
  const words = useWords('dashboards')
  const [open, started] = [remediesOf(causes, false, may), remediesOf(causes, true, may)]
  // Somebody's own reminder is not taken back from here.
  const undoable = remediesOf(
    causes.filter((cause) => cause.undoable),
    true,
    may,
  )
  const format = useFormat()
  const [first] = causes
  const label = words('forecast.remedy')
  const [booking] = open.bookings
  if (count(open) > 0)
    return (
      <Button size="sm" disabled={busy} onClick={() => (booking && count(open) === 1 ? onBook(booking) : onStart(open))}>
        {count(open) > 1
          ? words('forecast.start_all', { count: count(open) })
          : words(booking ? 'forecast.book' : open.tasks[0] ? 'forecast.remind' : 'forecast.renew')}
      </Button>
    )
  if (count(started) > 0)
    return (
      <Row as="span" inline gap={6} align="center">
        <Text padY={2} padX={6} corner={4} fill="selected" size={12}>
          {started.bookings[0]
            ? words('forecast.booked', { date: format.date(started.bookings[0].booked) })
            : words(started.tasks.length > 0 ? 'forecast.reminder_set' : 'forecast.renewal_asked')}
        </Text>
        {count(undoable) > 0 ? (
          <IconButton label={`${words('forecast.undo')}, ${label}`} disabled={busy} onClick={() => onUndo(undoable)}>
            <Undo2 size={14} aria-hidden />
          </IconButton>
        ) : null}
      </Row>
    )
  const to = first?.task && (first.remedy === 'ASSIGN' || first.remedy === 'EXTEND') && may.remind ? recordPath('runtask', first.task.id) : undefined
  return to ? (
    <ButtonLink size="sm" to={to}>
      {words(first?.remedy === 'ASSIGN' ? 'forecast.assign' : 'forecast.extend')}
    </ButtonLink>
  ) : null
}

/** Where requirements count again: the measures that nobody has in place or planned there. */
function Measures({ cause, may, busy, onPlan }: Pick<TableProps, 'may' | 'busy' | 'onPlan'> & { readonly cause: ForecastCause }) {
  const words = useWords('dashboards')
  const { missing, planned } = cause
  if (missing.length > 0 && may.plan)
    return (
      <Button size="sm" disabled={busy} onClick={() => onPlan(cause)}>
        {words('forecast.plan', { count: Math.min(missing.length, mostPlanned) })}
      </Button>
    )
  return planned.length > 0 ? <Text tone="quiet">{words('forecast.planned', { count: planned.length })}</Text> : null
}
