import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { AppError, invalidField, notFound } from '#kit/contract/errors.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { fileSchema, objectAnswer } from '#kit/contract/row-schema.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api, RawContext } from '#kit/server/http/api.ts'
import { once } from '#kit/server/http/idempotency.ts'
import { tally, windowEndsIn } from '#kit/server/http/rate-limit.ts'
import { detectType } from './detect-type.ts'
import { insertFile, keepFile, readFileRow, type StoredFile } from './file-row.ts'
import type { FileStorage } from './storage.ts'
import { contentOf, maxFileBytes, withUpload } from './upload.ts'

/** Whoever may prove something sends files. */
const anybody = { outside: 'session' } as const

/** Upload and download (FIL-05 … FIL-08). A file is as readable as the object that holds it; before it has one, only its uploader reads it. */
export function fileRoutes(api: Api, resources: Resources, storage: FileStorage): void {
  api.addRaw(
    {
      method: 'POST',
      path: '/file',
      tag: 'file',
      summary: 'Upload one file',
      access: 'session',
      upload: { maxBytes: maxFileBytes },
      named: true,
      outside: 'session',
      answer: objectAnswer(fileSchema),
    },
    async ({ request, named }) => {
      const inSession: RawContext['inSession'] = (work) => api.inSession(request, work, anybody)
      const who = await inSession(async (tx) => tx.who)
      return receiveFile({ request, named, inSession }, storage, who.customerId, (object) => ({ ok: true, object }))
    },
  )

  api.addRaw(
    { method: 'GET', path: '/file/{id}/download', tag: 'file', summary: 'Download one file', access: 'session', download: true, answer: z.unknown() },
    async ({ request, reply, params }) => {
      const file = await api.inSession(request, (tx) => readableFile(tx, resources, params.id))
      const content = await storage.open(file.storage_key)
      if (!content) throw notFound()
      return sendFile(reply, file).send(content)
    },
  )

  api.addRaw(
    {
      method: 'GET',
      path: '/file/{id}/preview',
      tag: 'file',
      summary: 'Show one PDF in its place',
      access: 'session',
      embedded: true,
      download: true,
      answer: z.unknown(),
    },
    async ({ request, reply, params }) => {
      const file = await api.inSession(request, (tx) => readableFile(tx, resources, params.id), { embedded: true })
      // Its content was looked at when it came; nothing else is ever shown as a document.
      const content = file.mime === 'application/pdf' ? await storage.open(file.storage_key) : null
      if (!content) throw notFound()
      return sendFile(reply, file)
        .header('content-disposition', 'inline')
        .header('content-security-policy', framed)
        .header('x-frame-options', 'SAMEORIGIN')
        .send(content)
    },
  )
}

/** Keeps the one file of a request, of a type that is taken: it is its sender's until it belongs to an object. */
export async function receiveFile<T extends Readonly<Record<string, unknown>>>(
  { request, named, inSession }: Pick<RawContext, 'request' | 'named' | 'inSession'>,
  storage: FileStorage,
  customerId: number,
  answer: (file: FileReference) => T,
): Promise<T> {
  return withUpload(request, storage, maxFileBytes, async (upload) => {
    const mime = await detectType(upload.name, await readFile(upload.path))
    if (mime === null) throw invalidField('file', 'kit.errors.file_type')
    return keepFile(storage, customerId, upload, (storageKey) =>
      inSession((tx) =>
        once(tx, named(contentOf(upload)), async () => {
          await countFromOutside(tx)
          return answer(await insertFile(tx, { upload, mime, storageKey, uploadedBy: tx.who.memberId }))
        }),
      ),
    )
  })
}

/** Files that one person from outside sends in a day. */
export const filesADay = 300
const day = 86_400

/** Whoever is no colleague fills no storage: throws THROTTLED once they have sent their share. */
export async function countFromOutside(tx: Tx): Promise<void> {
  if (!tx.who.outside || (await tally(tx, `outside-file:${tx.customerId}:${tx.who.memberId}`, day)) <= filesADay) return
  throw new AppError('THROTTLED', 'kit.errors.files_a_day', { code: 'FILE_LIMIT', values: { max: filesADay }, retryAfter: windowEndsIn(day) })
}

/** In the only page that may hold it; the browser's viewer draws it, and no document of ours. */
const framed = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; plugin-types application/pdf; frame-ancestors 'self'"

/** A file that the actor may read; throws NOT_FOUND out of reach and FORBIDDEN without the right to the objects that hold such files. */
async function readableFile(tx: Tx, resources: Resources, id: number): Promise<StoredFile> {
  const file = await readFileRow(tx, id)
  if (!file) throw notFound()
  const resource = file.entity === null ? undefined : resources.get(file.entity)
  if (!resource || file.object_id === null) {
    if (file.uploaded_by === null || file.uploaded_by !== tx.who.memberId) throw notFound()
    return file
  }
  if (!can(tx.who, resource.def.rights.read)) throw new AppError('FORBIDDEN', 'kit.errors.no_download_right')
  await getRow(tx, authorize(tx.who, resource.def.rights.read), resource, resources, file.object_id)
  return file
}

/** Headers of a download: always an attachment that no browser runs or shows, whatever its type. */
export function sendFile(reply: FastifyReply, file: { name: string; mime: string; size?: number }): FastifyReply {
  if (file.size !== undefined) reply.header('content-length', file.size)
  return reply
    .type(file.mime)
    .header('content-disposition', attachment(file.name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
}

/** `Content-Disposition` with the name in ASCII and, by RFC 5987, as it is. */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
