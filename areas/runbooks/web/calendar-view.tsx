import { ChevronLeft, ChevronRight, Clock, TriangleAlert, Users } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { addDays, daysFrom } from '#areas/runbooks/contract/recurrence.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { useRight } from '#kit/web/api/session.ts'
import { dayOf, dayWords, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { byDay, isWeekend, moved, noDay, peopleOf, weeksOf, type DayOf, type Span } from './calendar-days.ts'
import css from './calendar.module.css'
import { useOccurrences, type Occurrence } from './occurrence-api.ts'
import { statusLooks } from './presentation.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

/** What a person has for recurring work in a day, in days. */
const ofADay = 0.5
/** Chips that a day shows before it counts the others. */
const shown = 3

/** What is due in a month or a week, by day: is it bearable, and what slipped. */
export function CalendarView({ state, onOpen }: ViewContext) {
  const t = useWords('runbooks')
  const format = useFormat()
  const phone = usePhone()
  const today = dayOf()
  const [span, setSpan] = useState<Span>(phone ? 'week' : 'month')
  const [day, setDay] = useState(today)
  const [people, setPeople] = useState<ReadonlySet<number>>(new Set())
  const [sharing, setSharing] = useState(false)
  const mayAdd = useRight('runtask.write')
  const navigate = useNavigate()
  const mayShare = useRight('occurrence.manage')
  const grid = useRef<HTMLDivElement>(null)
  const weeks = weeksOf(day, span)
  const [from, to] = [weeks[0]?.[0] ?? day, weeks.at(-1)?.[6] ?? day]
  const asked = pageQuery({ ...state, page: 1 }).queryParams.filters ?? []
  const { data, error, refetch } = useOccurrences(
    [...asked.filter(({ name }) => name !== 'due_date'), { name: 'due_date', selected_options: [{ from, to }] }],
    'calendar',
    1000,
  )
  const { data: late = [] } = useOccurrences([...asked.filter(({ name }) => name !== 'late'), { name: 'late', selected_options: [true] }], 'late', 9)
  const everybody = useMemo(() => peopleOf(data ?? []), [data])
  const rows = useMemo(() => (data ?? []).filter(({ manager }) => people.size === 0 || people.has(manager?.id ?? 0)), [data, people])
  const days = useMemo(() => byDay(rows), [rows])
  const peak = [...days].filter(([one]) => span === 'week' || one.startsWith(day.slice(0, 7))).toSorted(([, one], [, other]) => other.load - one.load)[0]
  const team = everybody.filter(({ id }) => people.size === 0 || people.has(id)).length
  const capacity = Math.max(team * ofADay, ofADay)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  const go = (next: string) => {
    setDay(next)
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.day === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    const next = {
      ArrowLeft: addDays(day, -1),
      ArrowRight: addDays(day, 1),
      ArrowUp: addDays(day, -7),
      ArrowDown: addDays(day, 7),
      PageUp: moved(day, -1, span),
      PageDown: moved(day, 1, span),
      t: today,
    }[event.key]
    if (event.key === 'n' && mayAdd) {
      event.preventDefault()
      // The list's own letter makes what it lists, which nobody makes here.
      event.stopPropagation()
      return void navigate({ to: path('/runbooks/all', { id: 'new', start: day }) })
    }
    if (next === undefined) return
    event.preventDefault()
    go(next)
  }
  const title = dayWords(format.language, { month: 'long', year: 'numeric' })(day)
  const chosen = days.get(day) ?? noDay
  return (
    <Grid shortens className={css.calendar}>
      <Box narrows>
        <Row wrap align="center" gap={8} padY={8} padX={16} className={css.bar}>
          <IconButton label={t('calendar.previous')} onClick={() => setDay(moved(day, -1, span))}>
            <ChevronLeft size={16} />
          </IconButton>
          <Text as="h2" size={14} weight={600} side="center" aria-live="polite">
            {title}
          </Text>
          <IconButton label={t('calendar.next')} onClick={() => setDay(moved(day, 1, span))}>
            <ChevronRight size={16} />
          </IconButton>
          <Button size="sm" onClick={() => setDay(today)}>
            {t('calendar.today')}
          </Button>
          <Segmented
            label={t('calendar.span')}
            value={span}
            onChange={setSpan}
            options={[
              { value: 'month', label: t('calendar.month') },
              { value: 'week', label: t('calendar.week') },
            ]}
          />
          <Row wrap gap={6} className={css.people} role="group" aria-label={t('calendar.people')}>
            <Row
              as="button"
              inline
              align="center"
              gap={6}
              edge="all"
              fill="surface"
              tone="soft"
              type="button"
              aria-pressed={people.size === 0}
              onClick={() => setPeople(new Set())}
            >
              {t('calendar.all')} <b>{format.days(sum((data ?? []).map(({ charge }) => charge ?? 0)))}</b>
            </Row>
            {everybody.map(({ id, name, load, late: owed }) => (
              <Row
                as="button"
                inline
                align="center"
                gap={6}
                edge="all"
                fill="surface"
                tone="soft"
                key={id}
                type="button"
                title={name}
                aria-pressed={people.has(id)}
                onClick={() => setPeople((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))}
              >
                <Avatar name={name} size={18} /> <VisuallyHidden>{name}</VisuallyHidden> {format.number(load)}
                {owed > 0 ? (
                  <Row as="span" inline align="center" gap={3} tone="bad">
                    <Clock size={12} aria-hidden /> {format.number(owed)}
                  </Row>
                ) : null}
              </Row>
            ))}
          </Row>
        </Row>
        {data ? (
          <div ref={grid} role="grid" aria-label={title} className={css.grid} data-span={span} onKeyDown={onKeyDown}>
            <div role="row" className={css.names}>
              {(weeks[0] ?? []).map((one) => (
                <Text padY={6} padX={8} edge="above" tone="soft" size={12} key={one} role="columnheader">
                  {dayWords(format.language, { weekday: 'short' })(one)}
                </Text>
              ))}
            </div>
            {weeks.map((week) => (
              <div key={week[0]} role="row" className={css.week}>
                {week.map((one) => (
                  <Day
                    key={one}
                    day={one}
                    of={days.get(one) ?? noDay}
                    limit={span === 'week' ? 40 : shown}
                    capacity={capacity}
                    isToday={one === today}
                    isChosen={one === day}
                    outside={span === 'month' && !one.startsWith(day.slice(0, 7))}
                    onChoose={() => setDay(one)}
                    onOpen={onOpen}
                  />
                ))}
              </div>
            ))}
          </div>
        ) : (
          <SkeletonRows count={12} />
        )}
      </Box>
      <Stack className={css.side}>
        <Box as="section" padY={14} padX={16} edge="below" aria-labelledby="chosen-day">
          <Text as="h3" size={14} weight={600} id="chosen-day">
            {dayWords(format.language, { weekday: 'long', day: 'numeric', month: 'long' })(day)}
          </Text>
          <Text as="p" above={2} below={8} tone="soft">
            {t('calendar.day', {
              days: format.days(chosen.load),
              done: format.number(chosen.rows.filter(({ closed }) => closed).length),
              total: format.number(chosen.rows.length),
            })}
          </Text>
          <Lines rows={chosen.rows} today={today} onOpen={onOpen} />
        </Box>
        {late.length > 0 ? (
          <Box as="section" padY={14} padX={16} edge="below" aria-labelledby="late-ones">
            <Text as="h3" size={14} weight={600} id="late-ones">
              {t('calendar.late')}
            </Text>
            <Lines rows={late} today={today} onOpen={onOpen} />
          </Box>
        ) : null}
        {peak && peak[1].load > 0 ? (
          <Box as="section" padY={14} padX={16} edge="below">
            <Text as="h3" size={14} weight={600}>
              {t('calendar.peak')}
            </Text>
            <Text as="p" above={2} below={8} tone="soft">
              {t('calendar.peak_text', { day: format.date(peak[0]), days: format.days(peak[1].load), count: peak[1].rows.length })}
            </Text>
            <Text as="p" above={2} below={8} tone="soft">
              {t('calendar.capacity', { days: format.days(capacity) })}
            </Text>
            {mayShare && everybody.length > 1 ? (
              <Button size="sm" wide icon={<Users size={14} aria-hidden />} onClick={() => setSharing(true)}>
                {t('share.open')}
              </Button>
            ) : null}
          </Box>
        ) : null}
      </Stack>
      {sharing && peak ? (
        <Suspense>
          <ShareDialog day={peak[0]} rows={peak[1].rows} people={everybody} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </Grid>
  )
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

interface DayProps {
  readonly day: string
  readonly of: DayOf
  readonly limit: number
  /** Days that the team has for it. */
  readonly capacity: number
  readonly isToday: boolean
  readonly isChosen: boolean
  readonly outside: boolean
  readonly onChoose: () => void
  readonly onOpen: ViewContext['onOpen']
}

function Day({ day, of: { rows, load, late }, limit, capacity, isToday, isChosen, outside, onChoose, onOpen }: DayProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  // Weekends are narrow: they tell how much there is, the day beside names it.
  const narrow = limit === shown && isWeekend(day)
  const some = narrow ? [] : rows.slice(0, limit)
  return (
    <Stack
      role="gridcell"
      gap={3}
      narrows
      padY={6}
      padX={6}
      edge="above"
      className={css.day}
      tabIndex={isChosen ? 0 : -1}
      data-day={day}
      data-outside={outside || undefined}
      data-weekend={isWeekend(day) || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-selected={isChosen}
      onFocus={(event) => event.target === event.currentTarget && !isChosen && onChoose()}
      onClick={onChoose}
    >
      <Row as="span" align="center" spread="between" gap={4} tone="soft" className={css.number}>
        <Text as="b" weight={550}>
          {Number(day.slice(8))}
        </Text>
        {load > capacity ? (
          <Text as="small" tone="soft" size={12} oneLine className={css.above} title={t('calendar.above', { days: format.days(capacity) })}>
            <TriangleAlert size={12} aria-hidden /> {narrow ? format.number(load, 1) : format.days(load)}
          </Text>
        ) : load > 0 ? (
          <Text as="small" tone="soft" size={12} oneLine>
            {narrow ? format.number(load, 1) : format.days(load)}
          </Text>
        ) : null}
      </Row>
      {load > 0 ? (
        <meter min={0} max={capacity} value={Math.min(load, capacity)} data-above={load > capacity || undefined} aria-label={format.days(load)} />
      ) : null}
      {some.map((row) => (
        <Row
          key={row.id}
          type="button"
          as="button"
          align="center"
          gap={4}
          narrows
          corner={4}
          tone="plain"
          size={12}
          side="start"
          padX={4}
          className={css.chip}
          data-late={row.late || undefined}
          data-status={row.status}
          title={row.name ?? ''}
          onClick={() => onOpen(row.id)}
        >
          <Glyph row={row} />
          <Text cut grow narrows>
            {row.name}
          </Text>
          {row.manager ? <Avatar name={row.manager.name} size={16} /> : null}
        </Row>
      ))}
      {narrow && late > 0 ? (
        <Row as="span" inline align="center" gap={3} tone="bad" role="img" aria-label={t('calendar.more_late', { count: format.number(late) })}>
          <Clock size={12} aria-hidden /> {format.number(late)}
        </Row>
      ) : null}
      {narrow && rows.length > late ? (
        <Text as="small" tone="soft" size={12} oneLine>
          {t('calendar.due', { count: rows.length - late })}
        </Text>
      ) : null}
      {!narrow && rows.length > some.length ? (
        <Text as="small" tone="soft" size={12} oneLine>
          {t('calendar.more', { count: format.number(rows.length - some.length) })}
          {late > some.length ? `, ${t('calendar.more_late', { count: format.number(late - some.length) })}` : null}
        </Text>
      ) : null}
    </Stack>
  )
}

function Glyph({ row }: { readonly row: Occurrence }) {
  if (row.late) return <Clock size={13} aria-hidden />
  return row.status ? <StatusGlyph glyph={statusLooks[row.status].glyph} /> : null
}

function Lines({ rows, today, onOpen }: { readonly rows: readonly Occurrence[]; readonly today: string; readonly onOpen: ViewContext['onOpen'] }) {
  const t = useWords('runbooks')
  const format = useFormat()
  return (
    <Grid as="ul" gap={2} className={css.lines}>
      {rows.map((row) => (
        <li key={row.id}>
          <Row padY={4} align="center" gap={8} tone="plain" as="button" full side="start" type="button" onClick={() => onOpen(row.id)}>
            {row.manager ? <Avatar name={row.manager.name} size={22} /> : null}
            <span>
              <b>{row.name}</b>
              <Text as="small" tone="soft">
                {[t('answering.due', { day: format.date(row.due_date) }), row.manager?.name].filter(Boolean).join(' · ')}
              </Text>
            </span>
            {row.late ? (
              <Text as="em" tone="bad" upright oneLine>
                {t('calendar.days_late', { days: format.number(daysFrom(row.due_date ?? today, today)) })}
              </Text>
            ) : row.status ? (
              <Text as="small" tone="soft">
                {t(`entities.occurrence.choices.status.${row.status}`)}
              </Text>
            ) : null}
          </Row>
        </li>
      ))}
    </Grid>
  )
}
