import { sql } from 'kysely'
import type { Right } from '#kit/contract/right.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { SessionUser } from '#areas/access/contract/calls.ts'

type Place = NonNullable<SessionUser['customer']>

interface Shown {
  readonly email: string
  readonly name: string
  readonly initials: string | null
  readonly customer: Place & {
    kind: string
    properties: Record<string, unknown>
    features: string[]
    instance: SessionUser['instance']
  }
  readonly customers: Place[]
}

const switchable = 12

/** What the client is told about the one who acts (ACC-38). */
export async function sessionUser(tx: Tx, who: Who, demo: boolean): Promise<SessionUser> {
  const shown = await tx.first(sql<Shown>`select m.email, m.name, m.initials,
      jsonb_build_object('id', c.id, 'name', c.name, 'color', c.color, 'kind', c.kind, 'properties', c.properties, 'features', c.features,
        'instance', jsonb_build_object('id', i.id, 'name', i.name)) as customer,
      (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from (${customers(who, '', switchable)}) as p) as customers
    from member m join customer c on c.id = m.customer_id join instance i on i.id = c.instance_id
    where m.customer_id = ${tx.customerId} and m.id = ${who.memberId}`)
  if (!shown) throw new Error('The actor has no member')
  const { id, name, color, kind, properties, features, instance } = shown.customer
  return {
    email: shown.email,
    name: shown.name,
    initials: shown.initials ?? '',
    lang: who.lang,
    customer: kind === 'PROVIDER' ? null : { id, name, color },
    customers: shown.customers,
    instance,
    roles: [...who.roles],
    role: who.roles[0] ?? null,
    admin_type: who.adminType,
    member_id: who.memberId ?? 0,
    rights: [...who.rights] as Right[],
    properties,
    features,
    flags: {},
    demo,
  }
}

const customers = (
  who: Who,
  search: string,
  limit: number,
) => sql<Place>`select customer_id as id, name, color from customers_of(${who.accountId})
  where strpos(fold(name), fold(${search})) > 0 order by name collate "und-x-icu", customer_id limit ${limit}`

/** The organisations that the person may switch to and whose name contains a text, at most `limit`. */
export const listCustomers = (tx: Tx, who: Who, search: string, limit: number): Promise<Place[]> =>
  tx.run(customers(who, search, limit))
