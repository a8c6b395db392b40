import { valueRhythms, type ValueRhythm } from '#areas/catalog/contract/rhythm.ts'

/** How often something is measured (IND-03), the quickest first. */
export const periodicities = valueRhythms
export type Periodicity = ValueRhythm

/** A period is known by its first day, `YYYY-MM-DD`; an hour of a day by its number since midnight, `YYYY-MM-DDThh` (`hour.ts`). What is measured by the hour is brought together by the day: its periods are days. */
export type PeriodStart = string

const day = 86_400_000
const inDays: Partial<Record<Periodicity, number>> = { HOURLY: 1, DAILY: 1, WEEKLY: 7 }
const months: Partial<Record<Periodicity, number>> = { MONTHLY: 1, QUARTERLY: 3, SEMESTERLY: 6, YEARLY: 12 }

const at = (text: string): Date => new Date(`${text}T00:00:00Z`)
const formatDay = (moment: Date): string => moment.toISOString().slice(0, 10)
const plusDays = (text: string, count: number): string => formatDay(new Date(at(text).getTime() + count * day))

/** The first day of the period that a day lies in; weeks begin on Monday. */
export function periodOf(periodicity: Periodicity, given: string): PeriodStart {
  const text = given.slice(0, 10)
  if (inDays[periodicity] === 1) return text
  if (periodicity === 'WEEKLY') return plusDays(text, -((at(text).getUTCDay() + 6) % 7))
  const length = months[periodicity] ?? 1
  const [year = 0, month = 1] = text.split('-').map(Number)
  return formatDay(new Date(Date.UTC(year, Math.floor((month - 1) / length) * length, 1)))
}

/** The period so many later, or earlier. */
export function movePeriod(periodicity: Periodicity, start: PeriodStart, count: number): PeriodStart {
  const days = inDays[periodicity]
  if (days !== undefined) return plusDays(start, count * days)
  const [year = 0, month = 1] = start.split('-').map(Number)
  return formatDay(new Date(Date.UTC(year, month - 1 + count * (months[periodicity] ?? 1), 1)))
}

/** Its last day. */
export const periodEnd = (periodicity: Periodicity, start: PeriodStart): string => plusDays(movePeriod(periodicity, start, 1), -1)

/** The day on which a value is late if nobody has given it: so many days after the period's last. */
export const dueDay = (periodicity: Periodicity, start: PeriodStart, days: number): string => plusDays(periodEnd(periodicity, start), days)

/** How many periods begin from one to another, both included; 0 when the first is later. */
export function countPeriods(periodicity: Periodicity, from: PeriodStart, to: PeriodStart): number {
  if (from > to) return 0
  const days = inDays[periodicity]
  if (days !== undefined) return Math.round((at(to).getTime() - at(from).getTime()) / day / days) + 1
  const number = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
  return (number(to) - number(from)) / (months[periodicity] ?? 1) + 1
}

/** The periods from one to another, both included, at most `most`: the last ones. */
export function periodsBetween(periodicity: Periodicity, from: PeriodStart, to: PeriodStart, most = 1000): PeriodStart[] {
  const count = countPeriods(periodicity, from, to)
  const skipped = Math.max(0, count - most)
  return Array.from({ length: count - skipped }, (_, n) => movePeriod(periodicity, from, skipped + n))
}

/** The longer period that a shorter one counts in; a week counts where most of its days lie, by its Thursday as in ISO 8601. */
export const within = (long: Periodicity, short: Periodicity, start: PeriodStart): PeriodStart =>
  long === 'HOURLY' ? start : periodOf(long, short === 'WEEKLY' && long !== 'WEEKLY' ? plusDays(start, 3) : start)

/** A period by the name that files have for it: `2026-11-23`, `2026-W48`, `2026-11`, `2026-Q4`, `2026-S2`, `2026`. */
export function periodKey(periodicity: Periodicity, start: PeriodStart): string {
  const year = start.slice(0, 4)
  const month = Number(start.slice(5, 7))
  if (inDays[periodicity] === 1) return start
  if (periodicity === 'WEEKLY') {
    const thursday = plusDays(start, 3)
    const first = periodOf('WEEKLY', `${thursday.slice(0, 4)}-01-04`)
    return `${thursday.slice(0, 4)}-W${String(countPeriods('WEEKLY', first, start)).padStart(2, '0')}`
  }
  if (periodicity === 'MONTHLY') return start.slice(0, 7)
  if (periodicity === 'YEARLY') return year
  return periodicity === 'QUARTERLY' ? `${year}-Q${Math.ceil(month / 3)}` : `${year}-S${Math.ceil(month / 6)}`
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at(text).getTime()) && formatDay(at(text)) === text

const letters: Readonly<Record<string, string>> = { T: 'Q', H: 'S' }

/** What people write for a month, a quarter or half a year, as its key: `10/2026`, `T4 2026`, `2026-H2`. */
function asKey(text: string): string {
  const [, month, monthOf] = /^(\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  if (month && monthOf) return `${monthOf}-${month.padStart(2, '0')}`
  const [, first, before, letter = '', number, after] = /^((\d{4})[\s-]?)?([QTSH])([1-4])(?:[\s/-]?(\d{4}))?$/.exec(text) ?? []
  return number && (first === undefined) !== (after === undefined) ? `${before ?? after}-${letters[letter] ?? letter}${number}` : text
}

/** The period that a file names, by the key of its rhythm or as people write it, or by any of its days; undefined if it is none. */
export function readPeriod(periodicity: Periodicity, text: string): PeriodStart | undefined {
  const asked = asKey(text.trim().toUpperCase())
  if (isDay(asked)) return periodOf(periodicity, asked)
  const year = asked.slice(0, 4)
  const number = Number(asked.slice(6))
  const candidates: readonly (readonly [RegExp, () => string])[] = [
    [/^\d{4}$/, () => `${asked}-01-01`],
    [/^\d{4}-\d{2}$/, () => `${asked}-01`],
    [/^\d{4}-Q[1-4]$/, () => `${year}-${String(number * 3 - 2).padStart(2, '0')}-01`],
    [/^\d{4}-S[12]$/, () => `${year}-${number === 1 ? '01' : '07'}-01`],
    [/^\d{4}-W\d{2}$/, () => movePeriod('WEEKLY', periodOf('WEEKLY', `${year}-01-04`), number - 1)],
  ]
  const start = candidates.find(([form]) => form.test(asked))?.[1]()
  return start !== undefined && isDay(start) && periodKey(periodicity, start) === asked ? start : undefined
}
