import type { EntityDef } from './entity.ts'
import { isRegister } from './register.ts'

/** What is told of what groups rows, at the head of each group, by the names of its fields. */
export interface GroupHead {
  readonly fields: readonly string[]
  /** The first day that its own list shows. */
  readonly date?: string
  /** Whose it is: whom it is assigned to, else its manager. */
  readonly people?: string
}

/** What stands at the head of a group, derived from what its entity's own list shows. */
export function groupHead(def: EntityDef): GroupHead {
  const date = def.list.columns.find((name) => def.fields[name]?.kind === 'date')
  const people = isRegister(def) ? 'assigned' : def.list.columns.find((name) => def.fields[name]?.kind === 'ref' && def.fields[name].options.entity === 'member')
  const identifier = 'identifier' in def.fields ? ['identifier'] : []
  const found = { ...(date !== undefined && { date }), ...(people !== undefined && { people }) }
  return { fields: [...new Set([def.title, ...identifier, ...Object.values(found)])], ...found }
}
