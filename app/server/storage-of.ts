import { s3Storage } from '#kit/server/files/s3-storage.ts'
import { folderStorage, type FileStorage } from '#kit/server/files/storage.ts'
import type { Env } from '#platform/env.ts'

/** Where the settings say that attached files are kept. */
export const storageOf = ({ s3, filesDir }: Pick<Env, 's3' | 'filesDir'>): FileStorage => (s3 ? s3Storage(s3) : folderStorage(filesDir))
