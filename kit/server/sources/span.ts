import { dayAfter } from '#kit/contract/day-after.ts'
import { mostPoints, type CourseStep, type SpanName } from '#kit/contract/source.ts'

/** Days, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

const year = (day: string) => Number(day.slice(0, 4))
const month = (day: string) => Number(day.slice(5, 7))
/** The first day of a month, counted from January of year 0. */
const monthStart = (count: number) => `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`
/** The months of a piece of the calendar that a day lies in, `length` months long; `back` pieces earlier. */
function months(day: string, length: number, back = 0): Days {
  const count = year(day) * 12 + month(day) - 1
  const first = count - (count % length) - back * length
  return { from: monthStart(first), to: dayAfter(monthStart(first + length), -1) }
}
const monday = (day: string) => dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
const until = (today: string, { from, to }: Days): Days => ({ from, to: to < today ? to : today })

/** The days that a period means on a day; none of them is still to come. */
export function daysOf(span: SpanName, today: string): Days {
  switch (span) {
    case 'CURRENT':
      return until(today, months(today, 3))
    case 'LAST':
    case 'LAST_QUARTER':
      return months(today, 3, 1)
    case 'LAST_365_DAYS':
      return { from: dayAfter(today, -364), to: today }
    case 'LAST_24_HOURS':
      return { from: dayAfter(today, -1), to: today }
    case 'LAST_WEEK':
      return { from: dayAfter(monday(today), -7), to: dayAfter(monday(today), -1) }
    case 'THIS_MONTH':
      return until(today, months(today, 1))
    case 'LAST_MONTH':
      return months(today, 1, 1)
    case 'LAST_SEMESTER':
      return months(today, 6, 1)
    case 'LAST_YEAR':
      return months(today, 12, 1)
  }
}

/** As many days right before them. */
export function daysBefore({ from, to }: Days): Days {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return { from: dayAfter(from, -length), to: dayAfter(from, -1) }
}

const lengths: Readonly<Record<Exclude<CourseStep, 'DAY' | 'WEEK'>, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 }

/** The steps of the calendar that some days lie in, the last `mostPoints` of them, each within the days themselves. */
export function stepsOf(step: CourseStep, { from, to }: Days): Days[] {
  const found: Days[] = []
  for (let end = to; end >= from && found.length < mostPoints;) {
    const start = step === 'DAY' ? end : step === 'WEEK' ? monday(end) : months(end, lengths[step]).from
    found.push({ from: start < from ? from : start, to: end })
    end = dayAfter(start, -1)
  }
  return found.toReversed()
}
