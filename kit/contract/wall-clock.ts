const clocks = new Map<string, Intl.DateTimeFormat>()

/** One for each time zone: to make it costs a hundred times what it costs to read it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock
}

/** What calendar and clock show in a time zone, `YYYY-MM-DD HH:MM:SS`; throws a `RangeError` for a zone that nobody knows. */
export const wallClock = (moment: Date | number, timeZone: string): string => clockOf(timeZone).format(moment)

/** The day it is there, `YYYY-MM-DD`. */
export const dayIn = (moment: Date | number, timeZone: string): string => wallClock(moment, timeZone).slice(0, 10)
