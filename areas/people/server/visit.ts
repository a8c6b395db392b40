import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Resources } from '#kit/server/data/resource.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Profile } from '#areas/people/contract/profile.ts'
import { createMember } from './create-member.ts'

/** Somebody who comes in from outside, and how they read. */
export interface Visitor extends Pick<Profile, 'firstname' | 'lastname' | 'email' | 'theme' | 'time_zone'> {
  readonly accountId: number
  readonly lang: Language
}

/** Makes sure that whoever comes from outside has a member here, a visiting one if need be, so that what they do has an author. */
export async function visit(tx: Tx, resources: Resources, { accountId, ...person }: Visitor): Promise<void> {
  const known = await tx.first(sql`select 1 from member where customer_id = ${tx.customerId} and account_id = ${accountId}`)
  if (!known) await createMember(tx, resources, { ...person, roles: [], kind: 'VISITING' })
}
