import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { AppError, type FieldMessages } from '#kit/contract/errors.ts'
import type { Fields } from '#kit/contract/field.ts'
import { namedRow, rowWord, storedOneOf } from '#kit/contract/one-of.ts'
import type { Right } from '#kit/contract/right.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { cannotAct, isAssignee, mayAct } from '#kit/server/data/people/assignees.ts'
import { fieldsOfKind, linkTable, rowRef } from '#kit/server/data/sql/columns.ts'
import type { LinkDetails } from './link-details.ts'
import { resourceOf, type Changes, type Resource, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** What is to be written of one row. */
export interface RowWrite {
  readonly changes: Changes
  readonly before?: Stored | undefined
}

/** Rows of an entity that a field names. */
interface Named {
  readonly path: string
  readonly entity: string
  readonly ids: readonly number[]
  /** What whoever is named must be able to do. */
  readonly asks?: Right | undefined
  /** Selects those that the field, or that of the owned row, named before. */
  readonly stood?: RawBuilder<{ id: number }>
  /** In an owned row: whoever gives back a list gives back what they may not open, too. */
  readonly isOwned?: boolean
}

/** Writes that bring back what was: nothing new is asked of anybody. */
const undoes: ReadonlySet<string> = new Set(['undo', 'bulk_undo'])

/**
 * Every id that is written must name a row of this customer that the writer may read, and people and groups to whom something is given must be able to do it; all
 * wrong fields are named at once, of several rows with their place. A reference that is given back as it was names nothing new. What the program does by itself,
 * such as laying out the times of a task, goes on with whom it finds. One statement, however many rows there are.
 */
export async function checkReferences(
  tx: Tx,
  grant: Grant,
  resource: Resource,
  resources: Resources,
  writes: readonly RowWrite[],
  action: string,
): Promise<void> {
  const gives = grant.work === undefined && !undoes.has(action)
  const named: Named[] = []
  const { def } = resource
  const collect = (fields: Fields, values: Changes, path: string, before?: Stored, list?: string) => {
    for (const [name, field] of Object.entries(fields)) {
      const value = values[name]
      const { entity = '' } = field.options
      const asks = gives ? (field.options.asks ?? undefined) : undefined
      if (field.kind === 'ref' && typeof value === 'number' && before?.[`${name}_id`] !== value)
        named.push({
          path: path + name,
          entity,
          ids: [value],
          asks,
          ...(list && typeof values.id === 'number' && { stood: childNamed(tx, def, list, name, values.id), isOwned: true }),
        })
      if (field.kind === 'ref_one_of') {
        const [given, former] = [namedRow(value), storedOneOf(name, field, before)]
        if (given && !(former && rowWord(former) === rowWord(given))) named.push({ path: path + name, entity: given.entity, ids: [given.id] })
      }
      if (field.kind === 'links' && Array.isArray(value))
        named.push({ path: path + name, entity, ids: value as number[], asks, ...(before && { stood: linksNamed(tx, def, name, before.id) }) })
      if (field.kind === 'rows' && Array.isArray(value))
        (value as Changes[]).forEach((child, n) => collect(field.options.fields ?? {}, child, `${path}${name}.${n}.`, undefined, name))
    }
  }
  for (const [n, { changes, before }] of writes.entries()) collect(def.fields, changes, writes.length > 1 ? `rows.${n}.` : '', before)
  const checks = [...Map.groupBy(named, ({ entity }) => entity)].flatMap(([entity, uses]) => {
    const ids = [...new Set(uses.flatMap((use) => use.ids))]
    if (ids.length === 0) return []
    const { rules } = resourceOf(resources, entity)
    const r = rowRef('r')
    const missing = sql`select ${sql.lit(entity)} as entity, null::text as lacks, w.id from unnest(${ids}::bigint[]) as w (id)
      where not exists (select 1 from ${sql.table(entity)} as r where r.customer_id = ${tx.customerId} and r.id = w.id and ${asSql(rules.read(r, grant.who))})`
    const unable = [...Map.groupBy(uses, ({ asks }) => asks)].flatMap(([asks, given]) =>
      asks && isAssignee(entity)
        ? [
            sql`select ${sql.lit(entity)}, ${asks}::text, r.id from ${sql.table(entity)} as r where r.customer_id = ${tx.customerId}
              and r.id = any(${given.flatMap((use) => use.ids)}::bigint[]) and not ${mayAct(tx, entity, r, asks)}`,
          ]
        : [],
    )
    return [missing, ...unable]
  })
  if (checks.length === 0) return
  const found = await tx.run(sql<{ entity: string; lacks: string | null; id: number }>`${sql.join(checks, sql` union all `)}`)
  if (found.length === 0) return
  const wrong = new Set(found.map(({ entity, lacks, id }) => `${entity} ${lacks ?? ''} ${id}`))
  const fields: FieldMessages = {}
  for (const { path, entity, ids, asks, stood, isOwned } of named) {
    const missing = ids.filter((id) => wrong.has(`${entity}  ${id}`))
    const unable = asks && isAssignee(entity) ? ids.filter((id) => wrong.has(`${entity} ${asks} ${id}`)) : []
    if (missing.length + unable.length === 0) continue
    // Whoever was given it before may keep it, though no more than they have.
    const formerIds = new Set(stood ? (await tx.run(stood)).map(({ id }) => id) : [])
    if (missing.some((id) => !(isOwned && formerIds.has(id)))) fields[path] = [{ key: 'kit.errors.missing_reference' }]
    else if (isAssignee(entity) && unable.some((id) => !formerIds.has(id))) fields[path] = [{ key: cannotAct[entity] }]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
}

const linksNamed = (tx: Tx, def: EntityDef, name: string, owner: number) =>
  sql<{ id: number }>`select target_id as id from ${sql.table(linkTable(def, name))} where customer_id = ${tx.customerId} and owner_id = ${owner}`
const childNamed = (tx: Tx, def: EntityDef, list: string, name: string, child: number) =>
  sql<{
    id: number
  }>`select ${sql.ref(`${name}_id`)} as id from ${sql.table(linkTable(def, list))} where customer_id = ${tx.customerId} and id = ${child} and ${sql.ref(`${name}_id`)} is not null`

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
    // The order in which links are ended is that of whatever plan finds them.
    for (const of of changed.values()) of[name]?.removed.sort((a, b) => a - b)
  }
  return changed
}
