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
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
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
    <div className={css.calendar}>
      <div className={css.main}>
        <div className={css.bar}>
          <IconButton label={t('calendar.previous')} onClick={() => setDay(moved(day, -1, span))}>
            <ChevronLeft size={16} />
          </IconButton>
          <h2 aria-live="polite">{title}</h2>
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
          <div className={css.people} role="group" aria-label={t('calendar.people')}>
            <button type="button" aria-pressed={people.size === 0} onClick={() => setPeople(new Set())}>
              {t('calendar.all')} <b>{format.days(sum((data ?? []).map(({ charge }) => charge ?? 0)))}</b>
            </button>
            {everybody.map(({ id, name, load, late: owed }) => (
              <button
                key={id}
                type="button"
                title={name}
                aria-pressed={people.has(id)}
                onClick={() => setPeople((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))}
              >
                <Avatar name={name} size={18} /> <VisuallyHidden>{name}</VisuallyHidden> {format.number(load)}
                {owed > 0 ? (
                  <span className={css.owed}>
                    <Clock size={12} aria-hidden /> {format.number(owed)}
                  </span>
                ) : null}
              </button>
            ))}
          </div>
        </div>
        {data ? (
          <div ref={grid} role="grid" aria-label={title} className={css.grid} data-span={span} onKeyDown={onKeyDown}>
            <div role="row" className={css.names}>
              {(weeks[0] ?? []).map((one) => (
                <span key={one} role="columnheader">
                  {dayWords(format.language, { weekday: 'short' })(one)}
                </span>
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
      </div>
      <div className={css.side}>
        <section aria-labelledby="chosen-day">
          <h3 id="chosen-day">{dayWords(format.language, { weekday: 'long', day: 'numeric', month: 'long' })(day)}</h3>
          <p>
            {t('calendar.day', {
              days: format.days(chosen.load),
              done: format.number(chosen.rows.filter(({ closed }) => closed).length),
              total: format.number(chosen.rows.length),
            })}
          </p>
          <Lines rows={chosen.rows} today={today} onOpen={onOpen} />
        </section>
        {late.length > 0 ? (
          <section aria-labelledby="late-ones">
            <h3 id="late-ones">{t('calendar.late')}</h3>
            <Lines rows={late} today={today} onOpen={onOpen} />
          </section>
        ) : null}
        {peak && peak[1].load > 0 ? (
          <section>
            <h3>{t('calendar.peak')}</h3>
            <p>{t('calendar.peak_text', { day: format.date(peak[0]), days: format.days(peak[1].load), count: peak[1].rows.length })}</p>
            <p>{t('calendar.capacity', { days: format.days(capacity) })}</p>
            {mayShare && everybody.length > 1 ? (
              <Button size="sm" wide icon={<Users size={14} aria-hidden />} onClick={() => setSharing(true)}>
                {t('share.open')}
              </Button>
            ) : null}
          </section>
        ) : null}
      </div>
      {sharing && peak ? (
        <Suspense>
          <ShareDialog day={peak[0]} rows={peak[1].rows} people={everybody} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </div>
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
    <div
      role="gridcell"
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
      <span className={css.number}>
        <b>{Number(day.slice(8))}</b>
        {load > capacity ? (
          <small className={css.above} title={t('calendar.above', { days: format.days(capacity) })}>
            <TriangleAlert size={12} aria-hidden /> {narrow ? format.number(load, 1) : format.days(load)}
          </small>
        ) : load > 0 ? (
          <small>{narrow ? format.number(load, 1) : format.days(load)}</small>
        ) : null}
      </span>
      {load > 0 ? (
        <meter min={0} max={capacity} value={Math.min(load, capacity)} data-above={load > capacity || undefined} aria-label={format.days(load)} />
      ) : null}
      {some.map((row) => (
        <button
          key={row.id}
          type="button"
          className={css.chip}
          data-late={row.late || undefined}
          data-status={row.status}
          title={row.name ?? ''}
          onClick={() => onOpen(row.id)}
        >
          <Glyph row={row} />
          <span className={css.name}>{row.name}</span>
          {row.manager ? <Avatar name={row.manager.name} size={16} /> : null}
        </button>
      ))}
      {narrow && late > 0 ? (
        <span className={css.owed} role="img" aria-label={t('calendar.more_late', { count: format.number(late) })}>
          <Clock size={12} aria-hidden /> {format.number(late)}
        </span>
      ) : null}
      {narrow && rows.length > late ? <small className={css.more}>{t('calendar.due', { count: rows.length - late })}</small> : null}
      {!narrow && rows.length > some.length ? (
        <small className={css.more}>
          {t('calendar.more', { count: format.number(rows.length - some.length) })}
          {late > some.length ? `, ${t('calendar.more_late', { count: format.number(late - some.length) })}` : null}
        </small>
      ) : null}
    </div>
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
    <ul className={css.lines}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onOpen(row.id)}>
            {row.manager ? <Avatar name={row.manager.name} size={22} /> : null}
            <span>
              <b>{row.name}</b>
              <small>{[t('answering.due', { day: format.date(row.due_date) }), row.manager?.name].filter(Boolean).join(' · ')}</small>
            </span>
            {row.late ? (
              <em>{t('calendar.days_late', { days: format.number(daysFrom(row.due_date ?? today, today)) })}</em>
            ) : row.status ? (
              <small>{t(`entities.occurrence.choices.status.${row.status}`)}</small>
            ) : null}
          </button>
        </li>
      ))}
    </ul>
  )
}
