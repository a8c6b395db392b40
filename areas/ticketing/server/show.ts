import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyAction } from '#areas/actions/server/index.ts'
import { everyConnector } from '#areas/connectors/server/index.ts'
import { toldStates, usualAlong, usualTables, type ToolState } from '#areas/ticketing/contract/tables.ts'
import { readHeld } from './rows.ts'
import { firstBase, valuesHere } from './sync/mapping.ts'
import { newMark } from './sync/run.ts'

/** A plan as if it had gone along with a project for some days. */
export interface ShownJoin {
  /** The name of the connector. */
  readonly connector: string
  readonly program: number
  readonly project: string
  readonly project_name: string
  /** What tickets' addresses begin with. */
  readonly url: string
  /** How many of the plan's actions have a ticket, its last ones. */
  readonly tickets: number
  /** Who did something there. */
  readonly who: string
}

const states: readonly ToolState[] = [
  { id: '10000', name: 'Open', phase: 'OPEN' },
  { id: '10001', name: 'In progress', phase: 'IN_PROGRESS' },
  { id: '10002', name: 'Pending', phase: 'PENDING' },
  { id: '10003', name: 'Resolved', phase: 'RESOLVED' },
  { id: '10004', name: 'Closed', phase: 'CLOSED' },
  { id: '10004/none', name: 'Closed', phase: 'CLOSED', without: true },
]

/** Writes a joined plan whose tickets nobody tells anything, for the demonstration: one waits for a decision, one is gone. Nothing is sent, since no turn is kept for its connector. */
export async function showJoin(tx: Tx, shown: ShownJoin): Promise<void> {
  const { customerId, now } = tx
  const { sends, takes } = usualTables('remediation', states)
  const since = new Date(now.getTime() - 12 * 86_400_000)
  const join = await tx.first(sql<{
    id: number
  }>`insert into ticket_join (customer_id, connector_id, program_id, project, project_name, type, along, at_once, sends, takes, states, since, made_by)
    select ${customerId}, k.id, ${shown.program}::bigint, ${shown.project}::text, ${shown.project_name}::text, 'Task', ${[...usualAlong]}::text[], true, ${JSON.stringify(sends)}::jsonb, ${JSON.stringify(takes)}::jsonb,
      ${JSON.stringify(states)}::jsonb, ${since}::timestamptz, ${tx.who.memberId}::bigint from ${everyConnector(customerId)} k where k.name = ${shown.connector} order by k.id limit 1 returning id`)
  if (!join) return
  const actions = await tx.run(
    sql<{ id: number }>`select a.id from ${everyAction(customerId)} a where a.program_id = ${shown.program} order by a.id desc limit ${shown.tickets}`,
  )
  const told = toldStates(states)
  for (const [n, { id }] of actions.entries()) {
    const row = await readHeld(tx, 'remediation', id)
    if (!row) continue
    const target = (sends[row.status] ?? '10000').split('/')[0] ?? '10000'
    const there = { ...valuesHere(row), state: target, assignee: null, priority: null }
    // What it is called stands on the row, in its language.
    const title = { here: row.identifier, there: row.identifier }
    const base = { ...firstBase(valuesHere(row), there), title, state: { here: row.status, there: target } }
    const state = told.find((one) => one.id === target)
    const key = `${shown.project}-${101 + n * 3}`
    const gone = n === actions.length - 1
    const made = await tx.first(sql<{
      id: number
    }>`insert into ticket (customer_id, join_id, remediation_id, state, mark, external_id, key, url, external_status, external_state, base, seen_version, looked_at, gone_at, made_at)
      values (${customerId}, ${join.id}, ${id}, ${gone ? 'GONE' : 'THERE'}, ${newMark()}, ${String(20_000 + id)}, ${key}, ${`${shown.url}/browse/${key}`}, ${gone ? null : (state?.phase ?? null)}, ${gone ? null : (state?.name ?? null)},
        ${JSON.stringify(base)}::jsonb, ${row.version}, ${new Date(now.getTime() - 3_600_000)}, ${gone ? new Date(now.getTime() - 4 * 86_400_000) : null}, ${since}) returning id`)
    if (!made || n > 0) continue
    // Both went on from where they agreed.
    const [other, here] = [told.find(({ phase }) => phase === (row.status === 'STANDBY' ? 'IN_PROGRESS' : 'PENDING')), row.status]
    await tx.run(sql`insert into ticket_conflict (customer_id, ticket_id, field, here, there, there_shown, here_who, here_at, there_who, there_at, since, found_at)
      select ${customerId}, ${made.id}::bigint, 'state', ${here}::text, ${other?.id ?? ''}::text, ${other?.name ?? ''}::text, m.name, ${new Date(now.getTime() - 2_800_000)}::timestamptz, ${shown.who}::text,
        ${new Date(now.getTime() - 1_200_000)}::timestamptz, ${new Date(now.getTime() - 3_600_000)}::timestamptz, ${now}::timestamptz from member m where m.customer_id = ${customerId} and m.id = ${tx.who.memberId}`)
  }
}
