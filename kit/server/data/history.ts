import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Who } from '#kit/server/access/who.ts'
import { storedColumns } from './columns.ts'
import type { Resource } from './resource.ts'

/** The columns an entity's history repeats, by name: the two tables may list them in another order. */
export const versionedColumns = (def: EntityDef) => [
  'customer_id',
  'id',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  ...(def.ordered ? ['position'] : []),
  ...storedColumns(def),
]

/** The columns whose values the audit's digest of a version covers. */
export const digestedColumns = (def: EntityDef) => versionedColumns(def).filter((column) => column !== 'position')

/** The rows of an entity as they stood at the end of a day in the customer's time zone: a source for the list engine. */
export function versionsAsOf({ def }: Resource, who: Who, day: string): RawBuilder<unknown> {
  const columns = sql.join(versionedColumns(def).map((c) => sql.ref(c)))
  const moment = sql`((${day}::date + 1)::timestamp at time zone ${who.timeZone})`
  const mine = sql`customer_id = ${who.customerId}`
  return sql`(select ${columns} from ${sql.table(def.name)} where ${mine} and updated_at < ${moment}
    union all select ${columns} from ${sql.table(`${def.name}_history`)} where ${mine} and valid_from < ${moment} and valid_to >= ${moment})`
}
