import { sql } from 'kysely'
import type { Job } from './area.ts'
import { idempotencyHours } from './idempotency.ts'

/** Forgets the names of calls that are not remembered any more. */
export const expireKeys: Job = {
  name: 'idempotency_key.forget',
  schedule: '50 3 * * *',
  run: async ({ tx }) => {
    await tx.run(
      sql`delete from idempotency_key where customer_id = ${tx.customerId} and created_at < ${new Date(tx.now.getTime() - idempotencyHours * 3_600_000)}`,
    )
  },
}
