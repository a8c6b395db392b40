import { addDays } from '#areas/runbooks/contract/recurrence.ts'
import type { Occurrence } from './occurrence-api.ts'

export type Span = 'month' | 'week'

const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
export const mondayOf = (day: string): string => addDays(day, -weekday(day))
export const isWeekend = (day: string): boolean => weekday(day) > 4
const lastOfMonth = (day: string) => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** The weeks, from Monday, that show the month or the week of a day. */
export function weeksOf(day: string, span: Span): string[][] {
  const first = mondayOf(span === 'week' ? day : `${day.slice(0, 7)}-01`)
  const last = span === 'week' ? day : lastOfMonth(day)
  const weeks: string[][] = []
  for (let monday = first; monday <= last; monday = addDays(monday, 7)) weeks.push(Array.from({ length: 7 }, (_, n) => addDays(monday, n)))
  return weeks
}

/** The same day of another month, or its last one; of another week where weeks are shown. */
export function moved(day: string, by: 1 | -1, span: Span): string {
  if (span === 'week') return addDays(day, 7 * by)
  const first = by === 1 ? addDays(lastOfMonth(day), 1) : `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
  const wanted = `${first.slice(0, 7)}-${day.slice(8)}`
  return wanted > lastOfMonth(first) ? lastOfMonth(first) : wanted
}

export interface DayOf {
  readonly rows: readonly Occurrence[]
  readonly load: number
  readonly late: number
}
export const noDay: DayOf = { rows: [], load: 0, late: 0 }

/** What is due on each day: late first, what is answered last. */
export function byDay(rows: readonly Occurrence[]): ReadonlyMap<string, DayOf> {
  const days = new Map<string, DayOf>()
  const weight = ({ late, closed }: Occurrence) => (late ? 0 : closed ? 2 : 1)
  for (const row of rows.toSorted((one, other) => weight(one) - weight(other))) {
    const before = days.get(row.due_date ?? '') ?? noDay
    days.set(row.due_date ?? '', { rows: [...before.rows, row], load: before.load + (row.charge ?? 0), late: before.late + (row.late ? 1 : 0) })
  }
  return days
}

export interface PersonOf {
  readonly id: number
  readonly name: string
  readonly load: number
  readonly late: number
}

/** Who is in charge of what is shown, with their days and what is late; the most loaded first. */
export function peopleOf(rows: readonly Occurrence[]): PersonOf[] {
  const people = new Map<number, PersonOf>()
  for (const { manager, charge, late } of rows) {
    if (!manager) continue
    const before = people.get(manager.id) ?? { id: manager.id, name: manager.name, load: 0, late: 0 }
    people.set(manager.id, { ...before, load: before.load + (charge ?? 0), late: before.late + (late ? 1 : 0) })
  }
  return [...people.values()].toSorted((one, other) => other.load - one.load || one.name.localeCompare(other.name))
}
