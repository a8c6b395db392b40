import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { AppError } from '#kit/contract/errors.ts'
import { temporaryPath, type FileStorage } from './storage.ts'

export interface S3Options {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const away = (cause: unknown) => new AppError('UNAVAILABLE', 'kit.errors.storage_unavailable', { cause })

/** Content in a bucket of an S3-compatible store, addressed by path. */
export function s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Options): FileStorage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const call = async (method: string, key: string, init: { body?: Blob; headers?: Record<string, string> } = {}) => {
    const response = await client.fetch(`${endpoint}/${bucket}/${key}`, { method, ...init }).catch((cause: unknown) => {
      throw away(cause)
    })
    if (response.status >= 500) throw away(new Error(`The file storage answered ${response.status} to ${method}`))
    if (!response.ok && response.status !== 404) throw new Error(`The file storage answered ${response.status} to ${method}`)
    return response
  }
  return {
    temporary: () => temporaryPath(join(tmpdir(), 'vigie-files')),
    keep: async (key, path, sha256) => {
      const body = await openAsBlob(path)
      const response = await call('PUT', key, { body, headers: { 'x-amz-content-sha256': sha256, 'content-length': String(body.size) } })
      if (response.status === 404) throw new Error(`The file storage has no bucket ${bucket}`)
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
        if (keys.length === 0) return
        for (const key of keys) await call('DELETE', key)
      }
    },
  }
}
