import { sql } from 'kysely'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { peopleShown, type CustomerPerson } from '#areas/tenancy/contract/customer.ts'

/** Days during which whoever signed in is an active user. */
const activeDays = 30

/** Users of an organisation who may come in, as `membership m` of the provider counts them. */
export const usersOf = (customer: unknown) =>
  sql`(select m.member_id from membership m where m.customer_id = ${customer} and m.active and not m.visiting and not m.outside)`

/** Users of the current organisation who have signed in lately. */
export const activeUsers = (
  tx: Tx,
) => sql`(select m.id, m.name, m.email, s.last_at from member m join member_sign_in s on s.customer_id = m.customer_id and s.member_id = m.id
  where m.customer_id = ${tx.customerId} and m.kind = 'MEMBER' and not m.disabled and not m.archived and s.last_at >= present() - make_interval(days => ${activeDays}))`

type Row = Omit<CustomerPerson, 'last_sign_in_at'> & { readonly last_at: Date | null; readonly total: number }

/** Those whom the list counts, read in the organisation itself: nobody's rows are seen from outside. `ids`: its users, as the provider knows them. */
export async function peopleOf(
  db: DatabaseAccess,
  id: number,
  ids: readonly number[],
  { active, page }: { readonly active: boolean; readonly page: number },
): Promise<{ objects: CustomerPerson[]; total: number }> {
  const rows = await db.transaction(id, (tx) => {
    const people = active
      ? activeUsers(tx)
      : sql`(select m.id, m.name, m.email, s.last_at from member m left join member_sign_in s on s.customer_id = m.customer_id and s.member_id = m.id
          where m.customer_id = ${tx.customerId} and m.id = any(${ids}::bigint[]))`
    return tx.run(
      sql<Row>`select p.*, (count(*) over ())::int as total from ${people} p order by p.last_at desc nulls last, p.name, p.id limit ${peopleShown} offset ${(page - 1) * peopleShown}`,
    )
  })
  return {
    objects: rows.map(({ id: member, name, email, last_at }) => ({ id: member, name, email, last_sign_in_at: last_at?.toISOString() ?? null })),
    total: rows[0]?.total ?? 0,
  }
}
