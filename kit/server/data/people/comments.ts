import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { commentEditMinutes, type commentSchema, type removedCommentSchema, type commentVersionSchema } from '#kit/contract/collaboration.ts'
import { mentionsIn } from '#kit/contract/mention.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

interface Person {
  readonly id: number
  readonly name: string
}

interface Row {
  readonly id: number
  readonly text: string
  readonly created_at: Date
  readonly edited_at: Date | null
  readonly author: Person | null
  readonly resolved_at: Date | null
  readonly resolver: Person | null
  readonly own: boolean
}

const person = (of: RawBuilder<unknown>) =>
  sql`(select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = c.customer_id and m.id = ${of})`

/** Oldest first, at most a thousand; `speaks`: whether their reader may add to them. */
export async function commentsOn(tx: Tx, condition: RawBuilder<unknown>, speaks: boolean): Promise<z.input<typeof commentSchema>[]> {
  const rows = await tx.run(sql<Row>`select c.id, c.text, c.created_at, coalesce(c.created_by = ${tx.who.memberId}, false) as own,
      ${person(sql`c.created_by`)} as author, c.resolved_at, ${person(sql`c.resolved_by`)} as resolver,
      case when c.version > 1 then (select max(h.valid_to) from comment_history h where h.customer_id = c.customer_id and h.id = c.id and h.text <> c.text and h.valid_to <= moment()) end as edited_at
    from comment c where c.customer_id = ${tx.customerId} and ${condition} order by c.id limit 1000`)
  const names = await namesIn(tx, rows)
  const young = tx.now.getTime() - commentEditMinutes * 60_000
  return rows.map(({ id, text, author, created_at, edited_at, resolved_at, resolver, own }) => ({
    id,
    text,
    author,
    created_at: created_at.toISOString(),
    edited_at: edited_at?.toISOString() ?? null,
    mentions: names(text),
    resolved: resolved_at && { at: resolved_at.toISOString(), by: resolver },
    edit_right: own && speaks && created_at.getTime() > young,
    delete_right: own && speaks,
  }))
}

/** That something was said about an object and taken back, oldest first; what it was stays in the history and the audit. */
export async function removedFrom(tx: Tx, entity: string, id: number): Promise<z.input<typeof removedCommentSchema>[]> {
  const rows = await tx.run(sql<{ id: number; author: Person | null; created_at: Date; removed_at: Date }>`
    select c.id, ${person(sql`c.created_by`)} as author, c.created_at, c.valid_to as removed_at from (
      select distinct on (h.id) h.* from comment_history h where h.customer_id = ${tx.customerId} and h.entity = ${entity} and h.object_id = ${id}
        and not exists (select 1 from comment n where n.customer_id = h.customer_id and n.id = h.id)
      order by h.id, h.version desc) c where c.customer_id = ${tx.customerId} and c.valid_to <= moment() order by c.id limit 200`)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), removed_at: row.removed_at.toISOString() }))
}

/** What a comment said before, oldest first. */
export async function earlierWordings(tx: Tx, id: number): Promise<z.input<typeof commentVersionSchema>[]> {
  const rows = await tx.run(sql<{ text: string; until: Date }>`select h.text, max(h.valid_to) as until from comment_history h
      join comment c on c.customer_id = h.customer_id and c.id = h.id and c.text <> h.text
    where h.customer_id = ${tx.customerId} and h.id = ${id} group by h.text order by until limit 100`)
  const names = await namesIn(tx, rows)
  return rows.map(({ text, until }) => ({ text, until: until.toISOString(), mentions: names(text) }))
}

/** The names of all whom texts call, read at once. */
async function namesIn(tx: Tx, rows: readonly { readonly text: string }[]): Promise<(text: string) => Person[]> {
  const ids = [...new Set(rows.flatMap(({ text }) => mentionsIn(text)))]
  const people =
    ids.length === 0 ? [] : await tx.run(sql<Person>`select m.id, m.name from member m where m.customer_id = ${tx.customerId} and m.id = any(${ids}::bigint[])`)
  const known = new Map(people.map((one) => [one.id, one]))
  return (text) => mentionsIn(text).flatMap((id) => known.get(id) ?? [])
}
