import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { LongJob } from '#kit/server/http/area.ts'

/** Closed in one transaction; the next ones in the next. */
const atOnce = 200

/**
 * Closes what has ended, on the day after its last one by the organisation's calendar; after an outage as of the day when it should have been, and as often as
 * it runs once. Dates have decided already: no score waits for this.
 */
export const exemptionExpiry: LongJob = {
  name: 'exemption_expiry',
  schedule: '10 0 * * *',
  runLong: async ({ apart, resources }) => {
    for (;;) {
      const found = await apart(async (tx) => {
        const rows = await tx.run(sql<{ id: number; closed_on: string; renewed: boolean }>`select e.id, e.end_date + 1 as closed_on,
            exists (select 1 from exemption n where n.customer_id = e.customer_id and n.renewed_from_id = e.id and n.status = 'GRANTED') as renewed
          from exemption e where e.customer_id = ${tx.customerId} and e.status = 'GRANTED' and e.end_date < ${tx.today}::date order by e.id limit ${atOnce}`)
        await updateRows(
          tx,
          systemGrant('exemptions whose end came', tx.who),
          resourceOf(resources, 'exemption'),
          resources,
          rows.map(({ id, closed_on, renewed }) => ({ id, changes: { status: 'CLOSED', close_reason: renewed ? 'REPLACED' : 'EXPIRED', closed_on } })),
          { action: 'expired' },
        )
        return rows.length
      })
      if (found < atOnce) return
    }
  },
}
