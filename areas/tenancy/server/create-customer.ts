import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { QuotaName } from '#areas/tenancy/contract/customer.ts'
import { customerBegins, customerCreated } from '#areas/tenancy/contract/events.ts'

export interface NewCustomer {
  readonly name: string
  /** From `nextCustomerId`, so that a second attempt finds what the first has made; by default the next one. */
  readonly id?: number
  /** By default the first one. */
  readonly instanceId?: number
  readonly kind?: 'ORGANISATION' | 'CATALOG'
  readonly color?: string | null
  readonly lang?: Language
  readonly timeZone?: string
  readonly quotas?: Readonly<Partial<Record<QuotaName, number | null>>>
  /** Somebody is to work there at once: it begins with what everybody needs (GEN-26). */
  readonly begins?: boolean
  /** When it began, if not now: what it did since can then be entered at its time. */
  readonly at?: Date
}

/**
 * Makes an organisation with whatever the areas above prepare for one, on `customer.created`, and answers its id. Everything is one transaction
 * in the new customer: it exists whole or not at all.
 */
export async function createCustomer(db: DatabaseAccess, given: NewCustomer, requestId = 'start'): Promise<number> {
  const { name, instanceId = null, kind = 'ORGANISATION', color = null, lang = 'en', timeZone = 'Europe/Paris', quotas = {} } = given
  const id = given.id ?? (await nextCustomerId(db))
  await db.transaction(
    id,
    async (tx) => {
      if (given.id !== undefined && (await isThere(tx, id))) return
      tx.act(systemWho(id, 'create-customer', requestId, lang, timeZone))
      await tx.run(
        sql`select create_customer(coalesce(${instanceId}::bigint, (select min(id) from instance)), ${kind}, ${name}, ${color}, ${lang}, ${timeZone}, ${JSON.stringify(quotas)}::jsonb)`,
      )
      tx.audit({ entity: 'customer', object_id: id, action: 'create', version: 1 })
      await tx.emit(customerCreated, id)
      if (given.begins) await tx.emit(customerBegins, id)
    },
    given.at ? { at: given.at } : {},
  )
  return id
}

/** Whether another attempt has made the customer already; waits for one that is making it. */
async function isThere(tx: Tx, id: number): Promise<boolean> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('vigie customer', ${id}::bigint))`)
  return (await tx.first(sql`select 1 from customer where id = ${id}`)) !== undefined
}

/** An id for a customer that is to be made. */
export async function nextCustomerId(db: DatabaseAccess): Promise<number> {
  const [next] = await db.alone<{ id: number }>('select next_customer_id() as id')
  if (!next) throw new Error('There is no next customer')
  return next.id
}

/** The provider itself, whose staff administer the installation. */
export const providerCustomer = 1

export async function installationIsEmpty(db: DatabaseAccess): Promise<boolean> {
  const [found] = await db.alone<{ empty: boolean }>('select installation_is_empty() as empty')
  return found?.empty ?? false
}

/** Makes the instance, the provider's customer and the catalog, in a transaction of the provider. */
export async function createGround(tx: Tx, name: string, lang: Language, timeZone: string): Promise<void> {
  await tx.run(sql`select create_installation(${name}, ${lang}, ${timeZone})`)
}
