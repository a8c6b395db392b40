import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Keeps what takes a write of several rows back; answers the ticket with which its author may ask for that, once. */
export async function keepUndo(tx: Tx, kind: string, before: unknown): Promise<string> {
  const saved = await tx.first(sql<{ id: string }>`insert into bulk_edit (customer_id, member_id, entity, before)
    values (${tx.customerId}, ${tx.who.memberId}, ${kind}, ${JSON.stringify(before)}::jsonb) returning id`)
  return saved?.id ?? ''
}

/** What was kept under a ticket of the reader's own, which is thereby used up; asked twice at once, only the first is an undo. Throws NOT_FOUND without one. */
export async function takeUndo<T>(tx: Tx, kind: string, ticket: string): Promise<T> {
  const kept = await tx.first(sql<{ before: T }>`update bulk_edit set undone = true
    where customer_id = ${tx.customerId} and id = ${ticket} and entity = ${kind} and member_id is not distinct from ${tx.who.memberId} and not undone returning before`)
  if (!kept) throw notFound()
  return kept.before
}
