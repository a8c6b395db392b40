import { sql } from 'kysely'
import { settleClocks } from '#kit/server/data/people/notify.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { clocksOf, sentAt, type Clock, type ClockFacts, type RunningClock } from '#areas/incidents/contract/clock.ts'
import type { ShownClock } from '#areas/incidents/contract/incident-calls.ts'
import { readSettings } from '#areas/tenancy/server/index.ts'

type Facts = Omit<ClockFacts, 'sent'> & Readonly<Record<(typeof sentAt)[Clock], Date | null>>

/** What the clocks of an incident are read from, as columns of a statement. */
export const clockColumns = sql`t.significant, t.personal_data, t.aware_at, t.close_reason, t.early_warning_sent_at, t.notification_sent_at, t.final_report_sent_at, t.gdpr_sent_at`

/** The clocks of a row that was read with `clockColumns`. */
export function clocksOfRow(row: Facts, now: Date, timeZone: string): RunningClock[] {
  const sent = Object.fromEntries(Object.entries(sentAt).map(([clock, column]) => [clock, row[column]]))
  return clocksOf({ ...row, sent }, now, timeZone)
}

/** What was told of clocks that run no more, or otherwise than it was told, waits for nobody: sent, corrected, or no such incident after all. */
export function settleIncidentClocks(tx: Tx, row: Facts & { readonly id: number }): Promise<void> {
  const running = clocksOfRow(row, tx.now, tx.who.timeZone).filter(({ state }) => state !== 'SENT')
  return settleClocks(
    tx,
    'incident',
    row.id,
    running.map(({ clock, due, state }) => ({ about: clock, dueAt: due, late: state === 'LATE' })),
  )
}

type Sent = Pick<ShownClock, 'clock' | 'authority' | 'reference' | 'receipt'>

/** The clocks of an incident that its reader may open, with whom to tell: who was told, else who the organisation says. */
export async function shownClocks(tx: Tx, id: number): Promise<ShownClock[]> {
  const [row, settings, reports] = await Promise.all([
    tx.first(sql<Facts>`select ${clockColumns} from incident t where t.customer_id = ${tx.customerId} and t.id = ${id}`),
    readSettings(tx),
    tx.run(sql<Sent>`select distinct on (e.clock) e.clock, e.authority, e.reference,
        (select jsonb_build_object('id', f.id, 'name', f.name) from public.file f where f.customer_id = e.customer_id and f.entity = 'incident' and f.object_id = e.incident_id
          and f.field = 'timeline' and f.child_id = e.id and f.detached_at is null order by f.id limit 1) as receipt
      from public.incident_entry e where e.customer_id = ${tx.customerId} and e.incident_id = ${id} and e.kind = 'SENT' and e.clock is not null ${tx.past ? sql`and e.said_at <= moment()` : sql``} order by e.clock, e.id desc`),
  ])
  if (!row) return []
  const sendings = new Map(reports.map((one) => [one.clock, one]))
  const usual = (clock: Clock) => (clock === 'GDPR' ? settings.gdpr_authority : settings.nis2_authority)
  return clocksOfRow(row, tx.now, tx.who.timeZone).map(({ clock, state, from, due, sent }) => ({
    clock,
    state,
    from: from.toISOString(),
    due: due.toISOString(),
    sent: sent?.toISOString() ?? null,
    authority: sendings.get(clock)?.authority ?? usual(clock),
    reference: sendings.get(clock)?.reference ?? null,
    receipt: sendings.get(clock)?.receipt ?? null,
  }))
}
