import type { Language } from '#kit/contract/catalogue.ts'
import { dayInWords, monthInWords } from '#kit/contract/date-order.ts'
import { addDays, daysFrom, type Periodicity } from './recurrence.ts'

/** The number of a day's week, from 1: the first of a year is the one that holds its first Thursday (ISO 8601). */
export function weekOf(day: string): number {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  const thursday = addDays(day, 3 - weekday)
  return 1 + Math.floor(daysFrom(`${thursday.slice(0, 4)}-01-01`, thursday) / 7)
}

const week: Readonly<Record<Language, string>> = { en: 'week', fr: 'semaine' }

interface Time {
  readonly periodicity: Periodicity | null
  readonly period_start: string | null
  readonly hour: number | null
}

/** What one time round of a task is called beside its name: `week 47`, `30 November 2026`, `November 2026`; an hour has it before its day. */
export function timeName({ periodicity, period_start: start, hour }: Time, language: Language): string {
  if (start === null) return ''
  if (periodicity === 'WEEKLY') return `${week[language]} ${weekOf(start)}`
  if (periodicity === 'DAILY') return dayInWords(start, language)
  if (periodicity === 'HOURLY') return `${hour ?? 0}:00, ${dayInWords(start, language)}`
  return monthInWords(start, language)
}

/** What a proof is called by itself: after its task, its place and its time. At most 255 characters, of which the name gives way. */
export function proofName(name: string, place: string | null | undefined, time: string): string {
  const rest = [place ?? '', time]
    .filter(Boolean)
    .map((part) => `, ${part}`)
    .join('')
  return `${name.slice(0, Math.max(0, 255 - rest.length))}${rest}`.slice(0, 255)
}
