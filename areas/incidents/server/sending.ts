import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { sentAt } from '#areas/incidents/contract/clock.ts'
import type { recordSending } from '#areas/incidents/contract/incident-calls.ts'
import { clockColumns, clocksOfRow } from './clocks.ts'
import { checkCorrected, enter, happened, mustWorkOn } from './timeline.ts'

/** The beginning of a moment's minute, in milliseconds. */
const minuteOf = (moment: Date) => Math.floor(moment.getTime() / 60_000) * 60_000

type Asked = z.output<typeof recordSending.body & object>

/** Records that an authority was told, once: whoever records it again corrects what was recorded. Answers the entry's id. */
export async function record(tx: Tx, grant: Grant, resources: Resources, id: number, asked: Asked): Promise<number> {
  const { clock, sent_at: sentOn, corrects = null, authority, reference, text, files } = asked
  await mustWorkOn(tx, grant, id)
  const row = await tx.first(
    sql<
      Parameters<typeof clocksOfRow>[0]
    >`select ${clockColumns} from incident t where t.customer_id = ${tx.customerId} and t.id = ${id} for no key update of t`,
  )
  const running = row && clocksOfRow(row, tx.now, tx.who.timeZone).find((each) => each.clock === clock)
  if (!running) throw new AppError('CONFLICT', 'incidents.errors.no_clock')
  if (running.sent !== null && corrects === null) throw new AppError('CONFLICT', 'incidents.errors.sent_already')
  await checkCorrected(tx, id, corrects, ['SENT'])
  const at = happened(tx, 'sent_at', sentOn) ?? tx.now
  // People say it to the minute: of the one in which it became known, any moment will do.
  if (row.aware_at && at.getTime() < minuteOf(row.aware_at)) throw invalidField('sent_at', 'incidents.errors.sent_before_aware')
  if (corrects !== null) {
    const of = await tx.first(sql<{ clock: string | null }>`select clock from incident_entry where customer_id = ${tx.customerId} and id = ${corrects}`)
    if (of?.clock !== clock) throw invalidField('corrects', 'kit.errors.missing_reference')
  }
  await updateRow(tx, grant, resourceOf(resources, 'incident'), resources, id, { [sentAt[clock]]: at.toISOString() }, { action: 'sent' })
  return enter(tx, id, {
    kind: 'SENT',
    happenedAt: at,
    clock,
    corrects,
    authority: authority ?? null,
    reference: reference ?? null,
    text: text ?? null,
    files,
  })
}
