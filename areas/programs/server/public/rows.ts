import { z } from 'zod'
import type { EntityDef } from '#kit/contract/entity.ts'
import { valuesShape } from '#kit/contract/row-schema.ts'
import { whileHeldOf } from '#kit/contract/while-held.ts'

const person = z.object({ id: z.int(), name: z.string() }).nullable()
const base = {
  id: z.int(),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  created_by: person,
  updated_by: person,
}
const baseKeys = Object.keys(base)

/** What a row is to programs: its values, and nothing of what its reader may do with it on a screen. */
const shapeOf = ({ fields }: EntityDef) => valuesShape(Object.fromEntries(Object.entries(fields).filter(([, { options }]) => !options.personal)))

export const wholeRow = whileHeldOf((def: EntityDef) => z.object({ ...shapeOf(def), ...base }))
export const listedRow = whileHeldOf((def: EntityDef) => z.object({ ...z.object(shapeOf(def)).partial().shape, ...base }))

const keys = new WeakMap<EntityDef, readonly string[]>()

function keysOf(def: EntityDef): readonly string[] {
  const known = keys.get(def) ?? [...baseKeys, ...Object.keys(shapeOf(def))]
  keys.set(def, known)
  return known
}

/** Names of the values that programs read of a row. */
export const shownFields = (def: EntityDef): ReadonlySet<string> => new Set(keysOf(def))

/** A row as it is answered to programs. */
export function shownRow(def: EntityDef, row: Readonly<Record<string, unknown>>): Record<string, unknown> & { readonly version: number } {
  return Object.fromEntries(keysOf(def).flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]]))) as Record<string, unknown> & { version: number }
}
