import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { usualOrder, type DateOrder } from '#kit/contract/date-order.ts'
import type { Role } from '#kit/contract/right.ts'
import { comesIn, memberReach } from '#kit/server/access/member-reach.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Somebody who may be written to, with what they may do and reach at this moment. */
export interface Recipient {
  readonly name: string
  readonly email: string
  readonly who: Who
}

/** The member as they would come in now; null: they may not come in, or no mail reaches them. */
export async function recipientOf(tx: Tx, memberId: number, source: string): Promise<Recipient | null> {
  const reach = memberReach((column) => sql.ref(`m.${column}`), tx.customerId)
  const row = await tx.first(sql<{
    name: string
    email: string
    lang: Language
    date_order: DateOrder | null
    time_zone: string
    roles: Role[]
    tag_id: number | null
    features: string[]
    group_ids: number[]
    perimeter_ids: number[]
  }>`select m.name, m.email, m.lang, m.date_order, c.time_zone, m.roles, m.tag_id, c.features, ${reach.groupIds} as group_ids, ${reach.perimeterIds} as perimeter_ids
    from member m join customer c on c.id = m.customer_id join reachable_members(${tx.today}::date) r on r.member_id = m.id
    where m.customer_id = ${tx.customerId} and m.id = ${memberId} and ${comesIn(tx.today)}`)
  if (!row) return null
  return {
    name: row.name,
    email: row.email,
    who: {
      customerId: tx.customerId,
      memberId,
      roles: row.roles,
      rights: tx.rightsOf(row.roles, row.features),
      groupIds: row.group_ids,
      perimeterIds: row.perimeter_ids,
      tagIds: row.tag_id === null ? [] : [row.tag_id],
      adminType: null,
      accountId: null,
      impersonatorId: null,
      outside: null,
      lang: row.lang,
      dateOrder: row.date_order ?? usualOrder[row.lang],
      timeZone: row.time_zone,
      requestId: tx.who.requestId,
      session: null,
      source,
    },
  }
}
