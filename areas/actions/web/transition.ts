import { fileInput, type FileReference, type OwnedRow } from '#kit/contract/field.ts'
import type { remediation } from '#areas/actions/contract/remediation.ts'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'
import { failureDetails } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { transitionsOf } from '#kit/web/work/transition.ts'
import type { Changes } from '#kit/web/work/transition-question.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { Action } from './presentation.tsx'

/** How an action comes to another status: what its type and its proofs ask for beside its lifecycle. */
export const transitions = transitionsOf(remediationWork, {
  needs: (row, to) => (to === 'CANCELLED' && row.type === 'UPGRADE' ? ['defect'] : []),
  // Once planned, a new target date needs a reason.
  dateNeeds: (row, dates) => (row.initial_target_date && 'target_date' in dates ? ['postponement_reason'] : []),
  codes: { PROOF_REQUIRED_ACTION: 'proof', PROOF_REQUIRED_TASK: 'task_proofs' },
  fields: { defect: 'defect', postponement_reason: 'postponement_reason', proofs: 'proof', proof_files: 'proof', evidences: 'proof', tasks: 'task_proofs' },
  pieces: {
    proof: lazy(async () => ({ default: (await import('./proof-piece.tsx')).ProofPiece })),
    task_proofs: lazy(async () => ({ default: (await import('./task-proofs-piece.tsx')).TaskProofsPiece })),
  },
})

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
    toast.error(failureDetails(reason))
    return false
  } finally {
    await renewed()
  }
}
