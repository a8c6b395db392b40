import { sql, type RawBuilder } from 'kysely'
import { fieldOf } from './columns.ts'
import type { Changes, Resource } from './resource.ts'

/** The columns that changes touch, with their values as SQL. */
export function columnValues({ def }: Resource, changes: Changes): Map<string, RawBuilder<unknown>> {
  const columns = new Map<string, RawBuilder<unknown>>()
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.options.derived || ['links', 'rows', 'files'].includes(field.kind)) continue
    if (field.kind === 'localized') {
      for (const key of [`${name}_en`, `${name}_fr`]) if (changes[key] !== undefined) columns.set(key, sql`${changes[key]}`)
    } else if (changes[name] !== undefined) {
      columns.set(field.kind === 'ref' ? `${name}_id` : name, field.kind === 'json' ? sql`${JSON.stringify(changes[name])}::jsonb` : sql`${changes[name]}`)
    }
  }
  return columns
}

export const rawValue = ({ def }: Resource, column: string, changes: Changes) =>
  column in changes && fieldOf(def, column)?.kind !== 'ref' ? changes[column] : changes[column.replace(/_id$/, '')]

/** Compares a stored JSON value with a given one; instants by their time, so that equal ones are no change. */
export function differs(stored: unknown, given: unknown): boolean {
  if (typeof stored === 'string' && typeof given === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(stored)) return Date.parse(stored) !== Date.parse(given)
  return canonical(stored) !== canonical(given)
}

const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, v: unknown) =>
    v !== null && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).toSorted(([a], [b]) => (a < b ? -1 : 1))) : v,
  )

export const emptied = ({ def }: Resource): Changes =>
  Object.fromEntries(
    Object.entries(def.fields)
      .filter(([, f]) => !f.options.derived && ['links', 'rows', 'files'].includes(f.kind))
      .map(([name]) => [name, []]),
  )

export function defaults({ def }: Resource): Changes {
  return Object.fromEntries(
    Object.entries(def.fields)
      .filter(([, f]) => f.options.default !== undefined && !f.options.derived)
      .map(([name, f]) => [name, f.options.default]),
  )
}
