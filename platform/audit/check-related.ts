/** Whether links, owned rows and files are what the audit saw when their object was last written. */
import type { ClientBase } from 'pg'
import type { ColumnAges } from './check-versions.ts'

const shown = 20

/**
 * One customer's objects of one entity that the audit has such a digest of; to be run inside `inCustomer`. Of an object that went with something else, such as the
 * requirements of a version, the end is not written down: only those that are still there, or were removed by themselves, are looked at.
 */
export async function checkRelated(client: ClientBase, customerId: number, entity: string, ages: ColumnAges): Promise<string[]> {
  const { rows: last } = await client.query<{ id: string; related: string }>(
    `select id, related from (select distinct on (object_id) object_id as id, related, digest is null and object_version is not null as removed from audit_log
       where customer_id = $1 and entity = $2 and related is not null order by object_id, seq desc, n desc) l
     where l.removed or exists (select from ${client.escapeIdentifier(entity)} t where t.customer_id = $1 and t.id = l.id)`,
    [customerId, entity],
  )
  let open = new Map(last.map(({ id, related }) => [Number(id), related]))
  // Newest columns first: most digests are recent, and only what does not fit is tried without the columns that came later.
  for (const moment of [null, ...columnMoments(entity, ages)]) {
    if (open.size === 0) break
    const { rows } = await client.query<{ id: string; digest: string }>('select id, digest from audit_related($1, $2::bigint[], $3)', [
      entity,
      [...open.keys()],
      moment,
    ])
    const found = new Map(rows.map(({ id, digest }) => [Number(id), digest]))
    open = new Map([...open].filter(([id, digest]) => found.get(id) !== digest))
  }
  const wrong = [...open.keys()].toSorted((a, b) => a - b)
  const faults = wrong.slice(0, shown).map((id) => `customer ${customerId}, ${entity} ${id}: its links, rows or files are not what was written`)
  if (wrong.length > shown) faults.push(`customer ${customerId}, ${entity}: and more`)
  return faults
}

/** When columns of the entity's own tables came, newest first. */
function columnMoments(entity: string, ages: ColumnAges): Date[] {
  const times = [...ages].flatMap(([table, columns]) => (table.startsWith(`${entity}__`) ? columns.map(({ addedAt }) => addedAt.getTime()) : []))
  return [...new Set(times)].toSorted((a, b) => b - a).map((time) => new Date(time))
}
