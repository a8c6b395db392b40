import { sql } from 'kysely'
import { AppError, invalidField, type FieldMessages } from '#kit/contract/errors.ts'
import { storedOneOf } from '#kit/contract/one-of.ts'
import { inputKeys } from '#kit/contract/field.ts'
import { can, type Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { differs } from './column-values.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Changes, Resource, Stored } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Values that are for holders of a further right stay as they are, or begin, for everybody else; throws INVALID. */
export function assertMaySet(grant: Grant, { def }: Resource, before: Readonly<Record<string, unknown>>, input: Changes): void {
  const fields: FieldMessages = {}
  for (const [name, field] of Object.entries(def.fields)) {
    const { setBy } = field.options
    if (!setBy || can(grant.who, setBy)) continue
    for (const key of inputKeys(name, field)) {
      const stored =
        field.kind === 'ref_one_of' && !(name in before)
          ? storedOneOf(name, field, before)
          : before[field.kind === 'ref' && `${name}_id` in before ? `${name}_id` : key]
      if (input[key] !== undefined && differs(stored, input[key])) fields[key] = [{ key: 'kit.errors.no_update_right' }]
    }
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
}

/** A localized name that must exist in one language may lose one, not both; throws INVALID. */
export function assertNamed({ def }: Resource, before: Stored, changes: Changes): void {
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.kind !== 'localized' || field.options.need !== 'required') continue
    const keys = [`${name}_en`, `${name}_fr`]
    if (keys.every((key) => ((key in changes ? changes[key] : before[key]) ?? null) === null)) throw invalidField(name, 'kit.errors.name_needed')
  }
}

/** After a write the rows must still be such as their writer may write: nobody moves a row out of their own reach, or creates one there. */
export async function outOfReach(tx: Tx, grant: Grant, resource: Resource, ids: readonly number[], verb: 'create' | 'update'): Promise<{ id: number }[]> {
  const t = rowRef('t')
  const rule = resource.rules[verb](t, grant.who)
  if (rule === true) return []
  return tx.run(sql<{ id: number }>`select t.id from ${sql.table(resource.def.name)} as t
    where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[]) and (${asSql(rule)}) is not true`)
}
