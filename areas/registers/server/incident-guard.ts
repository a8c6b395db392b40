import { willBe } from '#kit/server/data/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work-resource.ts'
import type { incident } from '#areas/registers/contract/incident.ts'
import { guardCharge, guardPlace } from './placement.ts'

/** What is refused about an incident beside what its lifecycle refuses. */
export function guardIncident(context: GuardContext<typeof incident>): void {
  const { grant, verb, before, changes, refuse } = context
  if (verb === 'delete') return
  guardPlace(context)
  guardCharge(context)
  if (before === undefined) changes.reporter = grant.who.memberId
  if (willBe(context, 'close_reason') === 'DUPLICATE' && willBe(context, 'duplicate_of', 'duplicate_of_id') === null)
    refuse('duplicate_of', 'registers.errors.duplicate_of')
  if (willBe(context, 'close_reason') !== 'DUPLICATE' && changes.duplicate_of) refuse('duplicate_of', 'registers.errors.duplicate_only')
}
