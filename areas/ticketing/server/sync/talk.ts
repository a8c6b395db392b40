import { sql } from 'kysely'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { commentOn } from '#kit/server/http/comment-routes.ts'
import { mentionTexts } from '#kit/server/data/people/mention-texts.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { untold } from '#areas/ticketing/server/decide/reconcile.ts'
import type { ToolComment } from '#areas/ticketing/server/tools/tool.ts'
import type { TicketRow } from './one.ts'
import type { Working } from './working.ts'

const mostText = 4800

interface Said {
  readonly id: string
  readonly text: string
  readonly author: string | null
}

/** Comments that either side has since the ticket is there, each told to the other one once. */
export async function talk(work: Working, row: TicketRow): Promise<void> {
  if (!row.along.includes('comments')) return
  const there: ToolComment[] = []
  for await (const page of work.tool.comments(work.config, work.reach, row.external_id)) there.push(...page)
  const known = await work.within(async (tx) => {
    const made = await tx.first(sql<{ at: Date }>`select made_at as at from ticket where customer_id = ${tx.customerId} and id = ${row.id}`)
    const told = await tx.run(
      sql<{
        comment_id: number
        external_id: string
      }>`select comment_id, external_id from ticket_comment where customer_id = ${tx.customerId} and ticket_id = ${row.id}`,
    )
    return { here: await saidHere(tx, row, made?.at ?? tx.now), told, since: made?.at ?? tx.now }
  })
  const { send, take, found } = untold(
    known.here,
    there.filter(({ at, mark }) => mark !== null || at >= known.since),
    { here: new Set(known.told.map(({ comment_id: id }) => String(id))), there: new Set(known.told.map(({ external_id: id }) => id)) },
  )
  if (found.length > 0) await work.within(async (tx) => void (await Promise.all(found.map((one) => note(tx, row.id, Number(one.here), one.there)))))
  for (const comment of take) await work.within((tx) => takeComment(tx, work, row, comment))
  for (const { id, text, author } of send) {
    const external = await work.tool.comment(work.config, work.reach, row.external_id, author === null ? text : `${author}: ${text}`, id)
    await work.within((tx) => note(tx, row.id, Number(id), external))
  }
}

async function saidHere(tx: Tx, row: TicketRow, since: Date): Promise<Said[]> {
  const rows =
    await tx.run(sql<Said>`select c.id::text as id, c.text, m.name as author from comment c left join member m on m.customer_id = c.customer_id and m.id = c.created_by
    where c.customer_id = ${tx.customerId} and c.entity = ${row.kind} and c.object_id = ${row.row} and c.created_at >= ${since} and c.created_by is not null order by c.id`)
  const spoken = await mentionTexts(
    tx,
    null,
    rows.map(({ text }) => text),
  )
  return rows.map((said) => ({ ...said, text: spoken(said.text) }))
}

async function takeComment(tx: Tx, work: Working, row: TicketRow, comment: ToolComment): Promise<void> {
  if (await tx.first(sql`select 1 from ticket_comment where customer_id = ${tx.customerId} and ticket_id = ${row.id} and external_id = ${comment.id}`)) return
  // Nobody is called, and nothing is led to, by what stands in a tool.
  const text = comment.text.replaceAll(/([@#])\[/g, '$1 [').slice(0, mostText)
  const key = await tx.first(sql<{ key: string | null }>`select key from ticket where customer_id = ${tx.customerId} and id = ${row.id}`)
  const id = await commentOn(tx, resourceOf(work.resources, row.kind), row.row, `**${comment.author.replaceAll(/[*[\]]/g, '')}, ${key?.key ?? ''}**\n\n${text}`)
  await note(tx, row.id, id, comment.id)
  work.counts.taken += 1
}

const note = (tx: Tx, ticket: number, comment: number, external: string) =>
  tx.run(
    sql`insert into ticket_comment (customer_id, ticket_id, external_id, comment_id) values (${tx.customerId}, ${ticket}, ${external}, ${comment}) on conflict do nothing`,
  )

/** Files of an action, as links that ask for sign-in: the tool holds nothing of what they say. */
export async function linkFiles(work: Working, row: TicketRow): Promise<void> {
  if (!row.along.includes('files')) return
  const files = await work.within((tx) =>
    tx.run(sql<{ id: number; name: string }>`select f.id, f.name from file f join ticket t on t.customer_id = f.customer_id and t.id = ${row.id}
      where f.customer_id = ${tx.customerId} and f.entity = ${row.kind} and f.object_id = ${row.row} and f.field = 'attachments' and f.detached_at is null and f.id <> all(t.sent_files) order by f.id`),
  )
  for (const { id, name } of files) {
    await work.tool.link(work.config, work.reach, row.external_id, { url: `${work.publicUrl}/open/${row.kind}/${row.row}#file-${id}`, title: name })
    await work.within((tx) => tx.run(sql`update ticket set sent_files = sent_files || ${id}::bigint where customer_id = ${tx.customerId} and id = ${row.id}`))
  }
}
