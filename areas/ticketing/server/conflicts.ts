import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Conflict, InConflict, TicketField } from '#areas/ticketing/contract/calls.ts'
import { ownStates, type Kind } from '#areas/ticketing/contract/tables.ts'
import { syncedFields } from './decide/reconcile.ts'
import { rowsOf } from './rows.ts'

interface Found {
  readonly ticket: number
  readonly key: string
  readonly url: string
  readonly row: InConflict['row']
  readonly field: TicketField
  readonly here: string | null
  readonly there: string | null
  readonly here_shown: string | null
  readonly there_shown: string | null
  readonly here_who: string | null
  readonly here_at: Date | null
  readonly there_who: string | null
  readonly there_at: Date | null
  readonly since: Date
  readonly found_at: Date
}

/** What waits for a decision among tickets `t`, the oldest first and so many of them at most: every field with both values, who and when. */
export async function conflictsOf(tx: Tx, kind: Kind, condition: ReturnType<typeof sql>, most = 1): Promise<InConflict[]> {
  const { every, ticket } = rowsOf[kind]
  const name = sql`coalesce(${sql.ref(`r.name_${tx.who.lang}`)}, r.name_en, r.name_fr, '')`
  const found =
    await tx.run(sql<Found>`select t.id as ticket, coalesce(t.key, '') as key, coalesce(t.url, '') as url, jsonb_build_object('id', r.id, 'identifier', ${kind === 'remediation' ? sql`r.identifier` : sql`null`}, 'name', ${name}) as row,
      c.field, c.here, c.there, case when c.field = 'assignee' then (select m.name from member m where m.customer_id = c.customer_id and m.id::text = c.here) else c.here end as here_shown, c.there_shown,
      c.here_who, c.here_at, c.there_who, c.there_at, c.since, c.found_at
    from ticket_conflict c join ticket t on t.customer_id = c.customer_id and t.id = c.ticket_id join ${every(tx.customerId)} r on r.id = t.${sql.ref(ticket)}
    where c.customer_id = ${tx.customerId} and t.state = 'THERE' and ${condition}
    order by min(c.found_at) over (partition by t.id), t.id, array_position(array['state', 'due', 'title', 'assignee', 'priority'], c.field) limit ${most * syncedFields.length}`)
  const states: readonly string[] = ownStates[kind]
  return [...Map.groupBy(found, (one) => one.ticket).values()].slice(0, most).flatMap((fields) => {
    const [first] = fields
    if (!first) return []
    const { ticket: id, key, url, row } = first
    return [{ ticket: id, key, url, kind, row, fields: fields.map((one) => asShown(one, states)) }]
  })
}

const asShown = (one: Found, states: readonly string[]): Conflict => ({
  field: one.field,
  here: {
    shown: one.here_shown,
    value: one.field === 'state' && one.here !== null && states.includes(one.here) ? one.here : null,
    who: one.here_who,
    at: one.here_at?.toISOString() ?? null,
  },
  there: { shown: one.there_shown, value: null, who: one.there_who, at: one.there_at?.toISOString() ?? null },
  since: one.since.toISOString(),
  found_at: one.found_at.toISOString(),
})
