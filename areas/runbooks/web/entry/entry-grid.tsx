import { ChevronDown, ChevronRight, CircleCheck, Clock, Paperclip } from 'lucide-react'
import { memo, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { daysFrom } from '#areas/runbooks/contract/recurrence.ts'
import { answersOf, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { dayWords, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import type { Occurrence } from '#areas/runbooks/web/occurrence-api.ts'
import { statusLooks } from '#areas/runbooks/web/presentation.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { entryLetters, isOpen, isSmall, monthsUntil, shownMonths, spanOf, type Book, type Line } from './entry-model.ts'
import css from './entry.module.css'
import type { Entry } from './use-entry.ts'

interface GridProps {
  readonly entry: Entry
  readonly today: string
  readonly current: number | undefined
  readonly selected: ReadonlySet<number>
  readonly onChoose: (id: number, event: { readonly shiftKey: boolean }) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Runbooks and their tasks over six months; each time stands in the months that it spans. */
export function EntryGrid({ entry, today, current, selected, onChoose, onKeyDown }: GridProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  const months = monthsUntil(today)
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const month = (first: string, at: number) => dayWords(format.language, { month: 'short', ...(at === shownMonths - 1 && { year: 'numeric' as const }) })(first)
  const fold = (id: number) => setFolded((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  return (
    <Box grow shortens overflow="scrolled" role="grid" aria-label={t('entry.title')} aria-multiselectable onKeyDown={onKeyDown}>
      <div role="rowgroup" className={css.heads}>
        <Grid role="row" align="center" padY={2} padX={16} edge="soft-below" fill="surface" className={css.row}>
          <span role="columnheader">{t('entry.task')}</span>
          <span role="columnheader">{t('entry.rhythm')}</span>
          {months.map((first, at) => (
            <span key={first} role="columnheader" data-now={at === shownMonths - 1 || undefined}>
              {month(first, at)}
            </span>
          ))}
        </Grid>
      </div>
      {entry.books.map((book) => (
        <div key={book.id} role="rowgroup">
          <BookHead book={book} entry={entry} folded={folded.has(book.id)} onFold={() => fold(book.id)} />
          {folded.has(book.id)
            ? null
            : book.lines.map((line) => (
                <LineRow key={line.id} line={line} entry={entry} months={months} today={today} current={current} selected={selected} onChoose={onChoose} />
              ))}
        </div>
      ))}
    </Box>
  )
}

function BookHead({ book, entry, folded, onFold }: { readonly book: Book; readonly entry: Entry; readonly folded: boolean; readonly onFold: () => void }) {
  const t = useWords('runbooks')
  const format = useFormat()
  const cells = book.lines.flatMap((line) => line.cells)
  const left = cells.filter(isOpen).length
  const done = cells.filter(({ id }) => entry.marks.has(id)).length
  return (
    <Grid role="row" align="center" padY={2} padX={16} edge="soft-below" fill="surface" spread="between" className={css.book}>
      <span role="rowheader">
        <Row as="button" inline align="center" gap={6} tone="plain" type="button" aria-expanded={!folded} onClick={onFold}>
          {folded ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />} <b>{book.name}</b>
        </Row>
      </span>
      <Row role="gridcell" as="span" inline align="center" gap={6} tone="soft" className={css.count}>
        {left === 0 ? (
          <>
            <CircleCheck size={14} aria-hidden /> {t('entry.all_answered')}
          </>
        ) : (
          t('today.of', { done: format.number(done), total: format.number(done + left) })
        )}
      </Row>
    </Grid>
  )
}

interface LineProps {
  readonly line: Line
  readonly entry: Entry
  readonly months: readonly string[]
  readonly today: string
  readonly current: number | undefined
  readonly selected: ReadonlySet<number>
  readonly onChoose: GridProps['onChoose']
}

function LineRow({ line, entry, months, today, current, selected, onChoose }: LineProps) {
  const t = useWords('runbooks')
  const [first = today] = months
  const small = isSmall(line.periodicity)
  const cell = (row: Occurrence) => (
    <Cell
      key={row.id}
      row={row}
      today={today}
      small={small}
      isCurrent={row.id === current}
      isSelected={selected.has(row.id)}
      mark={entry.marks.get(row.id)}
      wrong={entry.wrong.has(row.id)}
      chosen={row.id === current ? entry.draftOf(row.id).answer : undefined}
      onChoose={onChoose}
    />
  )
  return (
    <Grid
      role="row"
      align="center"
      padY={2}
      padX={16}
      edge="soft-below"
      fill="surface"
      className={css.row}
      data-current={line.cells.some(({ id }) => id === current) || undefined}
    >
      <span role="rowheader" title={line.name}>
        {line.name}
      </span>
      <span role="gridcell">{line.periodicity ? t(`entry.rhythms.${line.periodicity}`) : ''}</span>
      {small
        ? months.map((month, at) => (
            <Row key={month} role="presentation" gap={2} wrap>
              {line.cells.filter((row) => spanOf({ ...row, due_date: row.period_start }, first).from === at).map(cell)}
            </Row>
          ))
        : line.cells.map((row) => {
            const { from, to } = spanOf(row, first)
            return (
              <div key={row.id} role="presentation" className={css.span} data-from={from} data-to={to}>
                {cell(row)}
              </div>
            )
          })}
    </Grid>
  )
}

interface CellProps {
  readonly row: Occurrence
  readonly today: string
  readonly small: boolean
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly mark: 'saving' | 'saved' | undefined
  readonly wrong: boolean
  readonly chosen: OccurrenceAnswer | undefined
  readonly onChoose: GridProps['onChoose']
}

const Cell = memo(function Cell({ row, today, small, isCurrent, isSelected, mark, wrong, chosen, onChoose }: CellProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  const language = useLanguage()
  const open = row.status === 'TO_DO' || row.status === 'REJECTED'
  const state = row.late
    ? t('today.late_by', { days: daysFrom(row.due_date ?? today, today) })
    : row.status
      ? t(`entities.occurrence.choices.status.${row.status}`)
      : ''
  const name = t('entry.cell', { from: format.date(row.period_start), to: format.date(row.due_date), state })
  return (
    <Row
      role="gridcell"
      holds
      align="center"
      gap={4}
      narrows
      padX={6}
      corner={4}
      fill="mute"
      tone="mute"
      size={12}
      weight={550}
      oneLine
      className={css.cell}
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isCurrent || isSelected}
      aria-label={row.hour === null ? name : `${name}, ${row.hour} h`}
      data-id={row.id}
      data-small={small || undefined}
      data-status={row.status}
      data-late={(open && row.late) || undefined}
      data-current={isCurrent || undefined}
      data-mark={mark}
      data-wrong={wrong || undefined}
      data-said={(!small && row.comment && !open) || undefined}
      onClick={(event: MouseEvent) => onChoose(row.id, event)}
    >
      {small ? letterOf(row, language) : isCurrent && isOpen(row) ? <Keys row={row} chosen={chosen} /> : <Content row={row} today={today} />}
    </Row>
  )
})

/** A day as its reader writes it, without the year. */
const dayAndMonth = (written: string) => written.replace(/^\d{4}\D|\D\d{4}$/, '')

const signs = { PENDING_APPROVAL: '…', REJECTED: '↺', TO_DO: '' } as const
const letterOf = ({ status, late }: Occurrence, language: Language) => (late ? '!' : status ? { ...entryLetters[language], ...signs }[status] : '')

function Keys({ row, chosen }: { readonly row: Occurrence; readonly chosen: OccurrenceAnswer | undefined }) {
  const letters = entryLetters[useLanguage()]
  return (
    <Row as="span" gap={3} className={css.keys} aria-hidden>
      {answersOf(row.kind).map((answer) => (
        <kbd key={answer} data-chosen={answer === chosen || undefined}>
          {letters[answer]}
        </kbd>
      ))}
    </Row>
  )
}

function Content({ row, today }: { readonly row: Occurrence; readonly today: string }) {
  const t = useWords('runbooks')
  const format = useFormat()
  const { status, late, due_date: due } = row
  if (late && status !== 'REJECTED')
    return (
      <>
        <Clock size={13} aria-hidden /> {t('calendar.days_late', { days: format.number(daysFrom(due ?? today, today)) })}
      </>
    )
  if (!status) return null
  return (
    <>
      <StatusGlyph glyph={statusLooks[status].glyph} />
      <span>{status === 'TO_DO' ? dayAndMonth(format.date(due)) : t(`entry.short.${status}`)}</span>
      {row.evidences.length > 0 ? <Paperclip size={12} aria-hidden /> : null}
    </>
  )
}
