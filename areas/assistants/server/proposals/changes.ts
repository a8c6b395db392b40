import { storedOneOf } from '#kit/contract/one-of.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field } from '#kit/contract/field.ts'
import type { Changes, Stored } from '#kit/server/data/resources/resource.ts'

/** What hangs on a row in rows of its own is not proposed: as it is and as it would be could not be laid beside each other field by field. */
const apart = new Set<Field['kind']>(['links', 'rows', 'files', 'json'])

const keysOf = (name: string, { kind }: Field) => (kind === 'localized' ? [`${name}_en`, `${name}_fr`] : [name])

/** The keys of a body that may be proposed. */
export const proposable = ({ fields }: EntityDef): ReadonlySet<string> =>
  new Set(Object.entries(fields).flatMap(([name, field]) => (apart.has(field.kind) || field.options.derived ? [] : keysOf(name, field))))

/** What a row holds of the keys of a change, in the form a write takes. */
export function inputOf({ fields }: EntityDef, stored: Stored, keys: readonly string[]): Changes {
  const input: Changes = {}
  for (const [name, field] of Object.entries(fields))
    for (const key of keysOf(name, field)) {
      if (!keys.includes(key)) continue
      const value = field.kind === 'ref_one_of' ? storedOneOf(name, field, stored) : stored[field.kind === 'ref' ? `${name}_id` : key]
      input[key] = value instanceof Date ? value.toISOString() : (value ?? null)
    }
  return input
}
