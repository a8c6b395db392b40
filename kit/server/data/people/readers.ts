import { query } from '#kit/server/data/database/transaction.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'

/**
 * For each entity those whose rows tell something of it, found in the SQL of their derived values: a plan's progress is read from its actions, so
 * that whoever changes an action changes what a plan says. What these tell again is among them.
 */
export function readersOf(resources: Resources): ReadonlyMap<string, readonly string[]> {
  const direct = new Map<string, Set<string>>()
  for (const { def, derived = {} } of resources.values()) {
    for (const value of Object.values(derived)) {
      const { sql } = value(rowRef('self'), 'en').compile(query)
      for (const [, table = ''] of sql.matchAll(/\b(?:from|join) "?(\w+)/g)) {
        // Links and owned rows stand in tables of their own, named after their entity.
        const read = table.split('__')[0] ?? table
        if (read !== def.name && resources.has(read)) direct.set(read, (direct.get(read) ?? new Set()).add(def.name))
      }
    }
  }
  const allOf = (entity: string, seen = new Set<string>()): Set<string> => {
    for (const reader of direct.get(entity) ?? []) if (!seen.has(reader)) allOf(reader, seen.add(reader))
    return seen
  }
  return new Map([...direct.keys()].map((entity) => [entity, [...allOf(entity)].toSorted()]))
}
