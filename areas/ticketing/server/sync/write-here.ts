import type { Tx } from '#kit/server/data/database/transaction.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import { isOpen, remediationWork } from '#areas/actions/contract/remediation-work.ts'
import { mayFollow } from '#kit/contract/work-item.ts'
import { answerFor, type Kind, type StateTable } from '#areas/ticketing/contract/tables.ts'
import type { Values } from '#areas/ticketing/server/decide/reconcile.ts'
import type { HeldRow } from '#areas/ticketing/server/rows.ts'
import { isAnswer } from './mapping.ts'

export interface Teller {
  readonly key: string
  readonly url: string
  /** What its state is called, and on which day the ticket changed last. */
  readonly state: string
  readonly there: string
  readonly takes: StateTable
  readonly day: string
}

const grantOf = (tx: Tx) => systemGrant('what a ticket tells', tx.who)

/** Writes what a ticket tells to its action or occurrence, as one change, and answers the version that the row has then. */
export async function writeHere(tx: Tx, resources: Resources, kind: Kind, row: HeldRow, values: Partial<Values>, ticket: Teller): Promise<number> {
  const resource = resourceOf(resources, kind)
  const changes: Changes = kind === 'remediation' ? ofAction(tx, row, values, ticket) : ofOccurrence(tx, row, values, ticket)
  const target = changes.status
  // What has ended is reopened before it goes on to anything else.
  if (kind === 'remediation' && typeof target === 'string' && !isOpen(row.status) && !mayFollow(remediationWork, row.status, target))
    await updateRow(tx, grantOf(tx), resource, resources, row.id, { status: 'TO_PLAN' }, { action: 'ticket_sync' })
  const after = await updateRow(tx, grantOf(tx), resource, resources, row.id, changes, { action: 'ticket_sync' })
  return after.version
}

function ofAction(tx: Tx, row: HeldRow, values: Partial<Values>, { key, url, state, day }: Teller): Changes {
  const reason = `${key}: ${state}`
  return {
    ...('state' in values && {
      status: values.state,
      ...((values.state === 'STANDBY' || values.state === 'CANCELLED') && { status_reason: reason }),
      // Where a proof is demanded, the closed ticket is that proof.
      ...(values.state === 'FINISHED' &&
        row.proof_demanded &&
        row.proofs.length === 0 && { proofs: [{ name: key, url, date: day <= tx.today ? day : tx.today }] }),
    }),
    ...('due' in values && { target_date: values.due, postponement_reason: reason }),
    ...('title' in values && { [`name_${tx.who.lang}`]: values.title }),
    ...('assignee' in values && { manager: values.assignee == null ? null : Number(values.assignee), ...(values.assignee != null && { group: null }) }),
    ...('priority' in values && { priority: Number(values.priority) }),
  }
}

function ofOccurrence(tx: Tx, row: HeldRow, values: Partial<Values>, { key, state, there, takes }: Teller): Changes {
  const status = values.state
  const answered = { answered_by: null, answered_at: tx.now.toISOString() }
  return {
    ...(typeof status === 'string' && {
      status,
      ...(status === 'PENDING_APPROVAL' && { answer: answerFor(takes[there] ?? 'DONE_OK', row.kind), ...answered, done_date: tx.today }),
      ...(isAnswer(status) && { ...answered, ...(status.startsWith('DONE') && { done_date: tx.today }), comment: row.text ?? `${key}: ${state}` }),
      ...(status === 'TO_DO' && { answered_by: null, answered_at: null, done_date: null, status_reason: `${key}: ${state}` }),
    }),
    ...('assignee' in values && { manager: values.assignee == null ? null : Number(values.assignee), ...(values.assignee != null && { group: null }) }),
  }
}
