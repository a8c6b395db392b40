import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { canOpen } from '#kit/web/table/columns.ts'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { useMoves } from '#kit/web/ui/use-moves.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { TableRow } from '#kit/web/table/columns.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { afterPause } from '#kit/web/pending-work.ts'
import css from './gantt.module.css'
import { GanttBar } from './gantt-bar.tsx'
import { dateOf, dayOf, dayWidth, linkPath, rangeOf, scales, spanOf, ticksOf } from './timeline.ts'
import type { Scale, Span } from './timeline.ts'

/** How one row stands in the chart; dates are `YYYY-MM-DD`. */
export interface BarContent {
  readonly title: string
  readonly start: string | null
  readonly end: string | null
  /** `neutral`, `primary`, `warning`, `success`, `off` or `bad`. */
  readonly tone?: string
  /** The state in words, said with the bar. */
  readonly state?: string
  readonly glyph?: ReactNode
  /** 0 … 100. */
  readonly progress?: number | null
  /** Beside the name, such as who is in charge. */
  readonly side?: ReactNode
}

export interface GanttProps<T extends TableRow> {
  readonly label: string
  readonly rows: readonly T[]
  readonly bar: (row: T) => BarContent
  /** Heads of the left part: the name's, then the side's. */
  readonly heads: readonly [string, string?]
  readonly today: string
  readonly onOpen: (row: T) => void
  /** Saves new dates; a rejection puts the bar back. */
  readonly onMove: (row: T, start: string, end: string) => Promise<unknown>
  readonly canMove?: (row: T) => boolean
  /** Lines from the end of one row to the start of another. */
  readonly links?: readonly { readonly from: RowId; readonly to: RowId }[]
  readonly onLink?: (from: RowId, to: RowId) => void
}

const rowHeight = 34
const headHeight = 48
const noLinks: readonly never[] = []
const byRight = (row: TableRow) => Boolean(row.edit_right)
/** How long the keys must rest before a nudged bar is saved, in milliseconds. */
const nudgePause = 600

/** Rows over time in three scales, with today; bars are moved and resized by pointer or by Alt and the arrows (Shift: the end). */
export function Gantt<T extends TableRow>({ label, rows, bar, heads, today, onOpen, onMove, canMove = byRight, links = noLinks, onLink }: GanttProps<T>) {
  const t = useWords('kit')
  const format = useFormat()
  const [scale, setScale] = useState<Scale>('months')
  const moves = useMoves<T, Span>(
    (id) => rows.find((row) => row.id === id),
    (row, span) => onMove(row, dateOf(span.start), dateOf(span.end)),
  )
  const { moved } = moves
  const [announcement, setAnnouncement] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const px = dayWidth[scale]
  const now = dayOf(today)

  const spans = useMemo(
    () =>
      rows.map((row) => {
        const { start, end } = bar(row)
        return moved.get(row.id) ?? spanOf(start, end)
      }),
    [rows, bar, moved],
  )
  // Not while a bar moves: the ground must not shift under it.
  const range = useMemo(
    () =>
      rangeOf(
        rows.flatMap((row) => spanOf(bar(row).start, bar(row).end) ?? []),
        now,
      ),
    [rows, bar, now],
  )
  const ticks = useMemo(() => ticksOf(range, scale, format.language, (n) => t('gantt.quarter', { n })), [range, scale, format.language, t])
  const at = useCallback((day: number) => (day - range.start) * px, [range.start, px])
  const width = at(range.end + 1)
  const rowAt = useMemo(() => new Map(rows.map((row, index) => [row.id, index])), [rows])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const height = virtualizer.getTotalSize()

  useLayoutEffect(() => {
    const element = scroller.current
    if (element) element.scrollLeft = Math.max(0, at(now) - element.clientWidth * 0.25)
  }, [at, now])

  const save = async (row: T, span: Span) => {
    // The caller has said why it refuses; the bar goes back to its dates.
    if (!(await moves.move(row, span))) setAnnouncement(t('gantt.moved_back', { name: bar(row).title }))
  }

  const pending = useRef(new Map<RowId, { stop: () => void; save: () => void }>())
  useEffect(() => {
    const waiting = pending.current
    return () => {
      for (const { stop, save: saveNow } of waiting.values()) {
        stop()
        saveNow()
      }
    }
  }, [])
  const describe = (span: Span) => t('gantt.span', { from: format.date(dateOf(span.start)), to: format.date(dateOf(span.end)) })
  const nudge = (row: T, span: Span) => {
    moves.show(row.id, span)
    setAnnouncement(t('labelled', { label: bar(row).title, value: describe(span) }))
    pending.current.get(row.id)?.stop()
    const saveNow = () => {
      pending.current.delete(row.id)
      void save(row, span)
    }
    pending.current.set(row.id, { stop: afterPause(nudgePause, saveNow), save: saveNow })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const index = Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index)
    const by = event.altKey ? 0 : ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0)
    if (!by || Number.isNaN(index)) return
    for (let next = index + by; next >= 0 && next < rows.length; next += by) {
      const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] [data-bar]`)
      if (!element) continue
      event.preventDefault()
      element.focus()
      return
    }
  }

  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  return (
    <div className={css.gantt}>
      <div className={css.toolbar}>
        <Segmented label={t('gantt.scale')} value={scale} onChange={setScale} options={scales.map((value) => ({ value, label: t(`gantt.scales.${value}`) }))} />
        <span className={css.note}>{t('gantt.how')}</span>
      </div>
      <div ref={scroller} className={css.scroll} tabIndex={0} role="region" aria-label={label} onKeyDown={onKeyDown}>
        <div className={css.sheet} style={{ width: `calc(var(--left) + ${width}px)`, height: headHeight + height }}>
          <div className={css.head}>
            <div className={css.corner}>
              <span>{heads[0]}</span>
              <span>{heads[1]}</span>
            </div>
            <div className={css.ticks}>
              {ticks.map((tick) => (
                <div key={tick.day} className={css.tick} style={{ left: at(tick.day) }}>
                  {tick.label}
                  <em>{tick.year}</em>
                </div>
              ))}
              <div className={css.today} style={{ left: at(now) }}>
                {t('table.today')}
              </div>
            </div>
          </div>
          <div className={css.ground} style={{ width, height }} aria-hidden>
            {ticks.map((tick) => (
              <i key={tick.day} className={css.line} style={{ left: at(tick.day) }} />
            ))}
            <i className={css.todayLine} style={{ left: at(now) }} />
          </div>
          <svg className={css.links} width={width} height={height} aria-hidden>
            <defs>
              <marker id="gantt-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
                <path d="M0 0 8 4 0 8Z" />
              </marker>
            </defs>
            {links.map(({ from, to }) => {
              const [i, j] = [rowAt.get(from), rowAt.get(to)]
              if (i === undefined || j === undefined || Math.max(i, j) < first || Math.min(i, j) > last) return null
              const [a, b] = [spans[i], spans[j]]
              if (!a || !b) return null
              const path = linkPath({ x: at(a.end + 1), y: (i + 0.5) * rowHeight }, { x: at(b.start), y: (j + 0.5) * rowHeight }, rowHeight)
              return <path key={`${from}>${to}`} d={path} markerEnd="url(#gantt-arrow)" />
            })}
          </svg>
          {items.map(({ index, start }) => {
            const row = rows[index]
            const span = spans[index]
            if (!row) return null
            const content = bar(row)
            return (
              <div key={row.id} data-index={index} className={css.row} style={{ transform: `translateY(${headHeight + start}px)` }}>
                <div className={css.name} title={content.title}>
                  {content.glyph ? (
                    <i className={css.glyph} data-tone={content.tone}>
                      {content.glyph}
                    </i>
                  ) : null}
                  <span>{content.title}</span>
                  {content.side}
                </div>
                <div className={css.track}>
                  {span ? (
                    <GanttBar
                      id={String(row.id)}
                      name={content.title}
                      label={[content.title, content.state, describe(span)].filter(Boolean).join(', ')}
                      span={span}
                      origin={range.start}
                      px={px}
                      tone={content.tone ?? 'neutral'}
                      progress={content.progress ?? 0}
                      movable={canMove(row)}
                      linkable={onLink !== undefined}
                      describe={describe}
                      onOpen={() => canOpen(row) && onOpen(row)}
                      onMove={(next) => void save(row, next)}
                      onNudge={(next) => nudge(row, next)}
                      onLink={(to) => {
                        const target = rows.find((r) => String(r.id) === to)
                        if (target) onLink?.(row.id, target.id)
                      }}
                    />
                  ) : null}
                </div>
              </div>
            )
          })}
        </div>
      </div>
      <VisuallyHidden>
        <span aria-live="polite">{announcement}</span>
      </VisuallyHidden>
    </div>
  )
}
