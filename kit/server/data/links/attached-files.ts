import { sql, type RawBuilder } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { FileComment } from '#kit/contract/history.ts'
import { namedFiles, type FileInput } from '#kit/contract/field.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Where files are attached: in a field of an object, or in one of its owned rows, whose field is `<rows field>.<name>`. */
export interface FilePlace {
  readonly entity: string
  readonly id: number
  readonly field: string
  readonly child?: number
  /** The field by which a refusal names it. */
  readonly path: string
}

/** What became of the files of one place: names that went and came, and what is said of those that are there. */
export interface FilesChange {
  readonly before: string | null
  readonly after: string | null
  readonly comments?: readonly FileComment[]
  /** Something came in, so that the object may hold too many now. */
  readonly came: boolean
}

/** What history keeps of a file that comes to say something else. */
const fileColumns = sql`customer_id, id, name, mime, size, sha256, storage_key, entity, object_id, field, child_id, uploaded_by, created_at, detached_at, comment, valid_from`

const refused = (path: string, key: string) => new AppError('INVALID', 'kit.errors.check_inputs', { fields: { [path]: [{ key }] } })
const joined = (files: readonly { name: string }[]) => files.map((file) => file.name).join(', ') || null

/**
 * Attaches uploaded files to a place and detaches the missing ones; only a file that is free and the writer's own, or already here, can be attached.
 * A file that is named by its id alone keeps what is said of it. Answers nothing when nothing changes.
 */
export async function attachFiles(tx: Tx, place: FilePlace, given: readonly FileInput[]): Promise<FilesChange | undefined> {
  const { entity, id, field, child = null, path } = place
  const wanted = namedFiles(given)
  const ids = wanted.map((file) => file.id)
  const here = (alias: RawBuilder<unknown>) =>
    sql`${alias}.customer_id = ${tx.customerId} and ${alias}.entity = ${entity} and ${alias}.object_id = ${id} and ${alias}.field = ${field} and ${alias}.child_id is not distinct from ${child}::bigint and ${alias}.detached_at is null`
  const f = sql`f`
  const detached = await tx.run(
    sql<{ name: string }>`update file f set detached_at = moment() where ${here(f)} and not f.id = any(${ids}::bigint[]) returning f.name`,
  )
  const attached = await tx.run(sql<{
    name: string
  }>`update file set entity = ${entity}, object_id = ${id}, field = ${field}, child_id = ${child}, valid_from = moment()
    where customer_id = ${tx.customerId} and id = any(${ids}::bigint[]) and entity is null and uploaded_by is not distinct from ${tx.who.memberId} returning name`)
  const count = await tx.first(sql<{ n: number }>`select count(*) as n from file f where ${here(f)}`)
  if ((count?.n ?? 0) < ids.length) throw refused(path, 'kit.errors.missing_reference')
  const commented = wanted.filter((file) => file.comment !== undefined)
  const comments =
    commented.length === 0
      ? []
      : await tx.run(sql<FileComment>`with stamp as materialized (select moment() as at), said as materialized (select f.*, w.comment as next
      from unnest(${commented.map((file) => file.id)}::bigint[], ${commented.map((file) => file.comment ?? null)}::text[]) as w (id, comment), file f
      where ${here(f)} and f.id = w.id and f.comment is distinct from w.comment),
    kept as (insert into file_history (${fileColumns}, valid_to) select ${fileColumns}, stamp.at from said, stamp where valid_from < stamp.at)
    update file f set comment = said.next, valid_from = stamp.at from said, stamp where f.customer_id = said.customer_id and f.id = said.id
    returning f.name, said.comment as before, f.comment as after`)
  if (detached.length + attached.length + comments.length === 0) return undefined
  return { before: joined(detached), after: joined(attached), ...(comments.length > 0 && { comments }), came: attached.length > 0 }
}

/** A file that belongs to nothing yet, with the content of another one, to be attached in the same transaction. */
export async function copyFile(tx: Tx, id: number): Promise<number> {
  const made = await tx.first(sql<{ id: number }>`insert into file (customer_id, name, mime, size, sha256, storage_key, uploaded_by)
    select customer_id, name, mime, size, sha256, storage_key, ${tx.who.memberId} from file where customer_id = ${tx.customerId} and id = ${id} returning id`)
  if (!made) throw new Error('A file was not copied')
  tx.audit({ entity: 'file', object_id: made.id, action: 'create', details: JSON.stringify({ copy_of: id }) })
  return made.id
}

/** Detaches the files of owned rows that are removed. */
export async function detachFiles(tx: Tx, entity: string, ids: readonly number[], fields: readonly string[], children: readonly number[]): Promise<void> {
  await tx.run(sql`update file set detached_at = moment() where customer_id = ${tx.customerId} and entity = ${entity} and object_id = any(${ids}::bigint[])
    and field = any(${fields}::text[]) and child_id = any(${children}::bigint[]) and detached_at is null`)
}

/** Detaches all files of a field of some objects; answers what went, by object. */
export async function detachAll(tx: Tx, entity: string, ids: readonly number[], field: string): Promise<ReadonlyMap<number, FilesChange>> {
  if (ids.length === 0) return new Map()
  const detached = await tx.run(sql<{ id: number; name: string }>`update file set detached_at = moment() where customer_id = ${tx.customerId}
    and entity = ${entity} and object_id = any(${ids}::bigint[]) and field = ${field} and child_id is null and detached_at is null returning object_id as id, name`)
  const byObject = Map.groupBy(detached, ({ id }) => id)
  return new Map([...byObject].map(([id, gone]) => [id, { before: joined(gone), after: null, came: false }]))
}

/** Files of one object, whatever fields and owned rows they stand in (FIL-07). What had more before keeps them, and takes no others. */
const filesOfObject = 10

/** Refuses what came in last when an object holds too many files; to be asked once everything has come and gone. */
export async function assertRoom(tx: Tx, { entity, id, path }: Pick<FilePlace, 'entity' | 'id' | 'path'>): Promise<void> {
  const all = await tx.first(
    sql<{
      n: number
    }>`select count(*) as n from file where customer_id = ${tx.customerId} and entity = ${entity} and object_id = ${id} and detached_at is null`,
  )
  if ((all?.n ?? 0) > filesOfObject) throw refused(path, 'kit.errors.too_many_files')
}
