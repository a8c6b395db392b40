import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import { AppError, invalidField, notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { reserve, settle } from '#kit/server/http/idempotency.ts'
import {
  createProperty,
  isPropertyIdentifier,
  listProperties,
  listPropertyUse,
  removeProperty,
  updateProperty,
  type MetadataProperty,
  type PropertyKind,
} from '#areas/tenancy/contract/metadata-property.ts'
import { asStaff } from './as-staff.ts'

/** What organisations are compared by, looked after by the provider's administrators (ADM-28) and read by everybody signed in. */
export function metadataPropertyCalls(api: Api): void {
  handle(api, 'metadata_property', listProperties, async ({ tx }) => ({ objects: await select(tx) }))

  api.addRaw(operationOf(listPropertyUse, 'metadata_property'), async ({ request }) =>
    asStaff(api, request, listPropertyUse, async (tx, who) => ({
      ok: true,
      edit_right: who.rights.has('metadata_property.write'),
      objects: await tx.run(sql<{ identifier: string; customers: number }>`select value as identifier, count(*) as customers
        from customer c cross join unnest(array[c.sector_high, c.sector_low, c.country]) as value where value is not null group by 1 order by 1`),
    })),
  )

  api.addRaw(operationOf(createProperty, 'metadata_property'), async ({ request, body, named }) => {
    const { kind, identifier, name_en, name_fr, parent = null }: BodyOf<typeof createProperty> = body
    return asStaff(api, request, createProperty, async (tx) => {
      const call = named()
      const { id } = await reserve(tx, call, async () => {
        if (!isPropertyIdentifier(kind, identifier))
          throw invalidField('identifier', kind === 'COUNTRY' ? 'tenancy.errors.property_country' : 'tenancy.errors.property_identifier')
        if (await tx.first(sql`select 1 from metadata_property where identifier = ${identifier}`))
          throw invalidField('identifier', 'tenancy.errors.property_taken')
        const made = await tx.first(sql<{ id: number }>`insert into metadata_property (kind, identifier, name_en, name_fr, parent_id)
          values (${kind}, ${identifier}, ${name_en}, ${name_fr}, ${await parentOf(tx, kind, parent)}) returning id`)
        if (!made) throw new Error('A property was not written')
        tx.audit({ entity: 'metadata_property', object_id: made.id, action: 'create', version: 1, details: JSON.stringify({ kind, identifier }) })
        return { id: made.id }
      })
      return settle(tx, call, async () => ({ ok: true, message: api.translateFor(request, 'kit.messages.created'), object: await one(tx, id) }))
    })
  })

  api.addRaw(operationOf(updateProperty, 'metadata_property'), async ({ request, params, body }) =>
    asStaff(api, request, updateProperty, async (tx) => {
      await change(tx, params.id, body)
      return { ok: true, message: api.translateFor(request, 'kit.messages.saved'), object: await one(tx, params.id) }
    }),
  )

  api.addRaw(operationOf(removeProperty, 'metadata_property'), async ({ request, params }) =>
    asStaff(api, request, removeProperty, async (tx) => {
      await remove(tx, params.id)
      return { ok: true, message: api.translateFor(request, 'kit.messages.deleted') }
    }),
  )
}

const select = (tx: Tx, id: number | null = null) =>
  tx.run(sql<MetadataProperty>`select p.id, p.kind, p.identifier, p.name_en, p.name_fr, h.identifier as parent, p.version
    from metadata_property p left join metadata_property h on h.id = p.parent_id where ${id}::bigint is null or p.id = ${id} order by p.id`)

async function one(tx: Tx, id: number): Promise<MetadataProperty> {
  const [found] = await select(tx, id)
  if (!found) throw notFound()
  return found
}

/** A branch has a sector, and nothing else has one. */
async function parentOf(tx: Tx, kind: PropertyKind, parent: string | null): Promise<number | null> {
  if (kind !== 'SECTOR_LOW') {
    if (parent !== null) throw invalidField('parent', 'tenancy.errors.property_parent')
    return null
  }
  const found = await tx.first(sql<{ id: number }>`select id from metadata_property where identifier = ${parent} and kind = 'SECTOR_HIGH'`)
  if (!found) throw invalidField('parent', 'kit.errors.mandatory')
  return found.id
}

/** The value that is written next, locked. */
async function held(tx: Tx, id: number): Promise<MetadataProperty> {
  await tx.run(sql`select 1 from metadata_property where id = ${id} for no key update`)
  return one(tx, id)
}

async function change(tx: Tx, id: number, { version, parent, ...names }: BodyOf<typeof updateProperty>): Promise<void> {
  const current = await held(tx, id)
  if (version !== undefined && version !== current.version) throw new AppError('STALE', 'kit.errors.stale', { object: current })
  const moves = parent !== undefined && parent !== current.parent
  const { name_en, name_fr } = { ...current, ...names }
  if (!moves && name_en === current.name_en && name_fr === current.name_fr) return
  const above = moves ? await parentOf(tx, current.kind, parent) : null
  await tx.run(sql`update metadata_property set name_en = ${name_en}, name_fr = ${name_fr}, parent_id = case when ${moves} then ${above}::bigint else parent_id end,
    version = version + 1, updated_at = moment() where id = ${id}`)
  if (moves) await tx.run(sql`update customer set sector_high = ${parent} where sector_low = ${current.identifier}`)
  tx.audit({
    entity: 'metadata_property',
    object_id: id,
    action: 'update',
    version: current.version + 1,
    details: JSON.stringify({ identifier: current.identifier, ...names, ...(moves && { parent }) }),
  })
}

async function remove(tx: Tx, id: number): Promise<void> {
  const { identifier, version } = await held(tx, id)
  const used = await tx.first(sql<{ customers: number; branches: number }>`select
    (select count(*) from customer c where ${identifier} in (c.sector_high, c.sector_low, c.country)) as customers,
    (select count(*) from metadata_property p where p.parent_id = ${id}) as branches`)
  if (used && used.branches > 0) throw new AppError('IN_USE', 'tenancy.errors.property_branches', { values: { count: used.branches } })
  if (used && used.customers > 0) throw new AppError('IN_USE', 'tenancy.errors.property_used', { values: { count: used.customers } })
  await tx.run(sql`delete from metadata_property where id = ${id}`)
  tx.audit({ entity: 'metadata_property', object_id: id, action: 'delete', version, details: JSON.stringify({ identifier }) })
}

/** The sector of a branch, and whether a country is one that organisations may name; refuses what the provider's list has not. */
export async function profileOf(
  tx: Tx,
  { branch, country }: { readonly branch: string | null; readonly country: string | null },
): Promise<{ readonly sector: string | null }> {
  const row = await tx.first(sql<{ sector: string | null; country: boolean }>`select
    (select h.identifier from metadata_property p join metadata_property h on h.id = p.parent_id where p.identifier = ${branch} and p.kind = 'SECTOR_LOW') as sector,
    ${country}::text is null or exists (select 1 from metadata_property p where p.identifier = ${country} and p.kind = 'COUNTRY') as country`)
  if (branch !== null && !row?.sector) throw invalidField('branch', 'tenancy.errors.branch')
  if (!row?.country) throw invalidField('country', 'tenancy.errors.country')
  return { sector: row.sector }
}

/** The sector of each branch. */
export async function sectorsOfBranches(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.run(sql<{ branch: string; sector: string }>`select p.identifier as branch, h.identifier as sector
    from metadata_property p join metadata_property h on h.id = p.parent_id`)
  return new Map(rows.map(({ branch, sector }) => [branch, sector]))
}

/** What values are called in the reader's language. */
export async function namesOfProperties(tx: Tx, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.run(
    sql<{ identifier: string; name: string }>`select identifier, case when ${tx.who.lang} = 'fr' then name_fr else name_en end as name
      from metadata_property where identifier = any(${identifiers}::text[])`,
  )
  return new Map(rows.map(({ identifier, name }) => [identifier, name]))
}
