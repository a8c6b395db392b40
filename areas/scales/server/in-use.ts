import { sql, type RawBuilder } from 'kysely'
import type { Field, Fields } from '#kit/contract/field.ts'
import type { AnyWrite, Resources, StoredOf } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { scale } from '#areas/scales/contract/scale.ts'

/** A column of some table, of whatever area, that holds levels or scales. */
interface Holder {
  readonly table: string
  readonly column: string
}

/** Every column whose field is such, owned rows' included; tables of links by the field that they are for. */
function holders(resources: Resources, wanted: (field: Field) => boolean): Holder[] {
  const found: Holder[] = []
  const collect = (table: string, fields: Fields) => {
    for (const [name, field] of Object.entries(fields)) {
      if (field.options.derived) continue
      if (field.kind === 'rows') collect(`${table}__${name}`, field.options.fields ?? {})
      else if (wanted(field))
        found.push(field.kind === 'links' ? { table: `${table}__${name}`, column: 'target_id' } : { table, column: field.kind === 'ref' ? `${name}_id` : name })
    }
  }
  for (const { def } of resources.values()) collect(def.name, def.fields)
  return found
}

const ofScale = (type: string) => (field: Field) => field.kind === 'scale' && field.options.scale === type
const toScales = (field: Field) => (field.kind === 'ref' || field.kind === 'links') && field.options.entity === 'scale'

async function any(tx: Tx, conditions: readonly RawBuilder<unknown>[]): Promise<boolean> {
  if (conditions.length === 0) return false
  const found = await tx.first(sql<{ used: boolean }>`select ${sql.join(conditions, sql` or `)} as used`)
  return found?.used ?? false
}

/** What is shown in the levels of the default scale of performance without holding any: percents of what is measured and of what scores are made of. */
const shownIn: Readonly<Record<string, readonly string[]>> = { indicator: ['measure', 'indicator'] }

/** Whether something has a level of the scale, which must then mean what it meant (SCL-04): by naming the scale, or because it is the default one of its kind in which it is judged or shown. */
export function isInUse(
  { tx, resources }: Pick<AnyWrite, 'tx' | 'resources'>,
  { id, type, is_default }: Pick<StoredOf<typeof scale>, 'id' | 'is_default'> & { readonly type: string | null },
): Promise<boolean> {
  const exists = ({ table, column }: Holder, condition: (value: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`exists (select 1 from ${sql.table(table)} h where h.customer_id = ${tx.customerId} and ${condition(sql.ref(`h.${column}`))})`
  return any(tx, [
    ...holders(resources, toScales).map((holder) => exists(holder, (value) => sql`${value} = ${id}`)),
    ...(is_default ? holders(resources, ofScale(type ?? '')).map((holder) => exists(holder, (value) => sql`${value} is not null`)) : []),
    ...(is_default ? (shownIn[type ?? ''] ?? []).filter((name) => resources.has(name)) : []).map(
      (name) => sql`exists (select 1 from ${sql.table(name)} h where h.customer_id = ${tx.customerId})`,
    ),
  ])
}

/** Whether something has a value that another scale of the kind, once it is the default, would have no level for. */
export function lacksLevels(tx: Tx, resources: Resources, type: string, values: readonly number[]): Promise<boolean> {
  return any(
    tx,
    holders(resources, ofScale(type)).map(
      ({ table, column }) =>
        sql`exists (select 1 from ${sql.table(table)} h where h.customer_id = ${tx.customerId} and ${sql.ref(`h.${column}`)} <> all(${values}::int[]))`,
    ),
  )
}
