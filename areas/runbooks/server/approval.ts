import { AppError } from '#kit/contract/errors.ts'
import { ask, decide, openRequestOf, withdraw, type AskedOf } from '#kit/server/data/work/decision.ts'
import { resourceOf, type Resources, type WriteContext, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import { statusChange } from '#kit/server/data/work/work-guard.ts'
import { occurrenceApproval, occurrenceWork } from '#areas/runbooks/contract/occurrence-work.ts'
import type { occurrence } from '#areas/runbooks/contract/occurrence.ts'
import { mayDecide } from './rules.ts'

export const asked = (resources: Resources): AskedOf<'APPROVED' | 'REJECTED'> => ({
  question: occurrenceApproval,
  resource: resourceOf(resources, 'occurrence'),
  decides: mayDecide,
  refusal: 'runbooks.errors.no_decide_right',
})

/** Before an occurrence leaves its waiting: the decision is written about what was answered, or the answer is taken back. */
export async function decideAnswer({ tx, resources, before, changes, action }: WriteContext<typeof occurrence>): Promise<void> {
  const { from, to } = statusChange(occurrenceWork, { before, changes })
  if (before === undefined || from !== 'PENDING_APPROVAL' || to === from) return
  const question = asked(resources)
  const request = await openRequestOf(tx, question, before.id)
  if (action !== 'bulk_undo' && to !== 'TO_DO') {
    if (request === undefined) throw new AppError('CONFLICT', 'runbooks.errors.not_asked')
    const outcome = to === 'REJECTED' ? 'REJECTED' : 'APPROVED'
    await decide(tx, authorizeVerb(tx, question.resource, 'read'), question, resources, before.id, {
      request: request.id,
      outcome,
      reason: changes.status_reason ?? null,
    })
  } else if (request !== undefined) await withdraw(tx, authorizeVerb(tx, question.resource, 'update'), question, resources, before.id)
}

/** What waits for approval is asked for as it stands now; whoever changed it asks. */
export async function askForApproval(contexts: readonly WrittenContext<typeof occurrence>[]): Promise<void> {
  for (const { tx, grant, resources, after } of contexts) {
    if (after?.status !== 'PENDING_APPROVAL' || grant.work !== undefined) continue
    const question = asked(resources)
    await ask(tx, authorizeVerb(tx, question.resource, 'update'), question, resources, after.id)
  }
}
