import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Changes, ChangesOf, StoredOf, WriteContext } from '#kit/server/data/resources/resource.ts'
import type { Refuse } from '#kit/server/data/store/refusals.ts'
import { statusChange as changeOf, willBe as valueOf } from '#kit/server/data/work/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { proposedStatus, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import type { remediation } from '#areas/actions/contract/remediation.ts'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'

type Given = ChangesOf<typeof remediation>
type Was = StoredOf<typeof remediation>
type Written = Pick<WriteContext<typeof remediation>, 'before' | 'changes'>

/** The value a field will have: as changed, else as stored, in a column of another name for a reference. */
export function willBe(written: Written, name: keyof Given & keyof Was): unknown
export function willBe(written: Written, name: keyof Given, column: keyof Was): unknown
export function willBe(written: Written, name: keyof Given, column?: keyof Was): unknown {
  return valueOf(written, name, column)
}

/** From which status to which; a new action comes from «to plan». */
export const statusChange = (written: Written) => changeOf(remediationWork, written) as { from: RemediationStatus; to: RemediationStatus }

/** What of an action's course is its own: what its dates propose, how often they move, what proves it (ACT-14 … ACT-20). */
export async function guardPlanning(context: GuardContext<typeof remediation>, mayMoveLocked: boolean): Promise<void> {
  const { tx, grant, before, changes, action, refuse } = context
  const [start, target] = [willBe(context, 'start_date'), willBe(context, 'target_date')] as [string | null, string | null]
  if (before === undefined) changes.status ??= proposedStatus(start, target, tx.today)
  const { from, to } = statusChange(context)
  const asked = action !== 'bulk_undo'
  moveTargetDate(context, refuse, { target, to, asked, mayMoveLocked })
  signProofs(context, tx.today)
  // What a ticket tells has its address as proof where one is asked for; of tasks it knows nothing (ACT-33).
  if (asked && from !== to && to === 'FINISHED' && grant.work !== 'what a ticket tells') await requireProofs(context)
}

interface Move {
  readonly target: string | null
  readonly to: RemediationStatus
  readonly asked: boolean
  readonly mayMoveLocked: boolean
}

/** Once planned, the first date is kept, each later one counts and says why. */
function moveTargetDate({ before, changes }: WriteContext<typeof remediation>, refuse: Refuse, { target, to, asked, mayMoveLocked }: Move): void {
  const planned = before?.initial_target_date ?? null
  const old = before?.target_date ?? null
  if (before !== undefined && asked && changes.target_date !== undefined && target !== old) {
    if (before.date_locked && !mayMoveLocked) refuse('target_date', 'actions.errors.date_locked')
    if (planned !== null && !changes.postponement_reason) refuse('postponement_reason', 'actions.errors.postponement_reason')
    if (planned !== null && old !== null && target !== null && target > old) changes.postponements = (before.postponements as number) + 1
  }
  if (planned === null && to !== 'TO_PLAN' && target !== null) changes.initial_target_date = target
}

/** A proof is its author's, and of today unless dated. */
function signProofs({ tx, changes }: WriteContext<typeof remediation>, day: string): void {
  if (!Array.isArray(changes.proofs)) return
  changes.proofs = (changes.proofs as Changes[]).map((proof) =>
    proof.id === undefined ? { ...proof, author: tx.who.memberId, date: proof.date ?? day } : proof,
  )
}

/** A task with what shows that it was done: a link, or files. */
interface ProvenTask {
  readonly id: number
  readonly status: string
  readonly proof_url: string | null
  readonly proof_files: readonly unknown[]
}

/** ACT-17 … ACT-19: the plan's rule, else the organisation's; by default an action needs a proof and its tasks do not. */
async function requireProofs(context: WriteContext<typeof remediation>): Promise<void> {
  const { tx, before, changes } = context
  const id = before?.id ?? 0
  const found = await tx.first(sql<{ action: boolean; task: boolean; links: number; files: number; evidences: number; tasks: readonly ProvenTask[] }>`select
      coalesce(p.proof_required_action = 'YES', (c.properties->>'proof_required_action')::boolean, true) as action,
      coalesce(p.proof_required_task = 'YES', (c.properties->>'proof_required_task')::boolean, false) as task,
      (select count(*) from remediation__proofs x where x.customer_id = ${tx.customerId} and x.owner_id = ${id}) as links,
      (select count(*) from remediation__evidences x where x.customer_id = ${tx.customerId} and x.owner_id = ${id}) as evidences,
      (select count(*) from file f where f.customer_id = ${tx.customerId} and f.entity = 'remediation' and f.object_id = ${id} and f.field = 'proof_files' and f.detached_at is null) as files,
      (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'status', k.status, 'proof_url', k.proof_url, 'proof_files', (select coalesce(jsonb_agg(f.id), '[]') from file f
        where f.customer_id = ${tx.customerId} and f.entity = 'remediation' and f.object_id = ${id} and f.field = 'tasks.proof_files' and f.child_id = k.id and f.detached_at is null))), '[]')
        from remediation__tasks k where k.customer_id = ${tx.customerId} and k.owner_id = ${id}) as tasks
    from customer c left join program p on p.customer_id = ${tx.customerId} and p.id = ${willBe(context, 'program', 'program_id')} where c.id = ${tx.customerId}`)
  if (!found) return
  const sent = (field: 'proofs' | 'proof_files' | 'evidences', stored: number) => (Array.isArray(changes[field]) ? changes[field].length : stored)
  if (found.action && sent('proofs', found.links) + sent('proof_files', found.files) + sent('evidences', found.evidences) === 0)
    throw proofMissing('PROOF_REQUIRED_ACTION', 'proofs')
  // What a task that is sent does not say stays as it is.
  const stored = new Map(found.tasks.map((task) => [task.id, task]))
  const tasks = Array.isArray(changes.tasks) ? (changes.tasks as Partial<ProvenTask>[]).map((task) => ({ ...stored.get(task.id ?? 0), ...task })) : found.tasks
  if (found.task && tasks.some((task) => task.status === 'DONE' && !task.proof_url && !task.proof_files?.length))
    throw proofMissing('PROOF_REQUIRED_TASK', 'tasks')
}

function proofMissing(code: 'PROOF_REQUIRED_ACTION' | 'PROOF_REQUIRED_TASK', field: string): AppError {
  const key = `actions.errors.${code.toLowerCase()}`
  return new AppError('INVALID', key, { code, fields: { [field]: [{ key }] } })
}
