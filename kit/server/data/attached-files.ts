import { sql, type RawBuilder } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { FileComment } from '#kit/contract/history.ts'
import { namedFiles, type FileInput } from '#kit/contract/field.ts'
import type { Tx } from './transaction.ts'

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
  const attached = await tx.run(sql<{ name: string }>`update file set entity = ${entity}, object_id = ${id}, field = ${field}, child_id = ${child}
    where customer_id = ${tx.customerId} and id = any(${ids}::bigint[]) and entity is null and uploaded_by is not distinct from ${tx.who.memberId} returning name`)
  const count = await tx.first(sql<{ n: number }>`select count(*) as n from file f where ${here(f)}`)
  if ((count?.n ?? 0) < ids.length) throw refused(path, 'kit.errors.missing_reference')
  const said = wanted.filter((file) => file.comment !== undefined)
  const comments =
    said.length === 0
      ? []
      : await tx.run(sql<FileComment>`update file f set comment = w.comment
    from unnest(${said.map((file) => file.id)}::bigint[], ${said.map((file) => file.comment ?? null)}::text[]) as w (id, comment), file was
    where ${here(f)} and f.id = w.id and was.customer_id = f.customer_id and was.id = f.id and f.comment is distinct from w.comment
    returning f.name, was.comment as before, f.comment as after`)
  if (detached.length + attached.length + comments.length === 0) return undefined
  return { before: joined(detached), after: joined(attached), ...(comments.length > 0 && { comments }), came: attached.length > 0 }
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
