import { sql } from 'kysely'
import type { Job } from '#kit/server/http/area.ts'
import { answersForSomething, changeFromDirectory, takeDirectoryTurn } from '#areas/people/server/index.ts'
import { forgetEntries } from './entries.ts'

/** Puts away those who have left and of whom nothing is left to hand over, and lets go of old lines. */
export const nightly: Job = {
  name: 'scim.nightly',
  schedule: '40 3 * * *',
  run: async ({ tx, resources }) => {
    await forgetEntries(tx)
    const left = await tx.run(sql<{
      member_id: number
    }>`select m.id as member_id from scim_user u join member m on m.customer_id = u.customer_id and m.id = u.member_id
      join scim_connection c on c.customer_id = u.customer_id and c.id = u.connection_id and not c.trial and c.revoked_at is null
      where u.customer_id = ${tx.customerId} and u.closed and not u.active and m.disabled and not m.archived order by md5(m.id::text || ${tx.today}) limit 200`)
    if (left.length === 0) return
    await takeDirectoryTurn(tx)
    for (const { member_id: id } of left) if (!(await answersForSomething(tx, resources, id))) await changeFromDirectory(tx, resources, id, { archived: true })
  },
}
