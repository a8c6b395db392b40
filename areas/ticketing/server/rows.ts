import { sql, type RawBuilder } from 'kysely'
import { anyOf, everyRow, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { actionOpen, changesActionState, everyAction, everyPlan, managesAction, proofDemanded, proofLinks } from '#areas/actions/server/index.ts'
import { approvalAsked, everyOccurrence, everyRunbook, managesOccurrence, mayAnswer, occurrenceOpen } from '#areas/runbooks/server/index.ts'
import type { TicketField } from '#areas/ticketing/contract/calls.ts'
import type { Kind } from '#areas/ticketing/contract/tables.ts'

/** What goes along with tickets: actions of a plan, or the times round of a runbook's tasks. */
interface Rows {
  readonly every: (customer: unknown) => RawBuilder<unknown>
  readonly registers: (customer: unknown) => RawBuilder<unknown>
  readonly open: (row: RowRef) => RawBuilder<boolean>
  /** Columns of the row, of a ticket and of a join. */
  readonly register: string
  readonly ticket: string
  /** Its last day. */
  readonly due: string
  /** What of a row is to be done already: times of a task that are to come are no work yet. */
  readonly begun: (row: RowRef, today: string) => RawBuilder<boolean>
  /** Whose it is to write what a field of a ticket says, of rows that they may change at all: whoever works on one changes less of it than whoever manages it. */
  readonly writes: (field: TicketField) => RowRule
}

export const rowsOf: Readonly<Record<Kind, Rows>> = {
  remediation: {
    every: everyAction,
    registers: everyPlan,
    open: actionOpen,
    register: 'program_id',
    ticket: 'remediation_id',
    due: 'target_date',
    begun: () => sql`true`,
    writes: (field) => (field === 'due' ? everyRow : field === 'state' ? changesActionState : managesAction),
  },
  occurrence: {
    every: everyOccurrence,
    registers: everyRunbook,
    open: occurrenceOpen,
    register: 'runbook_id',
    ticket: 'occurrence_id',
    due: 'due_date',
    begun: (row, today) => sql`(${row('period_start')} <= ${today}::date)`,
    writes: (field) => (field === 'state' ? anyOf(managesOccurrence, mayAnswer) : managesOccurrence),
  },
}
export const kinds: readonly Kind[] = ['remediation', 'occurrence']

/** A row as its ticket sees it. */
export interface HeldRow {
  readonly id: number
  readonly version: number
  readonly identifier: string | null
  readonly status: string
  readonly title: string
  readonly text: string | null
  readonly due: string | null
  readonly manager_id: number | null
  readonly mail: string | null
  readonly priority: number | null
  /** Of a task: whether it is done or looked at. */
  readonly kind: string | null
  readonly approved: boolean
  readonly proof_demanded: boolean
  readonly proofs: readonly number[]
}

const r = rowRef('r')

export function readHeld(tx: Tx, kind: Kind, id: number): Promise<HeldRow | undefined> {
  const { every } = rowsOf[kind]
  const name = sql`coalesce(${sql.ref(`r.name_${tx.who.lang}`)}, r.name_en, r.name_fr, '')`
  const own =
    kind === 'remediation'
      ? sql`r.identifier, r.target_date::text as due, r.description as text, r.priority, null::text as kind, false as approved, ${proofDemanded(r)} as proof_demanded, ${proofLinks(r)} as proofs`
      : sql`null::text as identifier, r.due_date::text as due, r.comment as text, null::int as priority, r.kind, coalesce(${approvalAsked(r)}, false) as approved, false as proof_demanded, '{}'::bigint[] as proofs`
  return tx.first(sql<HeldRow>`select r.id, r.version, r.status, ${name} as title, r.manager_id, m.email as mail, ${own}
    from ${every(tx.customerId)} r left join member m on m.customer_id = ${tx.customerId} and m.id = r.manager_id where r.id = ${id}`)
}
