/** Whether stored versions are what the audit saw when they were written. */
import type { ClientBase } from 'pg'
import type { EntityDef } from '#kit/contract/entity.ts'
import { digestedColumns } from '#kit/server/data/history/history.ts'

/**
 * When each column of each table came: a version that is older was digested without it. Which ones those are is tried, not read from the
 * audit's clock, which a demonstration sets to the past.
 */
export type ColumnAges = ReadonlyMap<string, readonly { readonly column: string; readonly addedAt: Date }[]>

export async function columnAges(owner: ClientBase): Promise<ColumnAges> {
  const { rows } = await owner.query<{ table_name: string; column: string; addedAt: Date }>(
    'select table_name, column_name as column, added_at as "addedAt" from schema_column',
  )
  return Map.groupBy(rows, (row) => row.table_name)
}

interface Finding {
  readonly id: string
  readonly version: number
  readonly missing: boolean
}

const shown = 20

/** One customer's versions of one entity, the current ones and those in history; to be run inside `inCustomer`. Of what is `leftOut`, those of another installation are not here. */
export async function checkVersions(client: ClientBase, customerId: number, def: EntityDef, ages: ColumnAges, leftOut = false): Promise<string[]> {
  const columns = digestedColumns(def)
  const known = (ages.get(def.name) ?? []).filter(({ column }) => columns.includes(column))
  const moments = [...new Set(known.map(({ addedAt }) => addedAt.getTime()))].map((time) => new Date(time))
  const table = client.escapeIdentifier(def.name)
  const history = client.escapeIdentifier(`${def.name}_history`)
  const { rows } = await client.query<Finding>(
    // Each version is looked up by its key, also right after an import that the planner knows nothing of yet.
    `select l.object_id as id, l.object_version as version, v.row is null as missing
     from audit_log l
     -- What came from another installation was digested under the number that the organisation had there.
     cross join lateral (select jsonb_build_object('customer_id', coalesce(e.origin_id, $1::bigint)) as own, e.origin_id is not null as brought from audit_entry e where e.customer_id = $1 and e.seq = l.seq) o
     left join lateral (
       select to_jsonb(t) || o.own as row from ${table} t where t.customer_id = $1 and t.id = l.object_id and t.version = l.object_version
       union all select to_jsonb(h) || o.own from ${history} h where h.customer_id = $1 and h.id = l.object_id and h.version = l.object_version) v on true
     where l.customer_id = $1 and l.entity = $2 and l.digest is not null and not ($6::boolean and o.brought) and not exists (
       select from unnest($5::timestamptz[]) as moments (moment) where l.digest = (
         select encode(sha256(convert_to(jsonb_object_agg(c.key, c.value)::text, 'UTF8')), 'hex')
         from jsonb_each(v.row) c join unnest($3::text[], $4::timestamptz[]) as k (key, added_at) on k.key = c.key and k.added_at <= moment))
     order by l.seq limit ${shown + 1}`,
    [customerId, def.name, known.map(({ column }) => column), known.map(({ addedAt }) => addedAt), moments, leftOut],
  )
  const faults = rows
    .slice(0, shown)
    .map(({ id, version, missing }) => `customer ${customerId}, ${def.name} ${id}, version ${version}: ${missing ? 'is gone' : 'is not what was written'}`)
  if (rows.length > shown) faults.push(`customer ${customerId}, ${def.name}: and more`)
  return faults
}
