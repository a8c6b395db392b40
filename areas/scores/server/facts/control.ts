import type { ControlFact, Day } from './facts.ts'

/** One occurrence of a recurring task. */
export interface Occurrence {
  readonly due_on: Day
  /** Last day on which an answer still counts: one period after `due_on`. */
  readonly counts_until: Day
  /** The day it was done; null while unanswered. */
  readonly done_on: Day | null
  readonly answer: 'DONE' | 'NOT_DONE' | 'OK' | 'KO' | 'NOT_APPLICABLE' | null
  readonly approval: 'NOT_REQUIRED' | 'PENDING' | 'APPROVED' | 'REJECTED'
}

/** One period of an indicator; `value` is null when nothing was entered. */
export interface IndicatorPeriod {
  readonly ends_on: Day
  readonly value: number | null
  readonly target: number | null
}

type Source = Pick<ControlFact, 'measure_id' | 'source_id'>

/** The day one calendar year earlier; 29 February becomes 28 February. */
export function yearBefore(day: Day): Day {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
  return day.slice(5) === '02-29' ? `${year}-02-28` : `${year}${day.slice(4)}`
}

/** Conformity of a recurring task over the year that ends with `day` (scores, rule 2). */
export function taskControl(source: Source, occurrences: readonly Occurrence[], day: Day): ControlFact {
  const start = yearBefore(day)
  let counted = 0
  let conform = 0
  let late = 0
  for (const occurrence of occurrences) {
    const { due_on, done_on } = occurrence
    const answered = occurrence.answer !== null && done_on !== null && done_on <= day
    if (due_on <= start || !(due_on < day || answered)) continue
    const settled = answered && (occurrence.approval === 'NOT_REQUIRED' || occurrence.approval === 'APPROVED')
    if (settled && occurrence.answer === 'NOT_APPLICABLE') continue
    counted += 1
    if (!settled || !(occurrence.answer === 'OK' || occurrence.answer === 'DONE')) continue
    if (done_on > occurrence.counts_until) continue
    conform += 1
    if (done_on > due_on) late += 1
  }
  return { ...source, kind: 'TASK', numerator: conform, denominator: counted, late, stale: false, proven: counted > 0 }
}

/** Attainment of a PERFORMANCE indicator: last closed period, carried forward and stale when its value is missing. */
export function indicatorControl(source: Source, periods: readonly IndicatorPeriod[], day: Day): ControlFact {
  let last: IndicatorPeriod | undefined
  let known: IndicatorPeriod | undefined
  for (const period of periods) {
    if (period.ends_on > day) continue
    if (!last || period.ends_on > last.ends_on) last = period
    if (period.value !== null && (!known || period.ends_on > known.ends_on)) known = period
  }
  return {
    ...source,
    kind: 'INDICATOR',
    numerator: known?.value ?? null,
    denominator: known?.target ?? null,
    late: 0,
    stale: known !== last,
    proven: known !== undefined && known.ends_on > yearBefore(day),
  }
}
