import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import { answerFor, type Along, type Kind, type StateTable } from '#areas/ticketing/contract/tables.ts'
import { unsaid, type Base, type Table, type Values } from '#areas/ticketing/server/decide/reconcile.ts'
import type { HeldRow } from '#areas/ticketing/server/rows.ts'
import type { Ticket, TicketFields } from '#areas/ticketing/server/tools/tool.ts'

/** Of a join what its tickets are compared by. */
export interface Joined {
  readonly along: readonly Along[]
  readonly sends: StateTable
  readonly takes: StateTable
  readonly priorities: readonly string[]
}

/** A title is one line, and the tool keeps no more of it. */
const titleOf = (text: string, most: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, most)

export const valuesHere = (row: HeldRow): Values => ({
  state: row.status,
  title: row.title,
  due: row.due,
  assignee: row.manager_id === null ? null : String(row.manager_id),
  priority: row.priority === null ? null : String(row.priority),
})

export const valuesThere = ({ state, title, due, assignee, priority }: TicketFields): Values => ({ state, title, due, assignee, priority })

/** Both sides as they are when a ticket is new; the state is still to be told. */
export function firstBase(here: Values, there: Values): Base {
  const both = (field: keyof Values) => ({ here: here[field], there: there[field] })
  return { state: { here: unsaid, there: there.state }, title: both('title'), due: both('due'), assignee: both('assignee'), priority: both('priority') }
}

/** What values mean on the other side, for one row: its people as far as they are known, what its kind of task allows, levels by their place among all. */
export async function tableFor(
  tx: Tx,
  connector: number,
  kind: Kind,
  row: HeldRow,
  ticket: Ticket,
  { along, sends, takes, priorities }: Joined,
  titleLength: number,
): Promise<Table> {
  const people = await tx.run(sql<{ member_id: number; external_id: string }>`select p.member_id, p.external_id from ticket_person p
    where p.customer_id = ${tx.customerId} and p.connector_id = ${connector} and p.external_id is not null
      and (p.member_id = ${row.manager_id} or p.external_id = ${ticket.fields.assignee})`)
  const named =
    ticket.told.mail === null
      ? undefined
      : await tx.first(
          sql<{ id: number }>`select id from member where customer_id = ${tx.customerId} and lower(email) = lower(${ticket.told.mail}) and not disabled`,
        )
  const levels = along.includes('priority') && kind === 'remediation' ? ((await levelsOf(tx)).priority ?? []) : []
  const goes = (what: Along) => along.includes(what)
  return {
    state: {
      way: 'both',
      out: (value) => sends[value ?? ''],
      in: (value) => takenState(kind, row, takes[value ?? '']),
      told: (written) => (written ?? '').split('/')[0] ?? '',
    },
    title: { way: 'out', out: (value) => titleOf(value ?? '', titleLength), in: (value) => value ?? undefined },
    due: {
      way: goes('due') ? 'out' : 'none',
      out: (value) => value,
      // When a time of a task is due, the task says.
      in: (value) => (kind === 'occurrence' ? undefined : value),
    },
    assignee: {
      way: goes('assignee') ? 'both' : 'none',
      out: (value) => (value === null ? null : people.find(({ member_id: member }) => String(member) === value)?.external_id),
      in: (value) => {
        if (value === null) return undefined
        const member = people.find(({ external_id: id }) => id === value)?.member_id ?? (value === ticket.fields.assignee ? named?.id : undefined)
        return member === undefined ? undefined : String(member)
      },
    },
    priority: {
      way: goes('priority') && kind === 'remediation' ? 'in' : 'none',
      out: () => undefined,
      in: (value) => {
        const at = priorities.indexOf(value ?? '')
        if (at < 0 || levels.length === 0) return undefined
        const share = priorities.length < 2 ? 0 : at / (priorities.length - 1)
        // The tool’s come from the highest, ours from the lowest.
        const level = levels[Math.round((1 - share) * (levels.length - 1))]
        return level ? String(level.value) : undefined
      },
    },
  }
}

function takenState(kind: Kind, row: HeldRow, state: string | undefined): string | undefined {
  if (state === undefined || kind === 'remediation') return state
  const answer = answerFor(state, row.kind)
  // Whoever is to look at answers looks at those of tickets too.
  return row.approved && isAnswer(answer) ? 'PENDING_APPROVAL' : answer
}

export const isAnswer = (status: string): boolean => !['TO_DO', 'REJECTED', 'PENDING_APPROVAL'].includes(status)
