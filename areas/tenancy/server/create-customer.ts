import { sql } from 'kysely'
import { z } from 'zod'
import type { Language } from '#kit/contract/catalogue.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { broughtSold, identity, type BroughtSold, type QuotaName } from '#areas/tenancy/contract/customer.ts'
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
      if (given.id !== undefined && (await customerIsThere(tx))) return
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

const brought = z.object({ color: identity.color, lang: identity.lang, time_zone: identity.time_zone, ...broughtSold.shape })

/** What the row of an organisation of another installation brings with it, or where it says something that no organisation may be. */
export function soldIn(row: Readonly<Record<string, unknown>>): { readonly sold: BroughtSold } | { readonly place: string } {
  const parsed = brought.safeParse(row)
  if (!parsed.success) return { place: parsed.error.issues[0]?.path.join('.') ?? '' }
  const { features, quotas, flags, properties } = parsed.data
  return { sold: { features, quotas, flags, properties } }
}

/**
 * Makes the organisation of the transaction of what another installation says of one: in the first instance, enabled, with a name of its own here, and with nothing in it, not even what each
 * begins with. False where another attempt has made it; throws for what no organisation may be.
 */
export async function bringCustomer(tx: Tx, name: string, row: Readonly<Record<string, unknown>>): Promise<boolean> {
  if (await customerIsThere(tx)) return false
  const { color, lang, time_zone, quotas } = brought.parse(row)
  await tx.run(
    sql`select create_customer((select min(id) from instance), 'ORGANISATION', ${name}, ${color}, ${lang}, ${time_zone}, ${JSON.stringify(quotas)}::jsonb)`,
  )
  const here = await comparedHere(tx, row)
  // Whatever else it is, none of which says who may come in from where.
  const columns = Object.keys(row).filter((column) => column !== 'id' && column !== 'name')
  await tx.send('set local role vigie_provider')
  await tx.run(sql`update customer c set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`))}
    from json_populate_record(null::customer, ${JSON.stringify(here)}::json) r where c.id = ${tx.customerId}`)
  // As for its own pilots, never laxer than its instance is.
  await tx.run(sql`update customer c set mfa_mode = case when i.mfa_mode = 'ENFORCED' then null else c.mfa_mode end,
    password_max_age_days = case when i.password_max_age_days > 0 and (c.password_max_age_days = 0 or c.password_max_age_days > i.password_max_age_days) then null
      else c.password_max_age_days end from instance i where i.id = c.instance_id and c.id = ${tx.customerId}`)
  await tx.send('set local role none')
  return true
}

/** By what it was compared there it is here, as far as this provider's list has that too. */
async function comparedHere(tx: Tx, row: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  const { sector_high: sector, sector_low: branch, country } = row
  const known = await tx.first(sql<{ branch: boolean; country: boolean }>`select
    exists (select 1 from metadata_property p join metadata_property h on h.id = p.parent_id where p.identifier = ${String(branch)} and h.identifier = ${String(sector)}) as branch,
    exists (select 1 from metadata_property p where p.kind = 'COUNTRY' and p.identifier = ${String(country)}) as country`)
  return { ...row, ...(!known?.branch && { sector_high: null, sector_low: null }), ...(!known?.country && { country: null }) }
}

/** Whether another attempt has made the customer of the transaction already; waits for one that is making it. */
export async function customerIsThere(tx: Tx): Promise<boolean> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('vigie customer', ${tx.customerId}::bigint))`)
  return (await tx.first(sql`select 1 from customer where id = ${tx.customerId}`)) !== undefined
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
