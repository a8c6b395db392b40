import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { scoreText } from '#kit/contract/shown-score.ts'
import { tone } from '#kit/contract/tone.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { inColor } from './level-color.ts'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './marks.module.css'

const bounded = (value: number) => Math.max(0, Math.min(100, value))

/** 0 to 100; green when all is done. */
export function Progress({ value }: { readonly value: number }) {
  const format = useFormat()
  return (
    <span className={styles.progress}>
      <span className={styles.track} aria-hidden>
        <span className={styles.fill} style={{ width: `${bounded(value)}%` }} data-tone={value >= 100 ? 'ok' : undefined} />
      </span>
      <span className={styles.percent}>{format.percent(value)}</span>
    </span>
  )
}

interface ScoreBarProps {
  readonly value: number
  /** What applies to it; null: its level of the performance scale gives the colour. */
  readonly target: number | null
}

/** A score from 0 to 100, as the integer shown. */
export function ScoreBar({ value, target }: ScoreBarProps) {
  const { style, ...colored } = inColor(tone(value, target, useLevels('indicator')))
  return (
    <span className={styles.score}>
      <span className={styles.track} aria-hidden>
        <span className={styles.fill} {...colored} style={{ ...style, width: `${bounded(value)}%` }} />
      </span>
      {scoreText(value)}
    </span>
  )
}

/** How a date stands to today, as long as the work is open: past, or within as many days. */
export function dueState(date: string | null, open: boolean, today = dayOf(), soon = 14): 'late' | 'soon' | undefined {
  if (!date || !open) return undefined
  const days = daysBetween(today, date)
  return days < 0 ? 'late' : days <= soon ? 'soon' : undefined
}

interface DueDateProps {
  readonly date: string | null
  readonly open: boolean
  readonly soon?: number
  /** The day gone by of which it is shown. */
  readonly asOf?: string | undefined
}

/** A target date that warns; the colour is also said in words to screen readers. */
export function DueDate({ date, open, soon = 14, asOf }: DueDateProps) {
  const format = useFormat()
  const words = useWords('kit')
  const state = dueState(date, open, asOf ?? dayOf(), soon)
  return (
    <span className={styles.due} data-due={state}>
      {format.date(date)}
      {state ? <VisuallyHidden> ({words(`date.${state}`)})</VisuallyHidden> : null}
    </span>
  )
}

/** A line of 56×22 pixels through the values; decoration beside a figure. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const point = (value: number, index: number) => `${index ? 'L' : 'M'}${(index / Math.max(1, values.length - 1)) * 52 + 2},${18 - ((value - low) / span) * 14}`
  return (
    <svg width="56" height="22" aria-hidden className={styles.sparkline}>
      <path d={values.map(point).join('')} fill="none" stroke="var(--mute)" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}

/** A change since before, with its arrow; up is good unless `upIsBad`. */
export function Trend({ change, upIsBad = false }: { readonly change: number; readonly upIsBad?: boolean }) {
  const format = useFormat()
  const way = change === 0 ? undefined : change > 0 !== upIsBad ? 'up' : 'down'
  const Arrow = change === 0 ? ArrowRight : change > 0 ? ArrowUpRight : ArrowDownRight
  return (
    <span className={styles.trend} data-way={way}>
      <Arrow size={12} aria-hidden />
      {format.signed(change)}
    </span>
  )
}
