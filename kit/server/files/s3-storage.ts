import { createHash, type Hash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { AppError } from '#kit/contract/errors.ts'
import { temporaryPath, type FileStorage } from './storage.ts'

export interface S3Options {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** What is larger comes in parts of this size: a store takes at most 5 GiB at once, 10,000 parts, and none but the last below 5 MiB. */
  readonly partBytes?: number
  /** Milliseconds before what failed for a moment is tried again; twice as long each time. */
  readonly retryMs?: number
}

/** How often parts are asked to be joined. */
const joinings = 4

const usualPart = 64 * 1024 ** 2

const away = (cause: unknown) => new AppError('UNAVAILABLE', 'kit.errors.storage_unavailable', { cause })

/** Content in a bucket of an S3-compatible store, addressed by path. */
export function s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey, partBytes = usualPart, retryMs = 500 }: S3Options): FileStorage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const call = async (method: string, key: string, init: { body?: Blob | string; headers?: Record<string, string> } = {}) => {
    const response = await client.fetch(`${endpoint}/${bucket}/${key}`, { method, ...init }).catch((cause: unknown) => {
      throw away(cause)
    })
    if (response.status >= 500) throw away(new Error(`The file storage answered ${response.status} to ${method}`))
    if (!response.ok && response.status !== 404) throw new Error(`The file storage answered ${response.status} to ${method}`)
    return response
  }
  const put = async (key: string, body: Blob, sha256: string) => {
    const response = await call('PUT', key, { body, headers: { 'x-amz-content-sha256': sha256, 'content-length': String(body.size) } })
    if (response.status === 404) throw new Error(`The file storage has no bucket ${bucket}`)
    return response
  }
  const abort = (key: string, upload: string) => call('DELETE', `${key}?uploadId=${encodeURIComponent(upload)}`)

  /** Whether a key holds as many bytes as were sent to it: nobody else writes to a key of ours. */
  const holds = async (key: string, bytes: number) => {
    const { status, headers } = await call('HEAD', key)
    return status === 200 && Number(headers.get('content-length')) === bytes
  }

  /** Joins parts; asked again where it failed for a moment, and where its answer was lost. An upload that is no longer known was joined by an attempt before, if the whole is there. */
  const join = async (key: string, upload: string, parts: readonly string[], bytes: number) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const joined = await call('POST', `${key}?uploadId=${encodeURIComponent(upload)}`, {
          body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
        })
        // It answers before it has joined them, and says afterwards that it could not.
        const said = await joined.text().catch((cause: unknown) => {
          throw away(cause)
        })
        if (joined.status === 404 && (await holds(key, bytes))) return
        if (joined.status !== 404 && !said.includes('<Error>')) return
        throw away(new Error(`The file storage could not join parts: ${tagged(said, 'Code') ?? ''}`))
      } catch (error) {
        if (!(error instanceof AppError) || attempt === joinings) throw error
      }
      await pause(retryMs * 2 ** (attempt - 1))
    }
  }

  /** Parts one after the other, each with its own hash, joined when the whole of them has the hash that it must have: whatever fails leaves nothing behind. */
  const putParts = async (key: string, body: Blob, sha256: string) => {
    const upload = tagged(await (await call('POST', `${key}?uploads=`)).text(), 'UploadId')
    if (upload === undefined) throw new Error(`The file storage has no bucket ${bucket}`)
    try {
      const whole = createHash('sha256')
      const parts: string[] = []
      for (let from = 0; from < body.size; from += partBytes) {
        const part = body.slice(from, from + partBytes)
        const number = parts.length + 1
        const answer = await put(`${key}?partNumber=${number}&uploadId=${encodeURIComponent(upload)}`, part, await hashOf(part, whole))
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${answer.headers.get('etag') ?? ''}</ETag></Part>`)
      }
      if (whole.digest('hex') !== sha256) throw new Error('The content has another hash than it must have')
      await join(key, upload, parts, body.size)
    } catch (error) {
      await abort(key, upload).catch(() => {})
      throw error
    }
  }
  /** Gives up parts of what a server began to keep and was ended over; `before`: those alone that it began before then. */
  const giveUp = async (customerId: number, before: Date | null) => {
    const begun = await (await call('GET', `?uploads=&prefix=${customerId}/`)).text()
    for (const [, one = ''] of begun.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
      const [key, upload] = [tagged(one, 'Key'), tagged(one, 'UploadId')]
      // Of which it is not said when it began, nobody knows that it is old.
      if (key !== undefined && upload !== undefined && (before === null || Date.parse(tagged(one, 'Initiated') ?? '') < before.getTime()))
        await abort(key, upload)
    }
  }
  return {
    temporary: () => temporaryPath(pathOf(tmpdir(), 'vigie-files')),
    keep: async (key, path, sha256) => {
      const body = await openAsBlob(path)
      if (body.size > partBytes) await putParts(key, body, sha256)
      else await put(key, body, sha256)
      await rm(path, { force: true })
    },
    open: async (key) => {
      const { status, body } = await call('GET', key)
      if (status === 404 || !body) return null
      return Readable.fromWeb(body as ReadableStream)
    },
    remove: async (key) => {
      await call('DELETE', key)
    },
    removeAll: async (customerId) => {
      for (;;) {
        const listed = await call('GET', `?list-type=2&prefix=${customerId}/`)
        // Keys are ours: nothing in them is written otherwise in XML.
        const keys = [...(await listed.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].flatMap(([, key]) => key ?? [])
        if (keys.length === 0) break
        for (const key of keys) await call('DELETE', key)
      }
      await giveUp(customerId, null)
    },
    removeUnfinished: (customerId, before) => giveUp(customerId, before),
  }
}

/** What an answer in XML says under a name: nothing that is read so is written otherwise there. */
const tagged = (xml: string, name: string): string | undefined => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1]

/** The hash of a part, which goes into that of the whole too. */
async function hashOf(part: Blob, whole: Hash): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of part.stream()) {
    hash.update(chunk)
    whole.update(chunk)
  }
  return hash.digest('hex')
}
