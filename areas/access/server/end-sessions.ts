import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Ends every session of a member of the organisation, and those in which the member acts as somebody else. */
export const endSessionsOf = (tx: Tx, member: number): Promise<unknown> =>
  tx.run(sql`delete from session where customer_id = ${tx.customerId} and (member_id = ${member} or impersonator_id = ${member})`)
