import { dayWords, fixedNumber, type DayParts } from '#kit/web/i18n/format.ts'
import { movePeriod, periodKey, type Periodicity } from '#areas/metrics/contract/period.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { clockAt } from '#kit/contract/hours-of-day.ts'
import { readHour, type HourOfDay } from '#areas/metrics/contract/hour.ts'

/** How much of time a grid shows at once, in years, or months of a rhythm that is quicker than that; hours are shown by the day. */
const shown: Readonly<Record<Exclude<Periodicity, 'HOURLY'>, number>> = { DAILY: 1, WEEKLY: 3, MONTHLY: 12, QUARTERLY: 36, SEMESTERLY: 60, YEARLY: 120 }

export interface Span {
  readonly from: string
  readonly to: string
  readonly label: string
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The stretch of time that a day lies in, so many before or after. */
export function spanOf(periodicity: Periodicity, today: string, moved: number, language: Language): Span {
  if (periodicity === 'HOURLY') {
    const day = movePeriod('DAILY', today, moved)
    return { from: day, to: day, label: nameOf('DAILY', day, language) }
  }
  const months = shown[periodicity]
  // Of a year and less by the calendar; of more, so that the current year is the last.
  const whole = months > 12 ? Number(today.slice(0, 4)) * 12 + 12 - months : Math.floor(monthNumber(today) / months) * months
  const first = whole + moved * months
  const from = `${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, '0')}-01`
  const next = movePeriod('MONTHLY', from, months)
  const to = movePeriod('DAILY', next, -1)
  const years = [from.slice(0, 4), to.slice(0, 4)]
  const label = months >= 12 ? [...new Set(years)].join('–') : monthsBetween(from, to, language)
  return { from, to, label }
}

function monthsBetween(from: string, to: string, language: Language): string {
  const name = dayWords(language, { month: 'short', year: 'numeric' })
  return [...new Set([name(from), name(to)])].join(' – ')
}

/** An hour as clocks show it where it is counted; the second of two that are alike says so. */
function hourName({ day, hour }: HourOfDay, language: Language, timeZone: string): string {
  const clock = clockAt(day, hour, timeZone)
  const shown = language === 'fr' && clock.endsWith(':00') ? `${Number(clock.slice(0, 2))}\u00a0h` : clock
  return hour > 0 && clockAt(day, hour - 1, timeZone) === clock ? `${shown} (2)` : shown
}

/** A period as a column is headed: as short as its rhythm lets it be. Hours are shown by the clocks of a time zone. */
export function headOf(periodicity: Periodicity, start: string, language: Language, timeZone = 'UTC'): string {
  const hour = readHour(start)
  if (hour) return hourName(hour, language, timeZone)
  const part = (parts: DayParts) => dayWords(language, parts)(start)
  if (periodicity === 'DAILY' || periodicity === 'HOURLY') return part({ day: 'numeric' })
  if (periodicity === 'MONTHLY') return part({ month: 'short' })
  const [year, rest] = periodKey(periodicity, start).split('-')
  const short = language === 'fr' ? (rest ?? '').replace('Q', 'T') : (rest ?? '').replace('S', 'H')
  return periodicity === 'YEARLY' ? (year ?? '') : `${short} ${periodicity === 'WEEKLY' ? '' : (year?.slice(2) ?? '')}`.trim()
}

/** A period as a sentence names it. */
export function nameOf(periodicity: Periodicity, start: string, language: Language, timeZone = 'UTC'): string {
  const hour = readHour(start)
  if (hour) return `${nameOf('DAILY', hour.day, language)}, ${hourName(hour, language, timeZone)}`
  const part = (parts: DayParts) => dayWords(language, parts)(start)
  if (periodicity === 'DAILY' || periodicity === 'HOURLY') return part({ day: 'numeric', month: 'long', year: 'numeric' })
  if (periodicity === 'MONTHLY') return part({ month: 'long', year: 'numeric' })
  if (periodicity === 'YEARLY') return start.slice(0, 4)
  const [year = '', rest = ''] = periodKey(periodicity, start).split('-')
  return `${language === 'fr' ? rest.replace('Q', 'T').replace('W', 'S') : rest.replace('S', 'H')} ${year}`
}

/** A value with all its decimals, so that a column of them stands under one another. */
export const fixed = (value: number, decimals: number, language: Language): string => fixedNumber(value, language, decimals)
