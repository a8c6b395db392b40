import { sql, type RawBuilder } from 'kysely'
import type { ChangedRow } from '#kit/contract/event.ts'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { member } from '#areas/people/contract/member.ts'

/** Whose roles follow what a connection tells, for as long as it lasts: single sign-on leaves them alone. */
export const rolesFollow = (row: RowRef): RawBuilder<boolean> =>
  sql`exists (select 1 from scim_user u join scim_connection c on c.customer_id = u.customer_id and c.id = u.connection_id and c.revoked_at is null and not c.trial
    where u.customer_id = ${row('customer_id')} and u.member_id = ${row('id')} and u.follows and u.deleted_at is null)`

/** Whoever is opened or closed by hand is so by that: what a provider tells later opens nobody whom somebody closed here. */
export async function leftToPeople(tx: Tx, { id, payload: { before, after } }: DomainEvent<ChangedRow<typeof member>>): Promise<void> {
  if (before.disabled === after.disabled || tx.who.source === 'scim') return
  await tx.run(sql`update scim_user set closed = false where customer_id = ${tx.customerId} and member_id = ${id} and closed`)
}
