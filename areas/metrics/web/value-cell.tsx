import { Clock, Redo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Cell, GridMetric, GridPeriod, Place } from '#areas/metrics/contract/calls.ts'
import type { Carried } from '#areas/metrics/contract/carried-forward.ts'
import { dayOf, daysBetween } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import css from './entry.module.css'
import type { Pasted } from './paste.ts'
import { fixed, nameOf } from './spans.ts'
import type { Draft, Entry } from './use-entry.ts'

interface CellProps {
  readonly metric: GridMetric
  readonly place: Place
  readonly period: GridPeriod
  readonly cell: Cell | undefined
  /** The last value before, where it holds until there is another. */
  readonly carried: Carried | undefined
  readonly draft: Draft | undefined
  readonly pasted: Pasted | undefined
  readonly active: boolean
  readonly editing: string | undefined
  readonly onChoose: () => void
  readonly entry: Entry
}

/** What a place gave in a period, or that it is waited for. */
export function ValueCell({ metric, place, period, cell, carried, draft, pasted, active, editing, onChoose, entry }: CellProps) {
  const language = useLanguage()
  const value = cell?.value ?? null
  const open = place.may_enter && (period.state === 'OPEN' || period.state === 'CURRENT')
  const missing = value === null && !metric.is_auto && (period.state === 'OPEN' || period.state === 'CURRENT')
  const late = missing && period.due < dayOf() ? daysBetween(period.due, dayOf()) : 0
  const wrong = draft !== undefined || pasted?.fault !== undefined
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events
    <Text
      as="td"
      edge="soft-below"
      oneLine
      role="gridcell"
      tabIndex={active ? 0 : -1}
      data-active={active || undefined}
      data-state={period.state}
      data-pasted={pasted ? (pasted.fault ? 'refused' : pasted.unusual ? 'unusual' : 'laid') : undefined}
      aria-selected={active}
      aria-invalid={wrong || undefined}
      aria-readonly={!open || undefined}
      title={draft?.error ?? cell?.comment ?? undefined}
      onClick={onChoose}
      onDoubleClick={() => entry.edit()}
    >
      {editing !== undefined ? (
        <Typing text={editing} entry={entry} label={`${place.name}, ${nameOf(metric.periodicity, period.start, language, metric.time_zone)}`} />
      ) : pasted ? (
        <>
          {pasted.was !== null && pasted.was !== pasted.value && !pasted.fault ? <s>{fixed(pasted.was, metric.decimals, language)}</s> : null}
          {pasted.value === undefined ? pasted.text : fixed(pasted.value, Math.max(metric.decimals, pasted.fault ? 2 : 0), language)}
        </>
      ) : draft ? (
        <>
          {draft.text}
          <VisuallyHidden> {draft.error}</VisuallyHidden>
        </>
      ) : value !== null ? (
        fixed(value, metric.decimals, language)
      ) : carried ? (
        <CarriedOn carried={carried} late={late} metric={metric} />
      ) : late > 0 ? (
        <Late days={late} />
      ) : missing ? (
        <i className={css.expected} />
      ) : null}
      {cell?.comment && !pasted ? <i className={css.corner} /> : null}
    </Text>
  )
}

/** The last value that is known, never as one that was given; that it is late is said all the same. */
function CarriedOn({ carried: { value, period }, late, metric }: { readonly carried: Carried; readonly late: number; readonly metric: GridMetric }) {
  const t = useWords('metrics')
  const language = useLanguage()
  const description = [
    t('entry.carried_from', { period: nameOf(metric.periodicity, period, language, metric.time_zone) }),
    ...(late > 0 ? [t('entry.late_for', { count: late })] : []),
  ].join(', ')
  return (
    <Row
      as="span"
      align="center"
      spread="last"
      gap={4}
      padX={4}
      corner={4}
      tone="soft"
      className={css.carried}
      data-late={late > 0 || undefined}
      title={description}
    >
      <Redo2 size={11} aria-hidden />
      <i>{fixed(value, metric.decimals, language)}</i>
      <VisuallyHidden>{description}</VisuallyHidden>
    </Row>
  )
}

/** How long a value has been waited for. */
function Late({ days }: { readonly days: number }) {
  const t = useWords('metrics')
  return (
    <Row as="span" align="center" spread="middle" gap={3} padX={4} corner={4} size={11} tone="bad" className={css.late}>
      <Clock size={11} aria-hidden />
      <span aria-hidden>{days < 30 ? t('entry.late_days', { count: days }) : t('entry.late_months', { count: Math.floor(days / 30) })}</span>
      <VisuallyHidden>{t('entry.late_for', { count: days })}</VisuallyHidden>
    </Row>
  )
}

/** The field in which a value is typed. */
function Typing({ text, entry, label }: { readonly text: string; readonly entry: Entry; readonly label: string }) {
  const field = useRef<HTMLInputElement>(null)
  const left = useRef(false)
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  const finish = (down: number, right: number) => {
    left.current = true
    entry.commit(text)
    entry.move(down, right)
  }
  const moves: Readonly<Record<string, (back: boolean) => void>> = {
    Enter: (back) => finish(back ? -1 : 1, 0),
    Tab: (back) => finish(0, back ? -1 : 1),
    ArrowDown: () => finish(1, 0),
    ArrowUp: () => finish(-1, 0),
    Escape: () => {
      left.current = true
      entry.leave()
    },
  }
  return (
    <input
      ref={field}
      className={css.typing}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      value={text}
      onChange={(event) => entry.type(event.target.value)}
      onBlur={() => {
        if (!left.current) entry.commit(text)
      }}
      onKeyDown={(event) => {
        const move = moves[event.key]
        if (!move) return
        event.preventDefault()
        event.stopPropagation()
        move(event.shiftKey)
      }}
    />
  )
}
