import type { Secrets } from '#kit/server/access/secrets.ts'

const purpose = 'report recipient'
/** Days for which a mail's link takes its reader off the report. */
const holdsDays = 90
const dayLong = 24 * 3_600_000

export interface LeavingReport {
  readonly customerId: number
  readonly scheduleId: number
  readonly memberId: number
}

/** A token that takes one member off one report, and does nothing else. */
export const leavingReportToken = (secrets: Secrets, { customerId, scheduleId, memberId }: LeavingReport, now: Date): string =>
  secrets.seal(purpose, `${customerId} ${scheduleId} ${memberId} ${Math.floor(now.getTime() / dayLong)}`)

/** Whom a token takes off what; nothing for one that is not ours, was made for something else, has been changed or is too old: nobody learns which. */
export function leavingReportOf(secrets: Secrets, token: string, now: Date): LeavingReport | undefined {
  let text: string
  try {
    text = secrets.open(purpose, token)
  } catch {
    return undefined
  }
  const [customerId = 0, scheduleId = 0, memberId = 0, made = 0] = text.split(' ').map(Number)
  return Math.floor(now.getTime() / dayLong) - made <= holdsDays ? { customerId, scheduleId, memberId } : undefined
}
