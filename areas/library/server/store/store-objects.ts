import { sql, type RawBuilder } from 'kysely'
import { versionedColumns } from '#kit/server/data/history.ts'
import type { Resource } from '#kit/server/data/resource.ts'
import { indexForSearch } from '#kit/server/data/search-document.ts'
import { urnTail } from '#areas/library/server/format/urn.ts'
import type { Tx } from '#kit/server/data/transaction.ts'

/** A row by column; `urn` is what it is known by. */
export type UrnRow = Readonly<Record<string, unknown>> & { readonly urn: string }

interface Options {
  /** Columns that only a new row takes from the file: the organisation may have changed them since. */
  readonly onlyNew?: readonly string[]
  /** Columns that are part of what a row is known by, beside its URN. */
  readonly alsoKey?: readonly string[]
}

/**
 * Brings the rows of an entity in line with a file, by URN: what differs is updated with its history, what is missing is added; three
 * statements whatever their number. Answers every row's id.
 */
export async function storeObjects(
  tx: Tx,
  resource: Resource,
  rows: readonly UrnRow[],
  { onlyNew = [], alsoKey = [] }: Options = {},
): Promise<ReadonlyMap<string, number>> {
  const [first] = rows
  if (!first) return new Map()
  const { customerId, who } = tx
  const { def } = resource
  const table = sql.table(def.name)
  const columns = Object.keys(first)
  const kept = columns.filter((c) => c !== 'urn' && !onlyNew.includes(c) && !alsoKey.includes(c))
  const list = (names: readonly string[], alias?: string) => sql.join(names.map((c) => sql.ref(alias ? `${alias}.${c}` : c)))
  const wanted = sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`
  const same: RawBuilder<unknown> = sql.join(
    ['urn', ...alsoKey].map((c) => sql`${sql.ref(`t.${c}`)} = ${sql.ref(`w.${c}`)}`),
    sql` and `,
  )
  const versioned = list(versionedColumns(def))

  const updated = await tx.run(sql<{ id: number; urn: string }>`with wanted as materialized (select * from ${wanted}),
    stale as materialized (select t.id from ${table} t, wanted w where t.customer_id = ${customerId} and ${same} and (${list(kept, 't')}) is distinct from (${list(kept, 'w')})),
    archived as (insert into ${sql.table(`${def.name}_history`)} (${versioned}, valid_from, valid_to)
      select ${versioned}, updated_at, clock_timestamp() from ${table} where customer_id = ${customerId} and id in (select id from stale))
    update ${table} t set ${sql.join(kept.map((c) => sql`${sql.ref(c)} = ${sql.ref(`w.${c}`)}`))}, version = t.version + 1, updated_at = clock_timestamp(), updated_by = ${who.memberId}
    from wanted w where t.customer_id = ${customerId} and ${same} and t.id in (select id from stale) returning t.id, t.urn`)
  const created = await tx.run(sql<{ id: number; urn: string }>`insert into ${table} (customer_id, created_by, updated_by, ${list(columns)})
    select ${customerId}::bigint, ${who.memberId}::bigint, ${who.memberId}::bigint, ${list(columns, 'w')} from ${wanted} w
    where not exists (select 1 from ${table} t where t.customer_id = ${customerId} and ${same}) returning id, urn`)
  const touched = [...created, ...updated]
  await indexForSearch(
    tx,
    resource,
    touched.map((row) => row.id),
  )
  if (touched.length > 0) {
    tx.audit({
      entity: def.name,
      object_id: null,
      action: 'import',
      details: JSON.stringify({ created: created.map((row) => row.id), updated: updated.map((row) => row.id) }),
    })
  }
  const key = alsoKey.length > 0 ? sql` and (${list(alsoKey, 't')}) = (${sql.join(alsoKey.map((c) => sql`${first[c]}`))})` : sql``
  const all = await tx.run(
    sql<{
      id: number
      urn: string
    }>`select t.id, t.urn from ${table} t where t.customer_id = ${customerId} and t.urn = any(${rows.map((row) => row.urn)}::text[])${key}`,
  )
  return new Map(all.map((row) => [row.urn, row.id]))
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
