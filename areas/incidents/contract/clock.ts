/** Whom to tell of an incident within which time: NIS 2, article 23, and GDPR, article 33. */
import { wallClock } from '#kit/contract/wall-clock.ts'
export const clocks = ['EARLY_WARNING', 'NOTIFICATION', 'FINAL_REPORT', 'GDPR'] as const
export type Clock = (typeof clocks)[number]

/** Where the moment is kept at which the authority was told. */
export const sentAt = {
  EARLY_WARNING: 'early_warning_sent_at',
  NOTIFICATION: 'notification_sent_at',
  FINAL_REPORT: 'final_report_sent_at',
  GDPR: 'gdpr_sent_at',
} as const satisfies Record<Clock, string>

/** Later: there is more than a week left; due: less; late: the time is over; sent: the authority was told. */
export const clockStates = ['LATER', 'DUE', 'LATE', 'SENT'] as const
export type ClockState = (typeof clockStates)[number]

/** What the clocks of an incident are read from. */
export interface ClockFacts {
  readonly significant: 'YES' | 'NO' | null
  readonly personal_data: 'YES' | 'NO' | null
  readonly aware_at: Date | null
  readonly close_reason: string | null
  readonly sent: Readonly<Partial<Record<Clock, Date | null>>>
}

export interface RunningClock {
  readonly clock: Clock
  readonly state: ClockState
  /** When it began to run: when the organisation knew, or for the last report when the notification was sent or due. */
  readonly from: Date
  readonly due: Date
  readonly sent: Date | null
}

const hour = 3_600_000
const hours = { EARLY_WARNING: 24, NOTIFICATION: 72, GDPR: 72 } as const
const later = 7 * 24 * hour

/**
 * The clocks of an incident at a moment, in the order in which they are shown: those of NIS 2 where it is significant, that of GDPR where it touches personal
 * data. Hours are counted as they pass, whatever a country does to its clocks; the month by the calendar of the time zone. None as long as nobody said since
 * when one knew, and none for what was no incident.
 */
export function clocksOf({ significant, personal_data, aware_at, close_reason, sent }: ClockFacts, now: Date, timeZone: string): RunningClock[] {
  if (aware_at === null || close_reason === 'FALSE_POSITIVE' || close_reason === 'DUPLICATE') return []
  const running = (clock: Clock, from: Date, due: Date): RunningClock => {
    const reportedAt = sent[clock] ?? null
    const left = due.getTime() - now.getTime()
    return { clock, from, due, sent: reportedAt, state: reportedAt ? 'SENT' : left < 0 ? 'LATE' : left > later ? 'LATER' : 'DUE' }
  }
  const within = (clock: keyof typeof hours) => running(clock, aware_at, new Date(aware_at.getTime() + hours[clock] * hour))
  const notification = within('NOTIFICATION')
  const reported = notification.sent ?? notification.due
  return [
    ...(significant === 'YES' ? [within('EARLY_WARNING'), notification, running('FINAL_REPORT', reported, monthAfter(reported, timeZone))] : []),
    ...(personal_data === 'YES' ? [within('GDPR')] : []),
  ]
}

/** The same time of day one month later in a time zone; the month's last day where it has none of that number. */
export function monthAfter(moment: Date, timeZone: string): Date {
  // As if the clock on the wall showed UTC.
  const shown = (at: number) => Date.parse(`${wallClock(at, timeZone).replace(' ', 'T')}Z`)
  const at = Math.floor(moment.getTime() / 1000) * 1000
  const then = new Date(shown(at))
  const day = then.getUTCDate()
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() + 2)
  then.setUTCDate(0)
  then.setUTCDate(Math.min(day, then.getUTCDate()))
  const wanted = then.getTime()
  const guess = (near: number) => wanted - (shown(near) - near)
  const first = guess(wanted)
  const found = guess(first)
  // A time that the clocks leap over is the one after the leap.
  return new Date(shown(found) === wanted ? found : Math.max(first, found))
}
