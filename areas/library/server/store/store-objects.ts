import { sql } from 'kysely'
import { authorize } from '#kit/server/access/authorize.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import type { Changes, Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { urnTail } from '#areas/library/server/format/urn.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** A row by field; `urn` is what it is known by. */
export type UrnRow = Changes & { readonly urn: string }

interface Options {
  /** Fields that only a new row takes from the file: the organisation may have changed them since. */
  readonly onlyNew?: readonly string[]
  /** The one field that is part of what a row is known by, beside its URN. */
  readonly alsoKey?: string
}

/**
 * Brings the rows of an entity in line with a file, by URN: what differs is updated with its history, what is missing is added. Answers every row's id.
 */
export async function storeObjects(
  tx: Tx,
  resource: Resource,
  resources: Resources,
  rows: readonly UrnRow[],
  { onlyNew = [], alsoKey }: Options = {},
): Promise<ReadonlyMap<string, number>> {
  const { def } = resource
  const known = await tx.run(sql<{ id: number; urn: string }>`select id, urn from ${sql.table(def.name)} where customer_id = ${tx.customerId}
    and urn = any(${rows.map((row) => row.urn)}::text[])${alsoKey === undefined ? sql`` : sql` and ${sql.ref(alsoKey)} = ${rows[0]?.[alsoKey]}`}`)
  const ids = new Map(known.map(({ urn, id }) => [urn, id]))
  // Nobody has a call for what only comes with a file.
  const grant = (verb: 'create' | 'update') => authorize(tx.who, def.rights[verb] ?? 'session')
  const fixed = new Set(['urn', ...onlyNew, alsoKey])
  const changes = (row: UrnRow) => Object.fromEntries(Object.entries(row).filter(([name]) => !fixed.has(name)))
  await updateRows(
    tx,
    grant('update'),
    resource,
    resources,
    rows.flatMap((row) => {
      const id = ids.get(row.urn)
      return id === undefined ? [] : [{ id, changes: changes(row) }]
    }),
    { action: 'import' },
  )
  const fresh = rows.filter((row) => !ids.has(row.urn))
  const made = await createRows(tx, grant('create'), resource, resources, fresh, { action: 'import' })
  for (const [n, { urn }] of fresh.entries()) ids.set(urn, made[n]?.id ?? 0)
  return ids
}

/** Gives each new row an identifier that nothing else has: its reference, else the end of its URN, with a number behind it where taken (CAT-03). */
export async function freeIdentifiers(
  tx: Tx,
  entity: string,
  objects: readonly { urn: string; ref_id: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = objects.map(({ urn, ref_id }) => ({ urn, identifier: ref_id ?? urnTail(urn) }))
  const stored = await tx.run(
    sql<{ urn: string | null; identifier: string }>`select urn, identifier from ${sql.table(entity)} where customer_id = ${tx.customerId}`,
  )
  const taken = new Set(stored.map((row) => row.identifier))
  const known = new Map(stored.map((row) => [row.urn, row.identifier]))
  return new Map(
    wanted.map(({ urn, identifier }) => {
      const own = known.get(urn)
      if (own !== undefined) return [urn, own]
      let free = identifier
      for (let n = 2; taken.has(free); n += 1) free = `${identifier}-${n}`
      taken.add(free)
      return [urn, free]
    }),
  )
}
