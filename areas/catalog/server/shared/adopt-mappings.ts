import { sql, type RawBuilder } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { asSql, either } from '#kit/server/access/row-rule.ts'
import { copiedFor, keepOrigins, ownCopies, type Original } from '#kit/server/data/store/copies.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Whether the customer has the node of a framework by this key, in use. */
export const knownNodes = extensionPoint<(customerId: number, key: RawBuilder<unknown>) => RawBuilder<boolean>>()

type SharedSet = Original & Changes

const copied = ['identifier', 'name_en', 'name_fr', 'description_en', 'description_fr', 'source_framework_urn', 'target_framework_urn', 'translations'] as const

/** Copies one shared mapping set with its pairs, or brings the customer's copy of it up to date; answers the copy. Throws NOT_FOUND for what is not shared. */
export async function adoptMapping(tx: Tx, resources: Resources, id: number): Promise<number> {
  if (!can(tx.who, 'shared_catalog.read')) throw notFound()
  const copies = await take(tx, resources, await tx.run(sql<SharedSet>`select * from shared.mapping_set where id = ${id}`))
  const copy = copies.get(id)
  if (copy === undefined) throw notFound()
  return copy
}

/**
 * Copies the shared mapping sets that lead from the requirements of these keys to those of a policy that the customer has, and brings copies made before up to date.
 * What came with a library of its own is not brought a second time.
 */
export async function adoptMappings(tx: Tx, resources: Resources, keys: readonly string[]): Promise<void> {
  const known = (end: string) => asSql(either(...knownNodes.all().map((isKnown) => isKnown(tx.customerId, sql.ref(`p.${end}`)))))
  const mine = (end: string) => sql`${sql.ref(`p.${end}`)} = any(${keys}::text[])`
  const sets = await tx.run(sql<SharedSet>`select s.* from shared.mapping_set s
    where exists (select 1 from shared.mapping_pair p where p.mapping_set_id = s.id
        and (${mine('source_urn')} and ${known('target_urn')} or ${mine('target_urn')} and ${known('source_urn')}))
      and not exists (select 1 from mapping_set m where m.customer_id = ${tx.customerId} and m.urn = s.urn) order by s.id`)
  await take(tx, resources, sets)
}

async function take(tx: Tx, resources: Resources, sets: readonly SharedSet[]): Promise<Map<number, number>> {
  if (sets.length === 0) return new Map()
  const mappings = resourceOf(resources, 'mapping_set')
  const copies = await ownCopies(
    tx,
    mappings,
    sets.map(({ id }) => id),
  )
  const fresh = sets.filter(({ id }) => !copies.has(id))
  const catalog_type = await copiedFor(tx)
  // Nobody has a call for what only comes with something else.
  const made = await createRows(
    tx,
    authorize(tx.who, mappings.def.rights.create ?? 'session'),
    mappings,
    resources,
    fresh.map((set) => ({ ...Object.fromEntries(copied.map((name) => [name, set[name] ?? null])), catalog_type })),
    { action: 'fork' },
  )
  for (const [n, { id }] of fresh.entries()) if (made[n]) copies.set(id, made[n].id)
  const pairs = sets.flatMap((of) => {
    const id = copies.get(of.id)
    return id === undefined ? [] : [{ id, of }]
  })
  await keepOrigins(tx, mappings, pairs)
  const ids = pairs.map(({ id }) => id)
  await tx.run(sql`delete from mapping_pair where customer_id = ${tx.customerId} and mapping_set_id = any(${ids}::bigint[])`)
  await tx.run(sql`insert into mapping_pair (customer_id, mapping_set_id, source_urn, target_urn, relationship, rationale, strength, annotation)
    select ${tx.customerId}::bigint, w.copy, p.source_urn, p.target_urn, p.relationship, p.rationale, p.strength, p.annotation
    from unnest(${ids}::bigint[], ${pairs.map(({ of }) => of.id)}::bigint[]) as w (copy, original) join shared.mapping_pair p on p.mapping_set_id = w.original order by p.id`)
  return copies
}
