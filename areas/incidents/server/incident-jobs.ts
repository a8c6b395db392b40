import { sql } from 'kysely'
import { kindOfClock } from '#kit/server/data/people/notify.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Job } from '#kit/server/http/area.ts'
import type { Clock } from '#areas/incidents/contract/clock.ts'
import { clockColumns, clocksOfRow, settleIncidentClocks } from './clocks.ts'
import { enter } from './timeline.ts'
import { peopleToNotify } from './notified-people.ts'

/** Whether nobody was told of this yet; from now on they were. */
const claim = async (tx: Tx, id: number, what: string, about: Date): Promise<boolean> =>
  (await tx.first(sql`insert into incident_told (customer_id, incident_id, what, about) values (${tx.customerId}, ${id}, ${what}, ${about})
    on conflict do nothing returning 1 as claimed`)) !== undefined

const hour = 3_600_000
/** How long before its end people hear of a clock that nobody has answered. */
const near: Readonly<Record<Clock, number>> = { EARLY_WARNING: 4 * hour, NOTIFICATION: 12 * hour, FINAL_REPORT: 7 * 24 * hour, GDPR: 12 * hour }
/** What ran out longer ago is history that somebody entered, not news. */
const news = 7 * 24 * hour

type Running = Parameters<typeof clocksOfRow>[0] & { readonly id: number }

/** Tells whoever is responsible and global pilots, once each, that a clock runs out and that it has; the latter enters itself into the timeline. */
export const clocksJob: Job = {
  name: 'incident.clocks',
  schedule: '*/10 * * * *',
  run: async ({ tx }) => {
    const now = tx.now.getTime()
    const rows = await tx.run(sql<Running>`select t.id, ${clockColumns} from incident t
      where t.customer_id = ${tx.customerId} and t.aware_at is not null and (t.significant = 'YES' or t.personal_data = 'YES')
        and t.aware_at > ${new Date(now - 75 * 24 * hour)} and t.aware_at <= ${tx.now} order by t.aware_at limit 1000`)
    for (const row of rows) {
      for (const { clock, due, state } of clocksOfRow(row, tx.now, tx.who.timeZone)) {
        const left = due.getTime() - now
        if (state === 'SENT' || left > near[clock] || left < -news) continue
        const stage = left < 0 ? 'PASSED' : 'NEAR'
        if (!(await claim(tx, row.id, `${clock}_${stage}`, due))) continue
        if (stage === 'PASSED') {
          await enter(tx, row.id, { kind: 'PASSED', clock, happenedAt: due })
          await settleIncidentClocks(tx, row)
        }
        const members = (await peopleToNotify(tx, row.id, { local: false })).map(({ id }) => id)
        const kind = kindOfClock(stage === 'PASSED')
        tx.tell({ kind, entity: 'incident', id: row.id, members, cause: `${kind}:incident:${row.id}:${clock}:${due.toISOString()}`, about: clock, dueAt: due })
      }
    }
  },
}
