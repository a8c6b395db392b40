import { namedRow, oneOfIds } from '#kit/contract/one-of.ts'
import type { Changes, Resource } from '#kit/server/data/resources/resource.ts'

/** The columns that changes touch, with their values. */
export function columnValues({ def }: Resource, changes: Changes): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.options.derived || ['links', 'rows', 'files'].includes(field.kind)) continue
    if (field.kind === 'ref_one_of') {
      if (changes[name] !== undefined) Object.assign(columns, oneOfIds(name, field, namedRow(changes[name])))
      continue
    }
    const keys = field.kind === 'localized' ? [`${name}_en`, `${name}_fr`] : [name]
    for (const key of keys) if (changes[key] !== undefined) columns[field.kind === 'ref' ? `${name}_id` : key] = changes[key]
  }
  return columns
}

/** Compares a stored JSON value with a given one; instants by their time, so that equal ones are no change. */
export function differs(stored: unknown, given: unknown): boolean {
  if (typeof stored === 'string' && typeof given === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(stored)) return Date.parse(stored) !== Date.parse(given)
  return canonical(stored) !== canonical(given)
}

const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, v: unknown) =>
    v !== null && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).toSorted(([a], [b]) => (a < b ? -1 : 1))) : v,
  )

/** What a row that goes has no more of. */
export const emptied = ({ def }: Resource): Changes =>
  Object.fromEntries(
    Object.entries(def.fields)
      .filter(([, f]) => !f.options.derived && ['links', 'rows', 'files'].includes(f.kind))
      .map(([name]) => [name, []]),
  )

/** What a row begins with unless it is said. */
export function defaults({ def }: Resource): Changes {
  return Object.fromEntries(
    Object.entries(def.fields)
      .filter(([, f]) => f.options.default !== undefined && !f.options.derived)
      .map(([name, f]) => [name, f.options.default]),
  )
}
