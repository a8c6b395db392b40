import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { contactsAtMost, type ShownContact } from '#areas/people/contract/contact-call.ts'

/** Where something goes wrong: a perimeter, or those of a grouping. */
interface Place {
  readonly perimeter: number | null
  readonly tag: number | null
}

/**
 * Whom to call about something, in the order of escalation: contacts of its perimeter and of all above it, the nearer first where the order says nothing; of a
 * grouping those of each of its perimeters. Who may know of the place is the caller's to ask.
 */
export function contactsFor(tx: Tx, { perimeter, tag }: Place): Promise<ShownContact[]> {
  return tx.run(sql<ShownContact>`select c.id, c.name, case when ${tx.who.lang} = 'fr' then coalesce(f.name_fr, f.name_en) else coalesce(f.name_en, f.name_fr) end as job_function,
      c.phone, c.email, c.contact_order
    from contact c left join job_function f on f.customer_id = c.customer_id and f.id = c.job_function_id
    join lateral (select min(p.depth) as depth from contact__perimeters l join perimeter_closure p on p.customer_id = l.customer_id and p.ancestor_id = l.target_id
      where l.customer_id = c.customer_id and l.owner_id = c.id and (p.descendant_id = ${perimeter}::bigint or p.descendant_id in (
        select t.target_id from tag__perimeters t where t.customer_id = c.customer_id and t.owner_id = ${tag}::bigint))) near on near.depth is not null
    where c.customer_id = ${tx.customerId} order by c.contact_order nulls last, near.depth, c.name, c.id limit ${contactsAtMost}`)
}
