import { needsReason, needsTargetDate, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import type { OwnedRow } from '#kit/contract/field.ts'
import type { remediation } from '#areas/actions/contract/remediation.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { forget } from '#kit/web/api/queries.ts'
import { toast } from '#kit/web/ui/toast.ts'
import type { Action } from './presentation.tsx'

export type Changes = Readonly<Record<string, unknown>>
/** What a person still has to say before a change can be made. */
export type Need = 'target_date' | 'status_reason' | 'defect' | 'proof' | 'task_proofs' | 'postponement_reason'

export interface TransitionQuestion {
  readonly row: Action
  /** The status asked for; null when only dates move. */
  readonly to: RemediationStatus | null
  readonly needs: readonly Need[]
  /** Why the last try was refused. */
  readonly refusal?: string | undefined
  /** What was said in the last try. */
  readonly given: Changes
}

interface Pending extends TransitionQuestion {
  readonly answer: (changes: Changes | null) => void
}

let pending: Pending | null = null
const listeners = new Set<() => void>()
const show = (next: Pending | null) => {
  pending = next
  for (const listener of listeners) listener()
}

/** What is being asked, for the dialog alone. */
export const questionStore = {
  get: () => pending,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function ask(question: TransitionQuestion): Promise<Changes | null> {
  pending?.answer(null)
  return new Promise((resolve) =>
    show({
      ...question,
      answer: (changes) => {
        show(null)
        resolve(changes)
      },
    }),
  )
}

/** The person changed their mind; nothing needs to be said about it. */
class Declined extends Error {}

const answered: Readonly<Record<string, Need>> = { PROOF_REQUIRED_ACTION: 'proof', PROOF_REQUIRED_TASK: 'task_proofs' }

/** Sends the changes, asking for whatever they need first or turn out to need; rejects when refused or declined, having said why. */
async function send(row: Action, to: RemediationStatus | null, wanted: Changes, first: readonly Need[]): Promise<void> {
  let changes = wanted
  let needs = first
  let refusal: string | undefined
  for (;;) {
    if (needs.length > 0) {
      const more = await ask({ row, to, needs, refusal, given: changes })
      if (!more) throw new Declined()
      changes = { ...changes, ...more }
    }
    try {
      const { message } = await api.put<ObjectAnswer<Action>>(`/remediation/${row.id}`, { ...changes, version: row.version })
      toast.success(message ?? '')
      return
    } catch (reason) {
      const need = reason instanceof ApiError ? answered[reason.code] : undefined
      const wrong = needs.length > 0 && reason instanceof ApiError && reason.status === 400
      if (!need && !wrong) {
        toast.error(reason instanceof ApiError ? explained(reason) : failureText(reason))
        throw reason
      }
      if (need) needs = [need]
      refusal = reason instanceof ApiError && wrong ? explained(reason) : undefined
    } finally {
      await forget('remediation', 'program', 'measure')
    }
  }
}

/** The fields' own words say more than «check your inputs». */
const explained = (error: ApiError) => [...new Set(Object.values(error.errors).flat())].join('. ') || error.message

/** Brings an action to a status by the same rules everywhere, asking for reasons, dates and proofs as they are needed. */
export function changeStatus(row: Action, to: RemediationStatus): Promise<void> {
  const needs: Need[] = []
  if (needsTargetDate(to) && !row.target_date) needs.push('target_date')
  if (to === 'CANCELLED' && row.type === 'UPGRADE') needs.push('defect')
  if (needsReason(to)) needs.push('status_reason')
  return send(row, to, { status: to }, needs)
}

/** Moves dates of an action; once planned, a new target date needs a reason. */
export function moveDates(row: Action, dates: Readonly<Record<string, string>>): Promise<void> {
  return send(row, null, dates, row.initial_target_date && 'target_date' in dates ? ['postponement_reason'] : [])
}

type Task = OwnedRow<NonNullable<(typeof remediation.fields)['tasks']['options']['fields']>>

/** Children as a write takes them: references by id. */
export const childrenToWire = (rows: readonly object[]): Changes[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row as Task)
        .filter(([key]) => key !== 'author')
        .map(([key, value]) => [
          key,
          value !== null && typeof value === 'object' && 'id' in value ? (value as { id: number }).id : value,
        ]),
    ),
  )

/** Sends other changes of an action and says how it went; answers whether it did. */
export async function save(row: Action, changes: Changes): Promise<boolean> {
  try {
    await api.put(`/remediation/${row.id}`, { ...changes, version: row.version })
    return true
  } catch (reason) {
    toast.error(reason instanceof ApiError ? explained(reason) : failureText(reason))
    return false
  } finally {
    await forget('remediation', 'program')
  }
}
