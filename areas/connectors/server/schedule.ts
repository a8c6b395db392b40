import { wallClock } from '#kit/contract/wall-clock.ts'
import type { ConnectorRhythm } from '#areas/connectors/contract/customer-connector.ts'

/** Seconds from one run to the next; a month counts as its longest. */
export const periodSeconds = { HOURLY: 3_600, DAILY: 86_400, WEEKLY: 604_800, MONTHLY: 2_678_400 } as const satisfies Record<ConnectorRhythm, number>
/** For how many periods after a good run what it brought counts as fresh. */
export const freshPeriods = 1.25

/** Seconds after which a run that failed is tried again, one failure after the other; then with the schedule. */
export const retryAfter: readonly number[] = [600, 3_600, 21_600]
/** A service is waited for no longer than that, whatever it asks for. */
const mostAsked = 7 * 86_400

/** Seconds until the next try after so many failures in a row; what a service asked for is kept to. Null: with the schedule. */
export function nextTry(failures: number, asked: number | null): number | null {
  const usual = retryAfter[failures - 1] ?? null
  if (asked !== null) return Math.min(Math.max(asked, usual ?? 0), mostAsked)
  return usual
}

interface Schedule {
  readonly periodicity: ConnectorRhythm
  /** `05:00`. */
  readonly run_at: string
}

/** The wall clock of a zone at a moment, as if it were UTC. */
const wall = (at: number, timeZone: string): number => Date.parse(`${wallClock(at, timeZone).replace(' ', 'T')}Z`)

/** The moment at which the clock of a zone shows that; where it never does, since it is put on, as much later. */
function moment(shown: number, timeZone: string): number {
  const guess = shown - (wall(shown, timeZone) - shown)
  const off = wall(guess, timeZone) - shown
  return off === 0 ? guess : guess - off
}

/** When a schedule comes round next after a moment, by the clock of the organisation: weeks begin on Monday, months on their first. */
export function nextRun({ periodicity, run_at: runAt }: Schedule, after: Date, timeZone: string): Date {
  const [hours = 0, minutes = 0] = runAt.split(':').map(Number)
  const now = after.getTime()
  if (periodicity === 'HOURLY') {
    // Clocks of some zones are half an hour or a quarter off: minutes are those that they show.
    const ahead = Math.round((wall(now, timeZone) - now) / 60_000) * 60_000
    const hour = Math.floor((now + ahead) / 3_600_000) * 3_600_000 + minutes * 60_000 - ahead
    return new Date(hour > now ? hour : hour + 3_600_000)
  }
  const day = Math.floor(wall(now, timeZone) / 86_400_000) * 86_400_000
  for (let n = 0; n <= 32; n += 1) {
    const shown = new Date(day + n * 86_400_000)
    if (periodicity === 'WEEKLY' && shown.getUTCDay() !== 1) continue
    if (periodicity === 'MONTHLY' && shown.getUTCDate() !== 1) continue
    const at = moment(shown.getTime() + hours * 3_600_000 + minutes * 60_000, timeZone)
    if (at > now) return new Date(at)
  }
  return new Date(now + periodSeconds[periodicity] * 1000)
}
