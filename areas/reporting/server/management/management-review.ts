import { sql } from 'kysely'
import { AppError, badParameters } from '#kit/contract/errors.ts'
import { byPilots, byReaders } from '#kit/server/access/row-rule.ts'
import { defineResource, type WriteContext } from '#kit/server/data/resources/resource.ts'
import { managementReview } from '#areas/reporting/contract/management-review.ts'

/** What was held stays as it was: nobody changes or deletes it. */
function guard({ verb, action, before, changes }: WriteContext<typeof managementReview>): void {
  if (before?.status === 'CLOSED' && action !== 'close') throw new AppError('CONFLICT', 'reporting.errors.review_closed')
  if (verb === 'delete') return
  const [from, to] = [changes.period_from ?? before?.period_from, changes.period_to ?? before?.period_to]
  if (from && to && from > to) throw badParameters({ period_to: [{ key: 'reporting.errors.days_ordered' }] })
}

export const reviewResource = defineResource({
  def: managementReview,
  // What was held is nobody's to do any more.
  frozen: (row) => sql<boolean>`${row('status')} = 'CLOSED'`,
  rules: { read: byReaders, create: byPilots, update: byPilots, delete: byPilots },
  beforeWrite: guard,
})
