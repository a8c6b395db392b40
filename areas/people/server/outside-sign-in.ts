import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Profile } from '#areas/people/contract/profile.ts'
import { asOneself } from './own-grant.ts'
import { createMember } from './create-member.ts'
import { members } from './members.ts'

/** Somebody who comes in from outside, and how they read. */
export interface Visitor extends Pick<Profile, 'firstname' | 'lastname' | 'email' | 'theme' | 'time_zone' | 'date_order'> {
  readonly accountId: number
  readonly lang: Language
}

/**
 * Makes sure that whoever comes from outside has a member here, a visiting one if need be, so that what they do has an author.
 * How somebody reads goes with them: one person does not speak another language behind another door.
 */
export async function visit(tx: Tx, resources: Resources, { accountId, ...person }: Visitor): Promise<void> {
  const { lang, theme, time_zone, date_order } = person
  const known = await tx.first(sql<{
    id: number
    same: boolean
  }>`select id, (lang, theme, time_zone, date_order) is not distinct from (${lang}::text, ${theme}::text, ${time_zone}::text, ${date_order}::text) as same
    from member where customer_id = ${tx.customerId} and account_id = ${accountId}`)
  if (!known) await createMember(tx, resources, { ...person, roles: [], kind: 'VISITING' })
  else if (!known.same) {
    const changes = { lang, theme, time_zone, date_order }
    await updateRow(tx, asOneself({ ...tx.who, memberId: known.id }), members, resources, known.id, changes)
  }
}
