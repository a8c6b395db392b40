import { sql, type RawBuilder } from 'kysely'
import { AppError, type FieldMessages } from '#kit/contract/errors.ts'
import { columnsOf, type Fields, type FileInput } from '#kit/contract/field.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { attachFiles, detachFiles } from './attached-files.ts'
import { fieldsOfKind, linkTable, rowRef } from './columns.ts'
import { checkLevels } from './levels.ts'
import { childFields, childName, columnDiffers, type ChildDetail, type LinkDetails } from './link-details.ts'
import { resourceOf, type Changes, type Resource, type Resources, type Stored } from './resource.ts'
import type { Tx } from './transaction.ts'

/**
 * Every id that is written must name a row of this customer that the writer may read, every level one of its scale; all wrong references are named at once.
 * One that is given back as it was names nothing new.
 */
export async function checkReferences(tx: Tx, grant: Grant, resource: Resource, resources: Resources, changes: Changes, before?: Stored): Promise<void> {
  await checkLevels(tx, resource.def, changes, before)
  const checks: RawBuilder<unknown>[] = []
  const check = (path: string, entity: string, ids: readonly number[]) => {
    if (ids.length === 0) return
    const target = resourceOf(resources, entity)
    const r = rowRef('r')
    checks.push(sql`select ${sql.lit(path)} as field where (select count(*) from ${sql.table(entity)} as r
      where r.customer_id = ${tx.customerId} and r.id = any(${ids}::bigint[]) and ${asSql(target.rules.read(r, grant.who))}) < ${ids.length}`)
  }
  const collect = (fields: Fields, values: Changes, path: string) => {
    for (const [name, field] of Object.entries(fields)) {
      const value = values[name]
      if (field.kind === 'ref' && typeof value === 'number' && !(path === '' && before?.[`${name}_id`] === value))
        check(path + name, field.options.entity ?? '', [value])
      if (field.kind === 'links' && Array.isArray(value)) check(path + name, field.options.entity ?? '', [...new Set(value as number[])])
      if (field.kind === 'rows' && Array.isArray(value))
        (value as Changes[]).forEach((child, n) => collect(field.options.fields ?? {}, child, `${path}${name}.${n}.`))
    }
  }
  collect(resource.def.fields, changes, '')
  if (checks.length === 0) return
  const wrong = await tx.run(sql<{ field: string }>`${sql.join(checks, sql` union all `)}`)
  if (wrong.length === 0) return
  const fields: FieldMessages = Object.fromEntries(wrong.map(({ field }) => [field, [{ key: 'kit.errors.missing_reference' }]]))
  throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
}

/**
 * Brings each given link list to the wanted ids, ended links going to history; answers what changed. What the writer may not see in a list stays
 * in it; without a writer everything ends.
 */
export async function writeLinks(
  tx: Tx,
  resource: Resource,
  resources: Resources,
  id: number,
  changes: Changes,
  writer: Who | null,
): Promise<NonNullable<LinkDetails['links']>> {
  const changed: Record<string, { entity: string; added: number[]; removed: number[] }> = {}
  for (const [name, field] of fieldsOfKind(resource.def, 'links')) {
    const wanted = changes[name] as number[] | undefined
    if (wanted === undefined) continue
    const table = linkTable(resource.def, name)
    const target = resourceOf(resources, field.options.entity ?? '')
    const seen = writer ? target.rules.read(rowRef('r'), writer) : true
    const mayEnd =
      seen === true
        ? sql``
        : sql` and exists (select 1 from ${sql.table(target.def.name)} r where r.customer_id = l.customer_id and r.id = l.target_id and ${asSql(seen)})`
    const rows = await tx.run(sql<{ target_id: number; added: boolean }>`with wanted as (select unnest(${wanted}::bigint[]) as target_id),
      ended as (delete from ${sql.table(table)} l where l.customer_id = ${tx.customerId} and l.owner_id = ${id}
        and not exists (select 1 from wanted w where w.target_id = l.target_id)${mayEnd} returning l.*),
      kept as (insert into ${sql.table(`${table}_history`)} (customer_id, owner_id, target_id, valid_from, valid_to)
        select customer_id, owner_id, target_id, valid_from, moment() from ended),
      fresh as (insert into ${sql.table(table)} (customer_id, owner_id, target_id) select ${tx.customerId}, ${id}, target_id from wanted
        on conflict do nothing returning target_id)
      select target_id, false as added from ended union all select target_id, true from fresh`)
    if (rows.length > 0) {
      changed[name] = {
        entity: field.options.entity ?? '',
        added: rows.filter((r) => r.added).map((r) => r.target_id),
        removed: rows.filter((r) => !r.added).map((r) => r.target_id),
      }
    }
  }
  return changed
}

type RowsDetails = NonNullable<LinkDetails['rows']>

interface Related {
  readonly rows: RowsDetails
  readonly came: string | undefined
}

/** Saves owned children as given: new ones are added, missing ones removed, the order is that of the list. Answers what changed, and the path of the last field that took a file. */
export async function writeOwnedRows(tx: Tx, resource: Resource, id: number, changes: Changes): Promise<Related> {
  const changed: Record<string, RowsDetails[string]> = {}
  let came: string | undefined
  const { name: entity } = resource.def
  for (const [name, field] of fieldsOfKind(resource.def, 'rows')) {
    const wanted = changes[name] as (Changes & { id?: number })[] | undefined
    if (wanted === undefined) continue
    const table = sql.table(linkTable(resource.def, name))
    const mine = sql`customer_id = ${tx.customerId} and owner_id = ${id}`
    const current = await tx.run(
      sql<{ id: number; row: Changes }>`select id, to_jsonb(c) as row from ${table} c where ${mine} order by position, id for no key update`,
    )
    const known = new Map(current.map((row) => [row.id, row.row]))
    const unknown = wanted.findIndex((child) => child.id !== undefined && !known.has(child.id))
    if (unknown >= 0)
      throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { [`${name}.${unknown}.id`]: [{ key: 'kit.errors.missing_reference' }] } })
    const children = field.options.fields ?? {}
    const holding = Object.keys(children).filter((child) => children[child]?.kind === 'files')
    const gone = current.filter((row) => !wanted.some((child) => child.id === row.id))
    const removed = gone.map((row) => row.id)
    const told: ChildDetail[] = gone.map(({ row }) => childDetail(children, 'removed', row, Number(row.position)))
    let moved = false
    const kept = sql.join(
      ['customer_id', 'id', 'owner_id', 'position', ...Object.entries(children).flatMap(([n, f]) => columnsOf(n, f)), 'valid_from'].map((c) => sql.ref(c)),
    )
    const archive = (ids: RawBuilder<unknown>) =>
      tx.run(sql`insert into ${sql.table(`${linkTable(resource.def, name)}_history`)} (${kept}, valid_to)
      select ${kept}, moment() from ${table} where ${mine} and id = ${ids}`)
    if (removed.length > 0) {
      await archive(sql`any(${removed}::bigint[])`)
      await tx.run(sql`delete from ${table} where ${mine} and id = any(${removed}::bigint[])`)
      if (holding.length > 0)
        await detachFiles(
          tx,
          { entity, id },
          holding.map((child) => `${name}.${child}`),
          removed,
        )
    }
    const attach = async (child: Changes, at: number, position: number) => {
      const details: ChildDetail['fields'][number][] = []
      for (const field of holding) {
        const path = `${name}.${position}.${field}`
        const files =
          child[field] === undefined
            ? undefined
            : await attachFiles(tx, { entity, id, field: `${name}.${field}`, child: at, path }, child[field] as FileInput[])
        if (!files) continue
        const { came: some, ...detail } = files
        if (some) came = path
        details.push({ field, ...detail })
      }
      return details
    }
    for (const [position, child] of wanted.entries()) {
      const columns = ownedColumns(children, child)
      const before = child.id === undefined ? undefined : known.get(child.id)
      if (before === undefined || child.id === undefined) {
        const filled = [...ownedColumns(children, ownedDefaults(children)).filter(([c]) => !columns.some(([d]) => d === c)), ...columns]
        const made = await tx.first(sql<{ id: number }>`insert into ${table} (customer_id, owner_id, position${sql.join(
          filled.map(([c]) => sql`, ${sql.ref(c)}`),
          sql``,
        )})
          values (${tx.customerId}, ${id}, ${position}${sql.join(
            filled.map(([, v]) => sql`, ${v}`),
            sql``,
          )}) returning id`)
        if (made) await attach(child, made.id, position)
        told.push(childDetail(children, 'added', child, position))
      } else {
        const differing = columns.filter(([c, v]) => columnDiffers(before[c], v))
        if (differing.length > 0 || before.position !== position) {
          moved = true
          await archive(sql`${child.id}`)
          await tx.run(
            sql`update ${table} set position = ${position}, valid_from = moment()${sql.join(
              differing.map(([c, v]) => sql`, ${sql.ref(c)} = ${v}`),
              sql``,
            )} where ${mine} and id = ${child.id}`,
          )
        }
        const fields = [...childFields(children, differing, before), ...(await attach(child, child.id, position))]
        if (fields.length > 0) told.push({ ...childDetail(children, 'changed', { ...before, ...Object.fromEntries(differing) }, position), fields })
      }
    }
    const names = (rows: readonly Changes[]) =>
      rows
        .map((row) => childName(children, row, tx.who.lang))
        .filter(Boolean)
        .join(', ') || null
    const whole = wanted.map((child) => ({ ...(child.id === undefined ? {} : known.get(child.id)), ...child }))
    if (moved || told.length > 0)
      changed[name] = { before: names(current.map(({ row }) => row)), after: names(whole), children: told, ...(told.length === 0 && { moved: true }) }
  }
  return { rows: changed, came }
}

function childDetail(fields: Fields, change: ChildDetail['change'], child: Changes, position: number): ChildDetail {
  return { change, name_en: childName(fields, child, 'en'), name_fr: childName(fields, child, 'fr'), place: position + 1, fields: [] }
}

const ownedDefaults = (fields: Fields): Changes =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, f]) => f.options.default !== undefined)
      .map(([name, f]) => [name, f.options.default]),
  )

function ownedColumns(fields: Fields, child: Changes): [string, unknown][] {
  return Object.entries(fields).flatMap(([name, field]) =>
    columnsOf(name, field).flatMap((column): [string, unknown][] => {
      const value = field.kind === 'ref' ? child[name] : child[column]
      return value === undefined ? [] : [[column, value]]
    }),
  )
}

/** Attaches uploaded files to an object and detaches the missing ones; answers what changed, and the last field that took a file. */
export async function writeFiles(tx: Tx, resource: Resource, id: number, changes: Changes): Promise<Related> {
  const changed: Record<string, RowsDetails[string]> = {}
  let came: string | undefined
  for (const [name] of fieldsOfKind(resource.def, 'files')) {
    const wanted = changes[name] as FileInput[] | undefined
    const files = wanted === undefined ? undefined : await attachFiles(tx, { entity: resource.def.name, id, field: name, path: name }, wanted)
    if (!files) continue
    const { came: some, ...detail } = files
    if (some) came = name
    changed[name] = detail
  }
  return { rows: changed, came }
}
