import { sql } from 'kysely'
import type { Job } from '#kit/server/http/area.ts'

/** Days for which a proposal is kept once nobody can decide it any more: what became of it stands in the log. */
export const keptDays = 90
/** Those that are forgotten in one night, with all their changes. */
const most = 5000

export const forgetProposals: Job = {
  name: 'assistants.forget',
  schedule: '25 4 * * *',
  run: async ({ tx }) => {
    await tx.run(sql`delete from proposal p using (
        select p.id from proposal p where p.customer_id = ${tx.customerId} and p.ends_at < ${new Date(tx.now.getTime() - keptDays * 86_400_000)} order by p.ends_at limit ${most}) old
      where p.customer_id = ${tx.customerId} and p.id = old.id`)
  },
}
