import { sql } from 'kysely'
import { refusals } from '#kit/server/data/refusals.ts'
import type { WriteContext } from '#kit/server/data/resource.ts'
import { willBe } from '#kit/server/data/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work-resource.ts'
import type { gapGroup } from '#areas/registers/contract/gap-group.ts'
import type { gapRegister } from '#areas/registers/contract/gap-register.ts'
import type { gap } from '#areas/registers/contract/gap.ts'
import { guardCharge, guardPlace, guardRegister, refuseWhileHolding } from './placement.ts'

/** What is refused about a gap beside what its lifecycle refuses. */
export async function guardGap(context: GuardContext<typeof gap>): Promise<void> {
  const { tx, grant, verb, changes, refuse } = context
  if (verb === 'delete') return
  guardPlace(context)
  guardCharge(context)
  await guardRegister(context, 'gap_register')
  const [register, chapter] = [willBe(context, 'register', 'register_id'), willBe(context, 'chapter', 'chapter_id')]
  if (chapter !== null && (changes.chapter !== undefined || changes.register !== undefined)) {
    const found = await tx.first(sql`select 1 from gap_group where customer_id = ${tx.customerId} and id = ${chapter} and register_id = ${register}`)
    if (!found) refuse('chapter', 'registers.errors.chapter_elsewhere')
  }
  // Living with a gap is a decision: a pilot's, with its reason, and looked at again on a day that is said (decisions, Lifecycles).
  if (willBe(context, 'status') !== 'CLOSE' || willBe(context, 'resolution_status') !== 'IGNORED') return
  if (changes.resolution_status === 'IGNORED' && !grant.who.roles.some((role) => role === 'global_pilote' || role === 'local_pilote'))
    refuse('resolution_status', 'kit.errors.no_update_right')
  if (willBe(context, 'status_reason') === null) refuse('status_reason', 'registers.errors.ignore_reason')
  if (willBe(context, 'review_date') === null) refuse('review_date', 'registers.errors.review_needed')
}

export const guardGapRegister = (context: WriteContext<typeof gapRegister>): Promise<void> | void =>
  context.verb === 'delete' ? refuseWhileHolding(context, 'gap', 'register_id', 'registers.errors.register_in_use') : undefined

/** A chapter with gaps stays, and in its register. */
export async function guardGapGroup(context: WriteContext<typeof gapGroup>): Promise<void> {
  const { verb, before, changes } = context
  if (verb === 'delete') return refuseWhileHolding(context, 'gap', 'chapter_id', 'registers.errors.chapter_in_use')
  const { refuse, done } = refusals()
  if (before !== undefined && changes.register !== undefined && changes.register !== before.register_id) refuse('register', 'registers.errors.chapter_fixed')
  else await guardRegister({ ...context, refuse }, 'gap_register')
  done()
}
