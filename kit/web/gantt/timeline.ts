import type { Language } from '#kit/contract/catalogue.ts'
import { dayWords } from '#kit/web/i18n/format.ts'
/** Days are counted from 1970-01-01 in UTC: no time zone can shift a bar. */
export const dayOf = (date: string) => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000)
/** The inverse of `dayOf`, `YYYY-MM-DD`. */
export const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

export const scales = ['weeks', 'months', 'quarters'] as const
export type Scale = (typeof scales)[number]

/** Pixels per day. */
export const dayWidth: Readonly<Record<Scale, number>> = { weeks: 14, months: 5, quarters: 2.2 }

/** First and last day of something, both included. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The span of a row; one date alone makes a bar of one day, none no bar. */
export function spanOf(start: string | null | undefined, end: string | null | undefined): Span | undefined {
  const [from, to] = [start ?? end, end ?? start]
  if (!from || !to) return undefined
  return { start: dayOf(from), end: Math.max(dayOf(from), dayOf(to)) }
}

/** What the chart covers: all bars and today, from the first of a month, with room to drag further. */
export function rangeOf(spans: readonly Span[], today: number): Span {
  let [start, end] = [today - 31, today + 92]
  for (const span of spans) {
    start = Math.min(start, span.start)
    end = Math.max(end, span.end)
  }
  return { start: dayOf(`${dateOf(start).slice(0, 7)}-01`), end: end + 45 }
}

export type Edge = 'move' | 'start' | 'end'

/** A bar moved by whole days as one, or by one of its ends; it never gets shorter than one day. */
export function moveSpan(span: Span, edge: Edge, by: number): Span {
  if (edge === 'move') return { start: span.start + by, end: span.end + by }
  return edge === 'start' ? { start: Math.min(span.start + by, span.end), end: span.end } : { start: span.start, end: Math.max(span.end + by, span.start) }
}

export interface Tick {
  readonly day: number
  readonly label: string
  /** Said by each: whoever scrolls sees no first one. */
  readonly year: number
}

/** The marks of a scale: Mondays, firsts of the month, or firsts of the quarter. */
export function ticksOf(range: Span, scale: Scale, language: Language, quarter: (n: number) => string): Tick[] {
  const ticks: Tick[] = []
  const short = dayWords(language, scale === 'weeks' ? { day: 'numeric', month: 'short' } : { month: 'short' })
  const at = new Date(range.start * 86_400_000)
  // The Monday or the quarter's first at or before the range.
  if (scale === 'weeks') at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  if (scale === 'quarters') at.setUTCMonth(at.getUTCMonth() - (at.getUTCMonth() % 3))
  while (at.getTime() / 86_400_000 <= range.end) {
    const day = at.getTime() / 86_400_000
    ticks.push({
      day,
      label: scale === 'quarters' ? quarter(at.getUTCMonth() / 3 + 1) : short(at.toISOString()),
      year: at.getUTCFullYear(),
    })
    if (scale === 'weeks') at.setUTCDate(at.getUTCDate() + 7)
    else at.setUTCMonth(at.getUTCMonth() + (scale === 'months' ? 1 : 3))
  }
  return ticks
}

/** The line from the end of one bar to the start of another, in pixels; `row` is the height of a row. */
export function linkPath(from: { x: number; y: number }, to: { x: number; y: number }, row: number): string {
  const down = to.y > from.y ? 1 : -1
  if (to.x - from.x <= 18) return `M${from.x},${from.y}h8v${(row / 2) * down}H${to.x - 12}V${to.y}H${to.x - 1}`
  const [out, back] = down > 0 ? [1, 0] : [0, 1]
  return `M${from.x},${from.y}H${from.x + 6}a4 4 0 0 ${out} 4 ${4 * down}V${to.y - 4 * down}a4 4 0 0 ${back} 4 ${4 * down}H${to.x - 1}`
}
