import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { columnsOf, type Fields, type FileInput } from '#kit/contract/field.ts'
import { attachFiles, detachAll, detachFiles } from '#kit/server/data/links/attached-files.ts'
import { fieldsOfKind, linkTable } from '#kit/server/data/sql/columns.ts'
import { childFields, childName, columnDiffers, type ChildDetail, type LinkDetails } from '#kit/server/data/links/link-details.ts'
import type { RelatedWrite } from '#kit/server/data/links/links.ts'
import { assigned, columnsOfAll, recordSet } from './record-set.ts'
import type { Changes, Resource } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

type RowsDetails = Record<string, NonNullable<LinkDetails['rows']>[string]>

/** What changed of the owned rows or files of one row, and the path of the last field that took a file. */
interface Related {
  readonly rows: RowsDetails
  came?: string
}

const relatedOf = (all: Map<number, Related>, id: number): Related => {
  const known = all.get(id) ?? { rows: {} }
  all.set(id, known)
  return known
}

interface OwnedChild extends Changes {
  readonly id?: number
}

interface Current {
  readonly id: number
  readonly owner_id: number
  readonly row: Changes
}

/** A child as it is to be, with what is to be written of it: all columns of a new one, those that differ of one that was there. */
interface Planned {
  readonly owner: number
  readonly position: number
  readonly child: OwnedChild
  readonly before: Changes | undefined
  readonly columns: readonly (readonly [string, unknown])[]
  /** Known from the beginning, or once it is written. */
  id: number
}

/**
 * Saves the owned children of some rows as given: new ones are added, missing ones removed, the order is that of each list. Answers what changed, by row. About
 * five statements for each field, however many rows and children there are; files one place after the other.
 */
export async function writeOwnedRows(tx: Tx, resource: Resource, writes: readonly RelatedWrite[]): Promise<ReadonlyMap<number, Related>> {
  const all = new Map<number, Related>()
  const { name: entity } = resource.def
  for (const [name, field] of fieldsOfKind(resource.def, 'rows')) {
    const lists = writes.flatMap(({ id, changes }) => (changes[name] === undefined ? [] : [{ id, wanted: changes[name] as OwnedChild[] }]))
    if (lists.length === 0) continue
    const children = field.options.fields ?? {}
    const owners = lists.map(({ id }) => id)
    const current = await tx.run(sql<Current>`select id, owner_id, to_jsonb(c) as row from ${sql.table(linkTable(resource.def, name))} c
      where customer_id = ${tx.customerId} and owner_id = any(${owners}::bigint[]) order by owner_id, position, id for no key update`)
    const known = Map.groupBy(current, (row) => row.owner_id)
    const planned = lists.flatMap(({ id, wanted }) => plan(name, children, id, wanted, known.get(id) ?? []))
    const staying = new Set(planned.flatMap(({ before, id }) => (before ? [id] : [])))
    const gone = current.filter(({ id }) => !staying.has(id))
    await writeChildren(
      tx,
      linkTable(resource.def, name),
      children,
      gone.map(({ id }) => id),
      planned,
    )
    const holding = Object.keys(children).filter((child) => children[child]?.kind === 'files')
    if (gone.length > 0 && holding.length > 0)
      await detachFiles(
        tx,
        entity,
        owners,
        holding.map((child) => `${name}.${child}`),
        gone.map(({ id }) => id),
      )
    const [byOwner, goneOf] = [Map.groupBy(planned, ({ owner }) => owner), Map.groupBy(gone, ({ owner_id }) => owner_id)]
    for (const { id } of lists) {
      const [own, were] = [byOwner.get(id) ?? [], known.get(id) ?? []]
      const details = (goneOf.get(id) ?? []).map(({ row }) => childDetail(children, 'removed', row, Number(row.position)))
      for (const { child, before, columns, position, id: at } of own) {
        const files: ChildDetail['fields'][number][] = []
        for (const held of holding) {
          const path = `${name}.${position}.${held}`
          const place = { entity, id, field: `${name}.${held}`, child: at, path }
          const attached = child[held] === undefined ? undefined : await attachFiles(tx, place, child[held] as FileInput[])
          if (!attached) continue
          const { came, ...detail } = attached
          if (came) relatedOf(all, id).came = path
          files.push({ field: held, ...detail })
        }
        if (!before) details.push(childDetail(children, 'added', child, position))
        const fields = before ? [...childFields(children, columns, before), ...files] : []
        if (before && fields.length > 0) details.push({ ...childDetail(children, 'changed', { ...before, ...Object.fromEntries(columns) }, position), fields })
      }
      const moved = own.some((one) => isChanged(one))
      if (!moved && details.length === 0) continue
      const names = (rows: readonly Changes[]) =>
        rows
          .map((row) => childName(children, row, tx.who.lang))
          .filter(Boolean)
          .join(', ') || null
      relatedOf(all, id).rows[name] = {
        before: names(were.map(({ row }) => row)),
        after: names(own.map(({ before, child }) => ({ ...before, ...child }))),
        children: details,
        ...(details.length === 0 && { moved: true }),
      }
    }
  }
  return all
}

const isChanged = ({ before, columns, position }: Planned) => before !== undefined && (columns.length > 0 || before.position !== position)

/** What becomes of each wanted child; throws INVALID for one that the row does not have. */
function plan(name: string, fields: Fields, owner: number, wanted: readonly OwnedChild[], current: readonly Current[]): Planned[] {
  const known = new Map(current.map((row) => [row.id, row.row]))
  return wanted.map((child, position) => {
    const before = child.id === undefined ? undefined : known.get(child.id)
    if (child.id !== undefined && !before)
      throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { [`${name}.${position}.id`]: [{ key: 'kit.errors.missing_reference' }] } })
    const columns = ownedColumns(fields, child)
    const filled = () => [...ownedColumns(fields, ownedDefaults(fields)).filter(([c]) => !columns.some(([d]) => d === c)), ...columns]
    return { owner, position, child, before, id: child.id ?? 0, columns: before ? columns.filter(([c, value]) => columnDiffers(before[c], value)) : filled() }
  })
}

/** Writes children, former states going to history, but for what lasted no time: nobody could have read it, and the next one of the same moment would have its key. The new ones are given their ids. */
async function writeChildren(tx: Tx, name: string, fields: Fields, gone: readonly number[], planned: readonly Planned[]): Promise<void> {
  const table = sql.table(name)
  const changed = planned.filter((one) => isChanged(one)).map(({ id, position, columns }) => ({ id, set: { position, ...Object.fromEntries(columns) } }))
  const ended = [...gone, ...changed.map(({ id }) => id)]
  if (ended.length > 0) {
    const historyColumns = sql.join(
      ['customer_id', 'id', 'owner_id', 'position', ...Object.entries(fields).flatMap(([n, f]) => columnsOf(n, f)), 'valid_from'].map((c) => sql.ref(c)),
    )
    await tx.run(sql`insert into ${sql.table(`${name}_history`)} (${historyColumns}, valid_to)
      select ${historyColumns}, moment() from ${table} where customer_id = ${tx.customerId} and id = any(${ended}::bigint[]) and valid_from < moment()`)
  }
  if (gone.length > 0) await tx.run(sql`delete from ${table} where customer_id = ${tx.customerId} and id = any(${gone}::bigint[])`)
  if (changed.length > 0)
    await tx.run(sql`update ${table} as t set ${sql.join([...assigned(changed.map(({ set }) => set)), sql`valid_from = moment()`])}
      from ${recordSet(
        name,
        changed.map(({ id, set }) => ({ ...set, id })),
      )} where t.customer_id = ${tx.customerId} and t.id = w.id`)
  const added = planned.filter(({ before }) => !before)
  if (added.length === 0) return
  const records = added.map(({ owner, position, columns }) => ({ owner_id: owner, position, ...Object.fromEntries(columns) }))
  const columns = columnsOfAll(records)
  const made = await tx.run(sql<{ id: number }>`insert into ${table} (customer_id, ${sql.join(columns.map((c) => sql.ref(c)))})
    select ${tx.customerId}::bigint, ${sql.join(columns.map((c) => sql.ref(`w.${c}`)))} from ${recordSet(name, records)} order by e.n returning id`)
  // Ids are given out in the order of the list.
  for (const [n, { id }] of made.toSorted((a, b) => a.id - b.id).entries()) if (added[n]) added[n].id = id
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

/** Attaches uploaded files to rows and detaches the missing ones; answers what changed, by row. Lists that are emptied take one statement, others a few each. */
export async function writeFiles(tx: Tx, resource: Resource, writes: readonly RelatedWrite[]): Promise<ReadonlyMap<number, Related>> {
  const all = new Map<number, Related>()
  const { name: entity } = resource.def
  for (const [name] of fieldsOfKind(resource.def, 'files')) {
    const lists = writes.flatMap(({ id, changes }) => (changes[name] === undefined ? [] : [{ id, wanted: changes[name] as FileInput[] }]))
    const emptied = lists.filter(({ wanted }) => wanted.length === 0).map(({ id }) => id)
    const detached = await detachAll(tx, entity, emptied, name)
    for (const { id, wanted } of lists) {
      const files = wanted.length === 0 ? detached.get(id) : await attachFiles(tx, { entity, id, field: name, path: name }, wanted)
      if (!files) continue
      const { came, ...detail } = files
      const related = relatedOf(all, id)
      related.rows[name] = detail
      if (came) related.came = name
    }
  }
  return all
}
