import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import { anyOf, assignedTo, byGlobalPilots } from '#kit/server/access/row-rule.ts'
import { defineResource, type WriteContext } from '#kit/server/data/resources/resource.ts'
import { absence } from '#areas/people/contract/absence.ts'

const own = anyOf(byGlobalPilots, assignedTo('member_id', null))

/** Who is away and who stands in know of it, and those who administer people. */
export const absences = defineResource({
  def: absence,
  rules: { read: anyOf(own, assignedTo('stand_in_id', null)), create: own, update: own, delete: own },
  beforeWrite: async (context) => {
    if (context.verb !== 'delete') await check(context)
  },
  // Two absences of one person that overlap are refused, however they were asked for.
  turn: (verb) => (verb === 'delete' ? null : 'absences'),
})

/** Somebody else stands in, who is there to; of each day one says so. */
async function check({ tx, before, changes }: WriteContext<typeof absence>): Promise<void> {
  if (!before && changes.member == null && tx.who.memberId !== null) changes.member = tx.who.memberId
  const member = changes.member ?? before?.member_id ?? null
  if (member === null) throw invalidField('member', 'kit.errors.mandatory')
  const standIn = changes.stand_in ?? before?.stand_in_id
  const first = changes.first_day ?? before?.first_day
  const last = changes.last_day ?? before?.last_day
  if (first && last && first > last) throw invalidField('last_day', 'kit.errors.date_order')
  if (standIn === member) throw invalidField(changes.member == null || changes.member === tx.who.memberId ? 'stand_in' : 'member', 'people.errors.own_stand_in')
  const found = await tx.first(sql<{ name: string; there: boolean; overlaps: boolean }>`select m.name,
      exists (select 1 from member s where s.customer_id = m.customer_id and s.id = ${standIn ?? null}::bigint and s.kind = 'MEMBER' and not s.disabled and not s.archived) as there,
      exists (select 1 from absence a where a.customer_id = m.customer_id and a.member_id = m.id and a.id is distinct from ${before?.id ?? null}::bigint
        and a.first_day <= ${last ?? null}::date and a.last_day >= ${first ?? null}::date) as overlaps
    from member m where m.customer_id = ${tx.customerId} and m.id = ${member} and m.kind = 'MEMBER'`)
  if (!found) throw invalidField('member', 'kit.errors.missing_reference')
  if (standIn !== undefined && !found.there && changes.stand_in !== undefined) throw invalidField('stand_in', 'kit.errors.missing_reference')
  if (found.overlaps) throw invalidField('first_day', 'people.errors.absent_already')
  changes.name = found.name
}
