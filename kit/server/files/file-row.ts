import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { FileReference } from '#kit/contract/field.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { newStorageKey, type FileStorage } from './storage.ts'
import type { Upload } from './upload.ts'

export interface StoredFile extends FileReference {
  readonly storage_key: string
  readonly sha256: string
  readonly entity: string | null
  readonly object_id: number | null
  readonly uploaded_by: number | null
}

/**
 * Keeps content and then writes its row by `write`, each in its own time; content whose row fails is removed. A crash in between leaves
 * content that nothing names, never a row without content.
 */
export async function keepFile<T>(storage: FileStorage, customerId: number, { path, sha256 }: Upload, write: (storageKey: string) => Promise<T>): Promise<T> {
  const key = newStorageKey(customerId)
  await storage.keep(key, path, sha256)
  try {
    return await write(key)
  } catch (error) {
    await storage.remove(key).catch(() => {})
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

interface NewFile {
  readonly upload: Upload
  readonly mime: string
  readonly storageKey: string
  /** The member whose file it is until it belongs to an object. */
  readonly uploadedBy: number | null
}

/** Writes the row of a file that belongs to no object yet: only its uploader may read it, for a day. */
export async function insertFile(tx: Tx, { upload, mime, storageKey, uploadedBy }: NewFile): Promise<FileReference> {
  const { name, size, sha256 } = upload
  const row = await tx.first(sql<{ id: number }>`insert into file (customer_id, name, mime, size, sha256, storage_key, uploaded_by)
    values (${tx.customerId}, ${name}, ${mime}, ${size}, ${sha256}, ${storageKey}, ${uploadedBy}) returning id`)
  if (!row) throw new Error('A file was not written')
  tx.audit({ entity: 'file', object_id: row.id, action: 'create', details: JSON.stringify({ name, size, sha256 }) })
  return { id: row.id, name, size, mime }
}

export async function readFileRow(tx: Tx, id: number): Promise<StoredFile | undefined> {
  return tx.first(sql<StoredFile>`select id, name, mime, size, sha256, storage_key, entity, object_id, uploaded_by
    from file where customer_id = ${tx.customerId} and id = ${id}`)
}
