import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyApplication, everyPolicy, everyVersion } from '#areas/policies/server/index.ts'
import { suggestion } from './suggestion.ts'

/** A policy of which another version is to be looked at. */
export interface Behind {
  readonly id: number
  readonly number: number
  /** Who publishes it: the organisation, or those whose policy it copied. */
  readonly what: 'POLICY' | 'PUBLISHED'
}

const asked = { source: 'POLICY', target_type: 'POLICY' } as const
const opener = (tx: Tx) => systemGrant('what somebody is to look at', tx.who)

const atMost = 200
/** Not asked already, nor answered since it was published. */
const unasked = (since: string) =>
  sql`not exists (select 1 from review r where r.customer_id = p.customer_id and r.target_policy_id = p.id and r.occasion is distinct from 'MAPPING' and (r.status = 'OPEN' or r.timestamp >= ${sql.ref(since)}))`

/** Policies that a perimeter follows in another version than the one in force; all of them, or one. */
export const policiesBehind = (tx: Tx, one: number | null = null): Promise<Behind[]> =>
  tx.run(sql<Behind>`select p.id, v.number, 'POLICY' as what from ${everyPolicy(tx.customerId)} p
      join ${everyVersion(tx.customerId)} v on v.id = p.current_version_id
    where not p.archived and (${one}::bigint is null or p.id = ${one}::bigint)
      and exists (select 1 from ${everyApplication(tx.customerId)} a join perimeter place on place.customer_id = a.customer_id and place.id = a.perimeter_id and not place.archived
        where a.policy_id = p.id and a.policy_version_id <> p.current_version_id)
      and ${unasked('v.published_at')}
    order by p.id limit ${atMost}`)

/** Copies of policies that others share and have published anew since. */
export const copiesBehind = (tx: Tx): Promise<Behind[]> =>
  tx.run(sql<Behind>`select p.id, s.number, 'PUBLISHED' as what from ${everyPolicy(tx.customerId)} p join shared.policy s on s.customer_id = p.origin_customer_id and s.id = p.origin_id
    where not p.archived and p.origin_customer_id <> p.customer_id and p.origin_version < s.version and ${unasked('s.published_at')}
      and exists (select 1 from ${everyApplication(tx.customerId)} a where a.policy_id = p.id)
    order by p.id limit ${atMost}`)

/** Opens a review for each of them, the organisation's own version first where both are new. */
export async function openPolicies(tx: Tx, resources: Resources, found: readonly Behind[]): Promise<void> {
  const first = new Map(found.toReversed().map((one) => [one.id, one]))
  const made = [...first.values()].map(({ id, number, what }) => ({
    ...asked,
    occasion: 'VERSION',
    target: { entity: 'policy', id },
    ...suggestion(what, { version: number }),
  }))
  await createRows(tx, opener(tx), resourceOf(resources, 'review'), resources, made)
}

/** A mapping has brought links that hold in part: somebody is to check them, asked once for each policy until they have. */
export async function openMapping(tx: Tx, resources: Resources, policy: number): Promise<void> {
  const open = await tx.first(
    sql`select 1 from review where customer_id = ${tx.customerId} and target_policy_id = ${policy} and occasion = 'MAPPING' and status = 'OPEN'`,
  )
  if (open) return
  const made = { ...asked, occasion: 'MAPPING', target: { entity: 'policy', id: policy }, ...suggestion('MAPPING') }
  await createRows(tx, opener(tx), resourceOf(resources, 'review'), resources, [made])
}
