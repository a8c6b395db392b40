import type { EntityDef } from '#kit/contract/entity.ts'
import { storedColumns } from '#kit/server/data/sql/columns.ts'

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
