import { needsReason, needsTargetDate, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { fileInput, type FileReference, type OwnedRow } from '#kit/contract/field.ts'
import type { remediation } from '#areas/actions/contract/remediation.ts'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { toast } from '#kit/web/ui/toast.ts'
import type { Action } from './presentation.tsx'

export type Changes = Readonly<Record<string, unknown>>
/** What a person still has to say before a change can be made. */
export type Need = 'target_date' | 'status_reason' | 'defect' | 'proof' | 'task_proofs' | 'postponement_reason'

/** Why the last try was refused: in general, and what is wrong with which field, by its path. */
export interface TransitionRefusal {
  readonly text: string
  readonly fields: Readonly<Record<string, readonly string[]>>
}

export interface TransitionQuestion {
  /** The same as long as one change is talked about: what was said stays to be corrected. */
  readonly id: number
  readonly row: Action
  /** The status asked for; null when only dates move. */
  readonly to: RemediationStatus | null
  readonly needs: readonly Need[]
  /** What is to change in any case. */
  readonly wanted: Changes
  readonly refusal?: TransitionRefusal | undefined
}

interface Pending extends TransitionQuestion {
  /** What was said is on its way. */
  readonly busy: boolean
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

/** Asks, and leaves the dialog open until `done`: what is refused is corrected in it. */
function ask(question: TransitionQuestion): Promise<Changes | null> {
  if (pending && pending.id !== question.id) pending.answer(null)
  return new Promise((resolve) => {
    const answer = (changes: Changes | null) => {
      if (pending?.id === question.id && !pending.busy) show(changes ? { ...question, busy: true, answer } : null)
      resolve(changes)
    }
    show({ ...question, busy: false, answer })
  })
}
const done = (id: number) => {
  if (pending?.id === id) show(null)
}

/** The person changed their mind; nothing needs to be said about it. */
class Declined extends Error {}

const answered: Readonly<Record<string, Need>> = { PROOF_REQUIRED_ACTION: 'proof', PROOF_REQUIRED_TASK: 'task_proofs' }
const needOfField: Readonly<Record<string, Need>> = {
  target_date: 'target_date',
  status_reason: 'status_reason',
  defect: 'defect',
  postponement_reason: 'postponement_reason',
  proofs: 'proof',
  proof_files: 'proof',
  tasks: 'task_proofs',
}

/** What has to be said, or said otherwise, after a refusal; nothing when the dialog could not help. */
function stillNeeded(reason: unknown, asked: readonly Need[]): readonly Need[] | undefined {
  if (!(reason instanceof ApiError)) return undefined
  const need = answered[reason.code]
  if (need) return [...new Set([...asked, need])]
  if (asked.length === 0 || reason.status !== 400) return undefined
  const wrong = Object.keys(reason.errors).flatMap((path) => needOfField[path.split('.')[0] ?? ''] ?? [])
  return [...new Set([...asked, ...wrong])]
}

let lastId = 0

/** Sends the changes, asking for whatever they need first or turn out to need; rejects when refused or declined, having said why. */
async function send(row: Action, to: RemediationStatus | null, wanted: Changes, first: readonly Need[]): Promise<void> {
  const id = ++lastId
  let needs = first
  let refusal: TransitionRefusal | undefined
  try {
    for (;;) {
      const said = needs.length > 0 ? await ask({ id, row, to, needs, wanted, refusal }) : {}
      if (!said) throw new Declined()
      try {
        const { message } = await saveRow<Action>(`/remediation/${row.id}`, row, { ...wanted, ...said })
        toast.success(message ?? '')
        return
      } catch (reason) {
        const more = stillNeeded(reason, needs)
        if (!more) {
          toast.error(reason instanceof ApiError ? explained(reason) : failureText(reason))
          throw reason
        }
        // What is asked for the first time is no reproach.
        const asks = more.length > needs.length && reason instanceof ApiError && reason.code in answered
        refusal = reason instanceof ApiError && !asks ? { text: explained(reason), fields: reason.errors } : undefined
        needs = more
      } finally {
        await renewed()
      }
    }
  } finally {
    done(id)
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

/** Children as a write takes them: references by id, files with what is said of them. */
export const childrenToWire = (rows: readonly object[]): Changes[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row as Task)
        .filter(([key]) => key !== 'author')
        .map(([key, value]) => [
          key,
          Array.isArray(value)
            ? (value as FileReference[]).map(fileInput)
            : value !== null && typeof value === 'object' && 'id' in value
              ? (value as { id: number }).id
              : value,
        ]),
    ),
  )

/** Sends other changes of an action and says how it went; answers whether it did. A function makes them of the action as it is once former saves are through. */
export async function save(row: Action, changes: Changes | ((latest: Action) => Changes)): Promise<boolean> {
  try {
    await saveRow<Action>(`/remediation/${row.id}`, row, changes)
    return true
  } catch (reason) {
    toast.error(reason instanceof ApiError ? explained(reason) : failureText(reason))
    return false
  } finally {
    await renewed()
  }
}
