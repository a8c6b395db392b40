import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { archiveVersion, digestOf } from '#kit/server/data/store/versions.ts'
import { member } from '#areas/people/contract/member.ts'

const batch = 500

/**
 * Ties the people of an organisation that came from elsewhere to the accounts of their addresses. The numbers of accounts that came with them are those of others here and go before anything
 * else; who has no account gets one that has no password, and who has one gets nothing but the way into this organisation, in the roles that they have in it. People who only visited come
 * from the provider there, and are nobody here. What changes is a version of its own.
 */
export async function tieMembers(tx: Tx): Promise<void> {
  for (let last = 0; ;) {
    const found = await tx.run(
      sql<{ id: number }>`select id from member where customer_id = ${tx.customerId} and id > ${last} and account_id is not null order by id limit ${batch}`,
    )
    const ids = found.map(({ id }) => id)
    await tx.run(sql`${archiveVersion(member, tx.customerId, ids)} update member as t set account_id = null, version = t.version + 1, updated_at = stamp.at, updated_by = null
      from stamp where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[])`)
    last = ids.at(-1) ?? last
    if (ids.length < batch) break
  }
  // Nobody has an account of elsewhere any more: now each may have one of here.
  for (let last = 0; ;) {
    const made = await tx.run(sql<{
      id: number
      version: number
      digest: string
    }>`update member as t set account_id = case when t.kind in ('MEMBER', 'OUTSIDE') then account_for(t.email, null, t.lang) end
      where t.customer_id = ${tx.customerId} and t.id in (select n.id from member n where n.customer_id = ${tx.customerId} and n.id > ${last} and n.updated_by is null
        and exists (select 1 from member_history h where h.customer_id = n.customer_id and h.id = n.id and h.version = n.version - 1 and h.account_id is not null) order by n.id limit ${batch})
      returning t.id, t.version, ${digestOf(member, 't')} as digest`)
    const ids = made.map(({ id }) => id)
    await tx.run(sql`select set_membership(m.account_id, m.id, false, not m.disabled and not m.archived, m.access_start, m.access_end, m.kind = 'OUTSIDE')
      from member m where m.customer_id = ${tx.customerId} and m.id = any(${ids}::bigint[]) and m.account_id is not null order by m.archived desc, m.id`)
    for (const { id, version, digest } of made.toSorted((a, b) => a.id - b.id))
      tx.audit({ entity: 'member', object_id: id, action: 'import', version, digest, related: true })
    last = Math.max(last, ...ids)
    if (ids.length < batch) return
  }
}
