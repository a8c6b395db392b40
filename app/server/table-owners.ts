import { linkTable, fieldsOfKind } from '#kit/server/data/sql/columns.ts'
import { kitTables } from '#kit/server/data/database/kit-tables.ts'
import { areas } from './registry.ts'

/** Every table of the product with the area that it belongs to, `kit` where it is none: those of entities, with what hangs on them, and those that an area declares besides. */
export function tableOwners(): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  const own = (table: string, owner: string) => {
    for (const name of [table, `${table}_history`]) {
      if (owners.has(name)) throw new Error(`The table ${name} belongs to ${owners.get(name)} and to ${owner}`)
      owners.set(name, owner)
    }
  }
  for (const table of kitTables) own(table, 'kit')
  for (const { name, resources, tables = [] } of areas) {
    for (const table of tables) own(table, name)
    for (const { def } of resources) {
      own(def.name, name)
      for (const [field] of fieldsOfKind(def, 'links', 'rows')) own(linkTable(def, field), name)
    }
  }
  return owners
}
