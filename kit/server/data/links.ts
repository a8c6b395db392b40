import { sql } from 'kysely'
import { AppError, type FieldMessages } from '#kit/contract/errors.ts'
import type { Fields } from '#kit/contract/field.ts'
import { namedRow, rowWord, storedOneOf } from '#kit/contract/one-of.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { fieldsOfKind, linkTable, rowRef } from './columns.ts'
import type { LinkDetails } from './link-details.ts'
import { resourceOf, type Changes, type Resource, type Resources, type Stored } from './resource.ts'
import type { Tx } from './transaction.ts'

/** What is to be written of one row. */
export interface RowWrite {
  readonly changes: Changes
  readonly before?: Stored | undefined
}

/** A place of a write that names rows; `stood`: the owned row that named one before, perhaps this one. */
interface Named {
  readonly path: string
  readonly entity: string
  readonly ids: readonly number[]
  readonly stood?: { readonly owned: string; readonly child: number; readonly column: string }
}

/**
 * Every id that is written must name a row of this customer that the writer may read; all wrong fields are named at once, of several rows with their place. A
 * reference that is given back as it was names nothing new, be it the row's or that of an owned one. One statement, however many rows there are; another where something is wrong.
 */
export async function checkReferences(tx: Tx, grant: Grant, resource: Resource, resources: Resources, writes: readonly RowWrite[]): Promise<void> {
  const named: Named[] = []
  const collect = (fields: Fields, values: Changes, path: string, before?: Stored, owned?: string) => {
    for (const [name, field] of Object.entries(fields)) {
      const value = values[name]
      const { entity = '' } = field.options
      if (field.kind === 'ref' && typeof value === 'number' && before?.[`${name}_id`] !== value)
        named.push({
          path: path + name,
          entity,
          ids: [value],
          ...(owned !== undefined && typeof values.id === 'number' && { stood: { owned, child: values.id, column: `${name}_id` } }),
        })
      if (field.kind === 'ref_one_of') {
        const [given, stood] = [namedRow(value), storedOneOf(name, field, before)]
        if (given && !(stood && rowWord(stood) === rowWord(given))) named.push({ path: path + name, entity: given.entity, ids: [given.id] })
      }
      if (field.kind === 'links' && Array.isArray(value)) named.push({ path: path + name, entity, ids: value as number[] })
      if (field.kind === 'rows' && Array.isArray(value))
        (value as Changes[]).forEach((child, n) => collect(field.options.fields ?? {}, child, `${path}${name}.${n}.`, undefined, linkTable(resource.def, name)))
    }
  }
  for (const [n, { changes, before }] of writes.entries()) collect(resource.def.fields, changes, writes.length > 1 ? `rows.${n}.` : '', before)
  const checks = [...Map.groupBy(named, ({ entity }) => entity)].flatMap(([entity, uses]) => {
    const ids = [...new Set(uses.flatMap((use) => use.ids))]
    if (ids.length === 0) return []
    const { rules } = resourceOf(resources, entity)
    const r = rowRef('r')
    return [
      sql`select ${sql.lit(entity)} as entity, w.id from unnest(${ids}::bigint[]) as w (id)
      where not exists (select 1 from ${sql.table(entity)} as r where r.customer_id = ${tx.customerId} and r.id = w.id and ${asSql(rules.read(r, grant.who))})`,
    ]
  })
  if (checks.length === 0) return
  const missing = await tx.run(sql<{ entity: string; id: number }>`${sql.join(checks, sql` union all `)}`)
  if (missing.length === 0) return
  const unknown = new Set(missing.map(({ entity, id }) => `${entity} ${id}`))
  const wrong = await changedSince(
    tx,
    named.filter(({ entity, ids }) => ids.some((id) => unknown.has(`${entity} ${id}`))),
  )
  if (wrong.length === 0) return
  const fields: FieldMessages = Object.fromEntries(wrong.map(({ path }) => [path, [{ key: 'kit.errors.missing_reference' }]]))
  throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
}

/** Without those that an owned row names already: whoever gives back a list gives back what they may not open, too. */
async function changedSince(tx: Tx, named: readonly Named[]): Promise<readonly Named[]> {
  const asked = named.flatMap(({ stood, ids }, at) =>
    stood
      ? [
          sql`select ${sql.lit(at)}::int as at from ${sql.table(stood.owned)} where customer_id = ${tx.customerId} and id = ${stood.child} and ${sql.ref(stood.column)} = ${ids[0]}`,
        ]
      : [],
  )
  if (asked.length === 0) return named
  const same = new Set((await tx.run(sql<{ at: number }>`${sql.join(asked, sql` union all `)}`)).map(({ at }) => at))
  return named.filter((_, at) => !same.has(at))
}

/** Changes of rows by their ids, with what belongs to them. */
export interface RelatedWrite {
  readonly id: number
  readonly changes: Changes
}

type LinksDetails = Record<string, { entity: string; added: number[]; removed: number[] }>

/**
 * Brings each given link list of some rows to the wanted ids, ended links going to history; answers what changed, by row. What the writer may not see in a
 * list stays in it; without a writer everything ends. One statement for each field, however many rows there are.
 */
export async function writeLinks(
  tx: Tx,
  resource: Resource,
  resources: Resources,
  writes: readonly RelatedWrite[],
  writer: Who | null,
): Promise<ReadonlyMap<number, NonNullable<LinkDetails['links']>>> {
  const changed = new Map<number, LinksDetails>()
  for (const [name, field] of fieldsOfKind(resource.def, 'links')) {
    const lists = writes.flatMap(({ id, changes }) => (changes[name] === undefined ? [] : [{ id, wanted: changes[name] as number[] }]))
    if (lists.length === 0) continue
    const table = linkTable(resource.def, name)
    const { entity = '' } = field.options
    const target = resourceOf(resources, entity)
    const seen = writer ? target.rules.read(rowRef('r'), writer) : true
    const mayEnd =
      seen === true
        ? sql``
        : sql` and exists (select 1 from ${sql.table(target.def.name)} r where r.customer_id = l.customer_id and r.id = l.target_id and ${asSql(seen)})`
    const pairs = lists.flatMap(({ id, wanted }) => wanted.map((other) => [id, other] as const))
    const rows = await tx.run(sql<{ owner_id: number; target_id: number; added: boolean }>`with wanted as (
        select * from unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, other]) => other)}::bigint[]) as w (owner_id, target_id)),
      ended as (delete from ${sql.table(table)} l where l.customer_id = ${tx.customerId} and l.owner_id = any(${lists.map(({ id }) => id)}::bigint[])
        and not exists (select 1 from wanted w where w.owner_id = l.owner_id and w.target_id = l.target_id)${mayEnd} returning l.*),
      kept as (insert into ${sql.table(`${table}_history`)} (customer_id, owner_id, target_id, valid_from, valid_to)
        select customer_id, owner_id, target_id, valid_from, moment() from ended where valid_from < moment()),
      fresh as (insert into ${sql.table(table)} (customer_id, owner_id, target_id) select ${tx.customerId}, owner_id, target_id from wanted
        on conflict do nothing returning owner_id, target_id)
      select owner_id, target_id, false as added from ended union all select owner_id, target_id, true from fresh`)
    for (const { owner_id, target_id, added } of rows) {
      const of = changed.get(owner_id) ?? {}
      changed.set(owner_id, of)
      of[name] ??= { entity, added: [], removed: [] }
      of[name][added ? 'added' : 'removed'].push(target_id)
    }
  }
  return changed
}
