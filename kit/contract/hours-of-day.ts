import { wallClock } from './wall-clock.ts'

const hour = 3_600_000
const dayBefore = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) - days * 24 * hour).toISOString().slice(0, 10)

/** The first instant of a day by a calendar: midnight, or when the clock starts where midnight is skipped. In milliseconds. */
export const startOfDay = (day: string, timeZone: string): number => instantAt(`${day}T00:00:00`, timeZone)

/** When a clock on the wall shows `YYYY-MM-DDTHH:MM:SS`, or goes past it where it is skipped. In milliseconds. */
export function instantAt(clock: string, timeZone: string): number {
  const wanted = Date.parse(`${clock}Z`)
  const shows = (instant: number) => Date.parse(`${wallClock(instant, timeZone).replace(' ', 'T')}Z`)
  // Clocks are at most 15 hours from UTC, and are changed by hours or their halves.
  let [before, after] = [wanted - 15 * hour, wanted + 15 * hour]
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000
    if (shows(middle) >= wanted) after = middle
    else before = middle
  }
  return after
}

/** How many hours a day has: 24, or as many as are left when clocks go forward and come when they go back; a begun one counts. */
export const hoursOf = (day: string, timeZone: string): number => Math.ceil((startOfDay(dayBefore(day, -1), timeZone) - startOfDay(day, timeZone)) / hour)

/** Which hour of a day an instant lies in, counted from midnight. */
export const hourOf = (instant: number, day: string, timeZone: string): number => Math.floor((instant - startOfDay(day, timeZone)) / hour)

/** What a clock on the wall shows when an hour of a day begins, `HH:MM`. */
export const clockAt = (day: string, number: number, timeZone: string): string => wallClock(startOfDay(day, timeZone) + number * hour, timeZone).slice(11, 16)
