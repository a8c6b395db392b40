import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { newestEntry } from '#kit/server/data/audit/lines-since.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { AdapterFault } from '#areas/connectors/server/index.ts'
import { kinds, rowsOf } from '#areas/ticketing/server/rows.ts'
import { makeOne, type Wanted } from './make.ts'
import { backAgain, refusedOne, syncOne, ticketsWhere, type TicketRow } from './one.ts'
import { linkFiles, talk } from './talk.ts'
import type { Working } from './working.ts'

/** Tickets that a run looks for one by one, those first that nobody has looked at for longest: a search does not tell what was deleted. */
const lookedFor = 200
const lookAgainAfter = 3_600_000
/** Of those that are gone, how many a run looks for again, and for how long after. */
const [mostGone, goneLookedFor] = [50, 30 * 86_400_000] as const
/** How far back the first look goes. */
const firstLook = 86_400_000

/** A mark by which a ticket is found again: nobody else's. */
export const newMark = (): string => randomBytes(12).toString('hex')

/** Has everything told that changed here: new actions of plans whose actions become tickets at once, what is wanted one by one, and whatever changed since it was compared. Answers when to look again, and up to where the log was read. */
export async function sendOut(work: Working, { stubborn = false } = {}): Promise<{ readonly seq: number; readonly later: boolean }> {
  const seq = await work.within(async (tx) => {
    const head = await newestEntry(tx)
    await wantNew(tx, work.connector)
    return head
  })
  let later = false
  for (const wanted of await work.within((tx) => wantedOf(tx, work.connector, stubborn))) {
    const done = await makeOne(work, wanted).catch((error: unknown) => refusedOne(work, wanted, error, 'not_made'))
    if (done === 'later') later = true
  }
  for (const row of await work.within((tx) => changedOf(tx, work.connector))) await whole(work, row, null)
  return { seq, later }
}

/** Has everything told that changed in the tool since it was looked at, and finds what is gone there. */
export async function takeAll(work: Working): Promise<void> {
  const begun = work.reach.now()
  const { places, since } = await work.within(async (tx) => ({
    places: await tx.run(
      sql<{
        project: string
        type: string
      }>`select distinct project, type from ticket_join where customer_id = ${tx.customerId} and connector_id = ${work.connector} and enabled`,
    ),
    since:
      (
        await tx.first(
          sql<{ at: Date | null }>`select polled_at as at from ticket_turn where customer_id = ${tx.customerId} and connector_id = ${work.connector}`,
        )
      )?.at ?? null,
  }))
  const projects = [...new Map(places.map((place) => [place.project, place])).values()]
  for (const place of projects)
    for await (const page of work.tool.changedSince(work.config, work.reach, place, since ?? new Date(begun.getTime() - firstLook))) {
      if (page.length === 0) continue
      const known = await work.within((tx) =>
        ticketsWhere(
          tx,
          sql`t.state in ('THERE', 'GONE') and j.enabled and j.connector_id = ${work.connector} and t.external_id = any(${page.map(({ id }) => id)}::text[])`,
        ),
      )
      for (const row of known) {
        if (row.state === 'GONE') await backAgain(work, row)
        await whole(work, row, page.find(({ id }) => id === row.external_id) ?? null)
      }
    }
  const old = await work.within((tx) =>
    ticketsWhere(
      tx,
      sql`t.id in (select o.id from ticket o join ticket_join i on i.customer_id = o.customer_id and i.id = o.join_id
        where o.customer_id = ${tx.customerId} and i.connector_id = ${work.connector} and i.enabled and o.state = 'THERE'
          and coalesce(o.looked_at, o.made_at) < ${new Date(begun.getTime() - lookAgainAfter)} order by o.looked_at nulls first, o.id limit ${lookedFor})`,
    ),
  )
  for (const row of old) await syncOne(work, row, null).catch((error: unknown) => refusedOne(work, row, error))
  await lookForGone(work, begun)
  await work.within((tx) => tx.run(sql`update ticket_turn set polled_at = ${begun} where customer_id = ${tx.customerId} and connector_id = ${work.connector}`))
}

/** What was not found is looked for again for a month: sight of it may have been withheld for a while. */
async function lookForGone(work: Working, begun: Date): Promise<void> {
  const rows = await work.within((tx) =>
    ticketsWhere(
      tx,
      sql`t.id in (select o.id from ticket o join ticket_join i on i.customer_id = o.customer_id and i.id = o.join_id
        where o.customer_id = ${tx.customerId} and i.connector_id = ${work.connector} and i.enabled and o.state = 'GONE' and o.external_id is not null
          and o.gone_at > ${new Date(begun.getTime() - goneLookedFor)} and greatest(o.looked_at, o.gone_at) < ${new Date(begun.getTime() - lookAgainAfter)}
        order by o.looked_at nulls first, o.id limit ${mostGone})`,
    ),
  )
  for (const row of rows) {
    const there = await work.tool.read(work.config, work.reach, row.external_id).catch((error: unknown) => {
      if (error instanceof AdapterFault && error.reason === 'refused') return null
      throw error
    })
    if (there) {
      await backAgain(work, row)
      await whole(work, row, there)
    } else
      await work.within((tx) => tx.run(sql`update ticket set looked_at = ${tx.now} where customer_id = ${tx.customerId} and id = ${row.id} and state = 'GONE'`))
  }
}

async function whole(work: Working, row: TicketRow, seen: Parameters<typeof syncOne>[2]): Promise<void> {
  try {
    await syncOne(work, row, seen)
  } catch (error) {
    return refusedOne(work, row, error)
  }
  const there = await work.within((tx) => tx.first(sql`select 1 from ticket where customer_id = ${tx.customerId} and id = ${row.id} and state = 'THERE'`))
  if (!there) return
  // Each by itself: an account that may not comment may still link.
  for (const part of [talk, linkFiles]) await part(work, row).catch((error: unknown) => refusedOne(work, row, error))
}

const r = rowRef('r')

/** What is new in a plan whose actions become tickets at once. */
async function wantNew(tx: Tx, connector: number): Promise<void> {
  for (const kind of kinds) {
    const { every, open, register, ticket, begun } = rowsOf[kind]
    const found = await tx.run(sql<{
      join_id: number
      id: number
    }>`select j.id as join_id, r.id from ticket_join j join ${every(tx.customerId)} r on r.${sql.ref(register)} = j.${sql.ref(register)}
      where j.customer_id = ${tx.customerId} and j.connector_id = ${connector} and j.enabled and j.at_once and r.created_at >= j.since and ${open(r)} and ${begun(r, tx.today)}
        and not exists (select 1 from ticket t where t.customer_id = j.customer_id and t.${sql.ref(ticket)} = r.id) order by r.id limit 1000`)
    await want(tx, ticket, found)
  }
}

/** Notes tickets that are to be made; of a row that has one already nothing comes. */
export async function want(tx: Tx, column: string, rows: readonly { readonly join_id: number; readonly id: number }[]): Promise<number> {
  if (rows.length === 0) return 0
  const made = await tx.run(sql`insert into ticket (customer_id, join_id, ${sql.ref(column)}, mark, made_at)
    select ${tx.customerId}, w.join_id, w.id, w.mark, ${tx.now} from unnest(${rows.map((row) => row.join_id)}::bigint[], ${rows.map(({ id }) => id)}::bigint[], ${rows.map(newMark)}::text[]) as w (join_id, id, mark)
    on conflict do nothing returning id`)
  return made.length
}

const wantedOf = (tx: Tx, connector: number, stubborn: boolean) =>
  tx.run(sql<Wanted>`select t.id, case when t.remediation_id is null then 'occurrence' else 'remediation' end as kind, coalesce(t.remediation_id, t.occurrence_id) as row, t.mark, t.tried_at, t.external_id,
      j.project, j.type, j.along, j.states
    from ticket t join ticket_join j on j.customer_id = t.customer_id and j.id = t.join_id
    where t.customer_id = ${tx.customerId} and j.connector_id = ${connector} and j.enabled and t.state = 'WANTED' and (t.problem is null or ${stubborn}) order by t.id limit 1000`)

/** Tickets whose row was changed since they were compared, or was spoken of. */
async function changedOf(tx: Tx, connector: number): Promise<TicketRow[]> {
  const found: number[] = []
  for (const kind of kinds) {
    const { every, ticket } = rowsOf[kind]
    const rows = await tx.run(sql<{ id: number }>`select t.id from ticket t join ticket_join j on j.customer_id = t.customer_id and j.id = t.join_id
        join ${every(tx.customerId)} r on r.id = t.${sql.ref(ticket)}
      where t.customer_id = ${tx.customerId} and j.connector_id = ${connector} and j.enabled and t.state = 'THERE' and (r.version <> t.seen_version
        or ('comments' = any(j.along) and exists (select 1 from comment c where c.customer_id = t.customer_id and c.entity = ${kind} and c.object_id = r.id and c.created_at >= t.made_at and c.created_by is not null
          and not exists (select 1 from ticket_comment k where k.customer_id = t.customer_id and k.ticket_id = t.id and k.comment_id = c.id)))) order by t.id limit 2000`)
    found.push(...rows.map(({ id }) => id))
  }
  return found.length === 0 ? [] : ticketsWhere(tx, sql`t.id = any(${found}::bigint[])`)
}
