import { z } from 'zod'
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
  const people = isRegister(def)
    ? 'assigned'
    : def.list.columns.find((name) => def.fields[name]?.kind === 'ref' && def.fields[name].options.entity === 'member')
  const identifier = 'identifier' in def.fields ? ['identifier'] : []
  const found = { ...(date !== undefined && { date }), ...(people !== undefined && { people }) }
  return { fields: [...new Set([def.title, ...identifier, ...Object.values(found)])], ...found }
}

const named = z.array(z.object({ id: z.int(), name: z.string() }))

/** What stands above the rows of a group: how many there are of them, and what groups them as its reader may see it. */
export const groupSchema = z.object({
  /** Of what groups them; null: nothing does. */
  id: z.int().nullable(),
  /** Rows of the list, on any page. */
  rows: z.int(),
  /** Whatever the list asks of their state; absent where rows have none. */
  open: z.int().optional(),
  late: z.int().optional(),
  closed: z.int().optional(),
  /** Null where the reader may not open it; rows say its name as far as that is told. */
  head: z.object({ identifier: z.string().nullable(), date: z.string().nullable(), assigned: z.object({ members: named, groups: named }) }).nullable(),
})
