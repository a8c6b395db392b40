import { wallClock } from '#kit/contract/wall-clock.ts'

/** The last millisecond of a day, `YYYY-MM-DD`, in a time zone. */
export function endOfDay(day: string, timeZone: string): Date {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  const offsetAt = (at: number) => Date.parse(`${wallClock(at, timeZone).replace(' ', 'T')}Z`) - at
  const guess = (at: number) => next.getTime() - offsetAt(at)
  const first = guess(guess(next.getTime()))
  // Where clocks leap over midnight the guesses swing between the hour before and the day's real beginning.
  return new Date(Math.max(first, guess(first)) - 1)
}
