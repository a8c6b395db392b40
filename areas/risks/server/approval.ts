import { AppError } from '#kit/contract/errors.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { ask, decide, openRequestOf, withdraw, type AskedOf } from '#kit/server/data/work/decision.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { refusals, type Refuse } from '#kit/server/data/store/refusals.ts'
import { resourceOf, type Resources, type Stored, type StoredOf, type WriteContext } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { riskApproval } from '#areas/risks/contract/risk-work.ts'
import type { risk as riskEntity } from '#areas/risks/contract/risk.ts'
import { isTargetAbove } from './guard.ts'
import { treatmentBasis } from './treatment-basis.ts'
import { mayDecide } from './rules.ts'

type Outcome = 'APPROVED' | 'REJECTED'

export const askedOf = (resources: Resources): AskedOf<Outcome> => ({
  question: riskApproval,
  resource: resourceOf(resources, 'risk'),
  decides: mayDecide,
  content: treatmentBasis,
})

const undecided = { approver: null, decided_on: null, decision_comment: null, stale_reason: null, stale_on: null }

/** Whoever asks or decides has seen where the rule moved it. */
const seen = (row: Stored) => (row.rule_state === 'MOVED' ? { rule_state: null } : {})

interface DecisionValues {
  readonly comment?: string | null | undefined
  readonly version?: number | undefined
}

/** Nothing is asked nor approved that would leave a risk graver than it was judged, or than it is. */
function guardTarget(row: Stored, refuse: Refuse): void {
  const risk = row as StoredOf<typeof riskEntity>
  for (const side of ['impact', 'probability'] as const)
    if ((risk[`target_${side}`] ?? 0) > Number(risk[`init_${side}`])) refuse(`target_${side}`, `risks.errors.target_${side}`)
  if (isTargetAbove({ target_level: risk.target_level, current_level: Number(risk.current_level) })) refuse('target_impact', 'risks.errors.target_above')
}

/** Asks for the approval of a risk's treatment as it is now: for the first time, after a rejection, or with a fresh copy of what has changed. */
export async function request(tx: Tx, resources: Resources, id: number, { comment, version }: DecisionValues): Promise<void> {
  const risks = resourceOf(resources, 'risk')
  const update = authorizeVerb(tx, risks, 'update')
  const row = await lockRow(tx, update, risks, resources, id, 'update', version)
  if (row.treatment === 'CLOSED') throw new AppError('CONFLICT', 'risks.errors.closed_stays')
  const { refuse, done } = refusals()
  if (row.strategy === 'REDUCE' && row.target_level === null) refuse('target_impact', 'risks.errors.target_needed')
  guardTarget(row, refuse)
  if (row.strategy === 'ACCEPT' && row.manager_id === null && row.group_id === null) refuse('manager', 'risks.errors.owner_needed')
  if (row.strategy === 'ACCEPT' && (row.review_date === null || String(row.review_date) < tx.today)) refuse('review_date', 'risks.errors.review_needed')
  done()
  if (row.status !== 'TO_BE_APPROVED' || row.stale_reason !== null)
    await updateRow(tx, update, risks, resources, id, { status: 'TO_BE_APPROVED', treatment: 'OPEN', ...undecided, ...seen(row) }, { action: 'request' })
  await ask(tx, update, askedOf(resources), resources, id, comment ?? null)
}

/** Takes back what was asked; the request is closed with the write. */
export async function takeBack(tx: Tx, resources: Resources, id: number, { version }: DecisionValues): Promise<void> {
  const risks = resourceOf(resources, 'risk')
  const update = authorizeVerb(tx, risks, 'update')
  const row = await lockRow(tx, update, risks, resources, id, 'update', version)
  if (row.status !== 'TO_BE_APPROVED') throw new AppError('CONFLICT', 'risks.errors.not_asked')
  await updateRow(tx, update, risks, resources, id, { status: 'NOT_REQUESTED', stale_reason: null, stale_on: null }, { action: 'withdraw' })
}

/** Decides about what was asked; what is approved to be accepted or transferred is so from then on. */
export async function answer(tx: Tx, resources: Resources, id: number, outcome: Outcome, { comment, version }: DecisionValues): Promise<void> {
  const risks = resourceOf(resources, 'risk')
  const asked = askedOf(resources)
  const read = authorizeVerb(tx, risks, 'read')
  await getRow(tx, read, risks, resources, id)
  const system = systemGrant('risks that were decided about', tx.who)
  const row = await lockRow(tx, system, risks, resources, id, 'update', version)
  const open = await openRequestOf(tx, asked, id)
  if (!open) throw new AppError('CONFLICT', 'risks.errors.not_asked')
  await decide(tx, read, asked, resources, id, { request: open.id, outcome, reason: comment ?? null })
  const { refuse, done } = refusals()
  if (outcome === 'APPROVED') guardTarget(row, refuse)
  done()
  const treatment = outcome === 'APPROVED' ? { ACCEPT: 'ACCEPTED', TRANSFER: 'TRANSFERRED', REDUCE: 'OPEN' }[String(row.strategy)] : undefined
  const decided = {
    status: outcome,
    approver: tx.who.memberId,
    decided_on: tx.today,
    decision_comment: comment ?? null,
    stale_reason: null,
    stale_on: null,
    ...(treatment && { treatment }),
    ...seen(row),
  }
  await updateRow(tx, system, risks, resources, id, decided, { action: outcome === 'APPROVED' ? 'approve' : 'reject' })
}

/** A risk that leaves its request otherwise than by a decision: what was asked is taken back. */
export async function closeRequest({ tx, grant, resources, before, changes }: WriteContext<typeof riskEntity>): Promise<void> {
  if (before?.status !== 'TO_BE_APPROVED' || changes.status !== 'NOT_REQUESTED') return
  const asked = askedOf(resources)
  if (await openRequestOf(tx, asked, before.id)) await withdraw(tx, grant, asked, resources, before.id)
}
