import { useQueries } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { glyphs } from '#kit/web/glyphs.ts'
import { dayOf, dayWords, useFormat } from '#kit/web/i18n/format.ts'
import { narrowed } from '#kit/web/figure-link.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useAsked } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { readListState } from '#kit/web/table/list-state.ts'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { useView } from '#kit/web/ui/use-view.ts'
import { usePhone } from '#kit/web/ui/use-width.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { ConflictCard } from './conflict-card.tsx'
import { useOccurrences, type Occurrence } from './occurrence-api.ts'
import { TodayCard } from './today-card.tsx'
import { lateOf, timesByTask, type TaskTimes } from './today-groups.ts'
import { Upcoming } from './upcoming.tsx'
import css from './today.module.css'
import { valuesQuery } from './values.ts'
import { useUnsentAnswers } from './use-unsent-answers.ts'

const EntryView = lazy(async () => ({ default: (await import('./entry/entry-view.tsx')).EntryView }))
/** Cards whose metrics are read before they are opened. */
const mostAhead = 20
const noFilters = [] as const

/** What is one's own, has begun and waits for an answer: late first, one card open at a time. */
const waiting = (today: string) => [
  { name: 'mine', selected_options: [true] },
  { name: 'closed', selected_options: [false] },
  { name: 'period_start', selected_options: [{ to: today }] },
]
/** What one has answered today. */
const settled = (today: string) => [
  { name: 'mine', selected_options: [true] },
  { name: 'closed', selected_options: [true] },
  { name: 'done_date', selected_options: [{ from: today, to: today }] },
]

/** The recurring tasks that wait for whoever reads: cards on a phone, and where there is room the grid of all of them too. */
export function Page() {
  const t = useWords('runbooks')
  const phone = usePhone()
  const [{ show = 'cards' }, look] = useView<'show'>()
  const way = show === 'upcoming' || (show === 'grid' && !phone) ? show : 'cards'
  const shown =
    way === 'cards' ? (
      <Cards />
    ) : way === 'upcoming' ? (
      <Upcoming />
    ) : (
      <Suspense fallback={<SkeletonRows count={12} />}>
        <EntryView filters={noFilters} own />
      </Suspense>
    )
  // There the bar at the foot leads from one to the other.
  if (phone) return shown
  return (
    <Sheet>
      <div className={css.way}>
        <Segmented
          label={t('today.way')}
          value={way}
          onChange={(chosen) => look({ show: chosen === 'cards' ? null : chosen })}
          options={[
            { value: 'cards', label: t('today.cards') },
            { value: 'upcoming', label: t('today.upcoming') },
            { value: 'grid', label: t('entry.view') },
          ]}
        />
      </div>
      {shown}
    </Sheet>
  )
}

function Cards() {
  const t = useWords('runbooks')
  const format = useFormat()
  const today = dayOf()
  // A link from where some of them are counted asks for these alone, as it asks a list.
  const { filters } = readListState(useAsked<'/contributions/runtasks'>())
  const some = filters.length > 0
  const { data: read, error, refetch } = useOccurrences(narrowed(waiting(today), filters), 'today')
  const unsent = useUnsentAnswers()
  const { data: done = [] } = useOccurrences(settled(today), 'answered', 200, !some)
  const [chosen, setChosen] = useState<Occurrence>()
  const top = useRef<HTMLDivElement>(null)
  /** What was chosen far below opens above. */
  const choose = (row: Occurrence) => {
    setChosen(row)
    top.current?.scrollIntoView({ block: 'start' })
  }
  // So that values can be given once the network is away.
  useQueries({ queries: (read ?? []).slice(0, mostAhead).map(valuesQuery) })
  if (error && !read) return <ErrorState reason={error} onRetry={() => void refetch()} />
  // What is answered on this device is no more to be done, wherever the answer has come to.
  const given = new Set([...unsent.waiting, ...unsent.conflicts].map(({ row }) => row.id))
  const rows = read?.filter(({ id }) => !given.has(id))
  if (!rows) return <SkeletonRows count={6} />
  const tasks = timesByTask(rows)
  // Once a time is answered, the others of its task come next.
  const isChosen = ({ id, runtask }: Occurrence) => id === chosen?.id || (runtask !== null && runtask?.id === chosen?.runtask?.id)
  const task = tasks.find(({ newest }) => isChosen(newest)) ?? tasks[0]
  const open = rows.find(({ id }) => id === chosen?.id) ?? task?.newest
  const answered = done.length + unsent.waiting.length
  const total = rows.length + answered
  const rest = tasks.filter((one) => one !== task)
  const [late, next] = [rest.filter((one) => lateOf(one)), rest.filter((one) => !lateOf(one))]
  const later = () => setChosen(tasks[(tasks.findIndex((one) => one === task) + 1) % tasks.length]?.newest)
  return (
    <Stack ref={top} gap={12} full className={css.page}>
      <Row as="header" align="start" spread="between" gap={12}>
        <div>
          <Text as="h2" size={20} weight={600}>
            {t(some ? 'today.late' : 'today.heading')}
          </Text>
          <Text as="p" above={2} tone="soft">
            {some ? (
              <Link to={path('/contributions/runtasks')}>{t('today.show_all')}</Link>
            ) : (
              dayWords(format.language, { weekday: 'long', day: 'numeric', month: 'long' })(today)
            )}
          </Text>
        </div>
        <span>
          <Text as="b" size={16}>
            {format.number(answered)}
          </Text>{' '}
          {t('today.of', { done: '', total: format.number(total) }).trim()}
        </span>
      </Row>
      {total > 0 ? (
        <Row
          gap={4}
          className={css.ticks}
          role="progressbar"
          aria-label={t(some ? 'today.late' : 'today.heading')}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={answered}
        >
          {done.map(({ id, status }) => (
            <i key={id} data-status={status} />
          ))}
          {unsent.waiting.map(({ key, said }) => (
            <i key={key} data-status={said.answer} />
          ))}
          {rows.map(({ id, late }) => (
            <i key={id} data-open={id === open?.id || undefined} data-late={late || undefined} />
          ))}
        </Row>
      ) : null}
      {unsent.waiting.length > 0 || unsent.offline ? (
        <Row as="p" align="center" gap={8} padY={8} padX={12} corner={6} fill="warn" tone="warn" role="status">
          <glyphs.offline size={15} aria-hidden />
          {unsent.offline
            ? unsent.waiting.length > 0
              ? t('today.offline', { count: unsent.waiting.length })
              : t('today.offline_none')
            : t('today.sending', { count: unsent.waiting.length })}
        </Row>
      ) : null}
      {unsent.conflicts.map((one) => (
        <ConflictCard key={one.key} unsent={one} onDrop={() => void unsent.drop(one)} onInsist={(theirs) => void unsent.insist(one, theirs)} />
      ))}
      {open ? (
        <TodayCard
          key={open.id}
          row={open}
          today={today}
          unsent={unsent}
          others={task ? [task.newest, ...task.earlier].filter(({ id }) => id !== open.id) : []}
          onChoose={choose}
          onLater={tasks.length > 1 ? later : undefined}
        />
      ) : unsent.conflicts.length > 0 ? null : (
        <Nothing done={answered > 0} />
      )}
      <Further id="late" title={t('today.late')} tasks={late} onChoose={choose} />
      <Further id="next" title={t('today.next')} tasks={next} onChoose={choose} />
    </Stack>
  )
}

interface FurtherProps {
  readonly id: string
  readonly title: string
  readonly tasks: readonly TaskTimes[]
  readonly onChoose: (row: Occurrence) => void
}

/** Tasks beside the one whose card is open; of a late one, how many answers are late and since when. */
function Further({ id, title, tasks, onChoose }: FurtherProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  if (tasks.length === 0) return null
  const said = (task: TaskTimes) => {
    const { newest: row, earlier } = task
    const late = lateOf(task)
    if (late) return t('today.late_since', { count: late.count, day: format.date(late.since) })
    return [
      row.kind && earlier.length === 0 ? t(`entities.occurrence.choices.kind.${row.kind}`) : '',
      t('today.before', { day: format.date(row.due_date) }),
      earlier.length > 0 ? t('today.as_well', { count: earlier.length, of: row.periodicity ?? '' }) : '',
    ]
      .filter(Boolean)
      .join(', ')
  }
  return (
    <section className={css.next} aria-labelledby={id}>
      <h3 id={id}>
        {title} <small>{format.number(tasks.length)}</small>
      </h3>
      <Grid as="ul" gap={8}>
        {tasks.map((task) => (
          <li key={task.newest.id}>
            <Box padY={8} padX={14} as="button" spread="between" gap={8} corner={8} side="start" type="button" onClick={() => onChoose(task.newest)}>
              <span>
                <b>{task.newest.name}</b>
                <small data-late={lateOf(task) !== null || undefined}>{said(task)}</small>
              </span>
              <ChevronRight size={16} aria-hidden />
            </Box>
          </li>
        ))}
      </Grid>
    </section>
  )
}

function Nothing({ done }: { readonly done: boolean }) {
  const t = useWords('runbooks')
  const format = useFormat()
  const { data: ahead } = useOccurrences(
    [
      { name: 'mine', selected_options: [true] },
      { name: 'closed', selected_options: [false] },
    ],
    'ahead',
    1,
  )
  const next = ahead?.[0]?.period_start
  return (
    <EmptyState title={done ? t('today.all_done') : t('today.empty')} text={next ? t('today.empty_text', { day: format.date(next) }) : t('today.empty_none')} />
  )
}
