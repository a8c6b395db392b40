import type { Fields } from '#kit/contract/field.ts'
import { linkTable } from '#kit/server/data/sql/columns.ts'
import type { Lifecycle } from '#tools/imports/status-law.ts'
import { areas } from './registry.ts'

/** Every column of a choice, of the rows that rows own too, with whether it says where a row stands: that of a declared lifecycle, or what is called a status. */
export function lifecycles(): readonly Lifecycle[] {
  const columnsOf = (area: string, table: string, fields: Fields, status = 'status'): Lifecycle[] =>
    Object.entries(fields).flatMap(([column, { options }]) => {
      const values = (options.values ?? []).map(String)
      return values.length === 0 ? [] : [{ area, table, column, values, isStatus: column === status }]
    })
  return areas.flatMap(({ name, resources }) =>
    resources.flatMap(({ def, work }) => [
      ...columnsOf(name, def.name, def.fields, work?.status),
      ...Object.entries(def.fields).flatMap(([field, { kind, options }]) =>
        kind === 'rows' && options.fields ? columnsOf(name, linkTable(def, field), options.fields) : [],
      ),
    ]),
  )
}
