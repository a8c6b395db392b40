import type { Person } from '#demo/content/types.ts'
import type { Session, Site } from './site.ts'

/** What happens in a day, in the order in which one thing makes another possible. */
export const order = [
  'aim',
  'withdraw',
  'apply',
  'leave_out',
  'decide',
  'open',
  'postpone',
  'start',
  'hold',
  'work',
  'prove',
  'keep',
  'end',
  'review',
  'serve',
  'rate',
  'talk',
  'justify',
  'approve',
  'declare',
  'follow',
  'discuss',
] as const

/** One thing that somebody did on a day. */
export interface Happening {
  /** Days from today, negative in the past. */
  readonly day: number
  readonly what: (typeof order)[number]
  readonly by: Person
  readonly run: (session: Session) => Promise<unknown>
}

/** Oldest first; on a day in their order, as told within it. */
export function inOrder(happenings: readonly Happening[]): Happening[] {
  return happenings.toSorted((a, b) => a.day - b.day || order.indexOf(a.what) - order.indexOf(b.what))
}

/** Lets a day's happenings happen: one transaction for all that a person did in a row. */
export async function live(site: Site, happenings: readonly Happening[]): Promise<void> {
  for (let first = 0; first < happenings.length;) {
    const { day, by } = happenings[first] as Happening
    const other = happenings.findIndex((happening, at) => at > first && happening.by !== by)
    const turn = happenings.slice(first, other < 0 ? happenings.length : other)
    await site.at(day, by, async (session) => {
      for (const { run } of turn) await run(session)
    })
    first += turn.length
  }
}
