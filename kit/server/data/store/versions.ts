import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { sqlState } from '#kit/server/data/database/database-failure.ts'
import { digestedColumns, versionedColumns } from '#kit/server/data/history/history.ts'
import type { Changes, Resource, Stored } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Copies current versions into history and fixes the moment at which they ended, for the statement that follows. */
export function archiveVersion(def: EntityDef, customerId: number, ids: readonly number[]): RawBuilder<unknown> {
  const columns = sql.join(versionedColumns(def).map((c) => sql.ref(c)))
  return sql`with stamp as materialized (select moment() as at),
    archived as (insert into ${sql.table(`${def.name}_history`)} (${columns}, valid_from, valid_to)
      select ${columns}, updated_at, stamp.at from ${sql.table(def.name)}, stamp where customer_id = ${customerId} and id = any(${ids}::bigint[]))`
}

/** Over what history keeps of a version, so that `app/commands/verify-audit.ts` can recompute it from there; ranks change without a version. */
export const digestOf = (def: EntityDef, alias: string) => sql`(select encode(sha256(convert_to(jsonb_object_agg(e.key, e.value)::text, 'UTF8')), 'hex')
  from jsonb_each(to_jsonb(${sql.ref(alias)})) e where e.key = any(${digestedColumns(def)}::text[]))`

export interface Written {
  readonly row: Stored
  readonly digest: string
}

export async function written(resource: Resource, changes: Changes, tx: Tx, count: number, statement: RawBuilder<unknown>): Promise<[Written, ...Written[]]> {
  try {
    const [first, ...rest] = await tx.run(statement as RawBuilder<Written>)
    if (!first || rest.length + 1 !== count) throw new Error(`${resource.def.name}: ${count} rows were to be written`)
    return [first, ...rest]
  } catch (error) {
    throw explained(resource, error, changes)
  }
}

/** Says a constraint's refusal in words: a taken identifier or name, a duplicate, a reference to nothing, a value out of bounds. */
export function explained(resource: Resource, error: unknown, changes: Changes = {}): unknown {
  const { constraint = '', column = '', detail = '' } = error as { constraint?: string; column?: string; detail?: string }
  const field =
    Object.keys(resource.def.fields).find((name) => constraint.includes(`_${name}_`) || detail.includes(`, ${name})`) || detail.includes(`${name}_id)`)) ??
    resource.def.title
  const taken = (key: string, path = field) => new AppError('CONFLICT', key, { fields: { [path]: [{ key }] } })
  switch (sqlState(error)) {
    case '23505': {
      if (/identifier/.test(constraint + detail)) return taken('kit.errors.identifier_taken', 'identifier')
      const [, language] = /_name_(?:(en|fr)_)?unique$/.exec(constraint) ?? []
      if (!constraint.endsWith('_unique') || field !== 'name') return taken('kit.errors.duplicate')
      // In the language that was written: a name in one language alone is read in both.
      const written = [language, 'en', 'fr'].find((lang) => lang !== undefined && (changes[`name_${lang}`] ?? null) !== null)
      return taken('kit.errors.name_taken', written ? `name_${written}` : field)
    }
    case '23503':
      return invalidField(field, 'kit.errors.missing_reference')
    case '23502':
      return invalidField(column.replace(/_id$/, ''), 'kit.errors.mandatory')
    case '23514':
      return invalidField(field, 'kit.errors.invalid_value')
    default:
      return error
  }
}
