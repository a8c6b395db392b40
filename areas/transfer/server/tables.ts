import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { leavingOf, type Leaving, type LeftOut } from '#kit/server/data/database/left-out.ts'

export interface ArchiveColumn {
  readonly name: string
  /** As PostgreSQL writes it, `bigint`, `text[]`. */
  readonly type: string
  readonly nullable: boolean
}

/** A table of organisations, as the database itself says what it is: nobody keeps a list of them. */
export interface ArchiveTable {
  readonly name: string
  /** All but those that the database computes. */
  readonly columns: readonly ArchiveColumn[]
  /** The columns of its key, in order. */
  readonly key: readonly string[]
  /** Why its rows are not in archives; null where they are. */
  readonly left: Leaving | null
}

/** Every table with rows of organisations. What the server may not read is the installation's own register of them. */
export async function tablesOf(tx: Tx, leftOut: LeftOut): Promise<readonly ArchiveTable[]> {
  const rows = await tx.run(sql<{ name: string; columns: readonly ArchiveColumn[]; key: readonly string[]; readable: boolean }>`
    select c.relname::text as name, has_table_privilege(c.oid, 'select') as readable,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'nullable', not a.attnotnull) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(a.attname order by k.n) from pg_constraint p cross join lateral unnest(p.conkey) with ordinality as k (number, n)
        join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.number where p.conrelid = c.oid and p.contype = 'p') as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped)
    order by c.relname collate "C"`)
  return rows.map(({ name, columns, key, readable }) => ({ name, columns, key: key ?? [], left: leavingOf(leftOut, name) ?? (readable ? null : 'access') }))
}

/** The columns of the organisation's own row that go with it; the others are the installation's to say. */
export async function customerColumns(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.run(sql<{ name: string }>`select a.attname::text as name from pg_attribute a
    where a.attrelid = 'public.customer'::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> all(${ownOfInstallation}) order by a.attnum`)
  return rows.map(({ name }) => name)
}
const ownOfInstallation = [
  'instance_id',
  'kind',
  'identifier',
  'disabled',
  'disabled_at',
  'disabled_reason',
  'deletion_asked_at',
  'deletes_at',
  'version',
  'created_at',
  'updated_at',
  'licence_ends_on',
]

/** Which schema this is: an archive comes in where it is the same, since what later releases change in rows stands in their migrations. */
export async function schemaOf(tx: Tx): Promise<string> {
  const found = await tx.first(sql<{ last: string }>`select schema_version() as last`)
  return found?.last ?? ''
}

/** A name of the database, quoted. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
