import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { s3Storage } from './s3-storage.ts'
import type { FileStorage } from './storage.ts'

let server: Server
let storage: FileStorage
const objects = new Map<string, Buffer>()
const authorizations: string[] = []
/** Uploads in parts that were begun, and neither joined nor given up. */
const uploads = new Map<string, Map<number, Buffer>>()
const initiated = new Map<string, string>()
/** What the store does to the part or the joining that comes next. */
let fails: 'part' | 'join' | 'join once' | 'answer lost' | undefined
/** How often parts were asked to be joined. */
let joinings = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const url = request.url ?? ''
      authorizations.push(request.headers.authorization ?? '')
      if (!url.startsWith('/bucket/')) return response.writeHead(404).end()
      const { pathname, searchParams } = new URL(url, 'http://store')
      const upload = searchParams.get('uploadId')
      if (url.startsWith('/bucket/?uploads')) {
        const prefix = `/bucket/${searchParams.get('prefix')}`
        const begun = [...uploads.keys()].filter((id) => id.startsWith(prefix))
        return response.end(
          `<ListMultipartUploadsResult>${begun.map((id) => `<Upload><Key>${id.slice('/bucket/'.length, -2)}</Key><UploadId>${id}</UploadId><Initiated>${initiated.get(id) ?? new Date().toISOString()}</Initiated></Upload>`).join('')}</ListMultipartUploadsResult>`,
        )
      }
      if (request.method === 'POST' && searchParams.has('uploads')) {
        uploads.set(`${pathname}+1`, new Map())
        return response.end(`<InitiateMultipartUploadResult><UploadId>${pathname}+1</UploadId></InitiateMultipartUploadResult>`)
      }
      if (upload !== null) {
        if (request.method === 'POST') joinings += 1
        const parts = uploads.get(upload)
        if (!parts) return response.writeHead(404).end()
        if (request.method === 'DELETE') uploads.delete(upload)
        if (request.method === 'PUT') {
          const part = await buffer(request)
          if (fails === 'part' && searchParams.get('partNumber') === '2') return response.writeHead(400).end()
          if (request.headers['x-amz-content-sha256'] !== createHash('sha256').update(part).digest('hex')) return response.writeHead(400).end()
          const number = Number(searchParams.get('partNumber'))
          parts.set(number, part)
          return response.writeHead(200, { etag: `"part-${number}"` }).end()
        }
        if (request.method === 'POST') {
          // As a real store does: good at first sight, and what went wrong in the body.
          if (fails === 'join' || (fails === 'join once' && joinings === 1)) return response.end('<Error><Code>InternalError</Code></Error>')
          const asked = [...(await buffer(request)).toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"part-(\d+)"<\/ETag>/g)]
          if (asked.length !== parts.size || asked.some(([, number, tag]) => number !== tag)) return response.writeHead(400).end()
          objects.set(pathname, Buffer.concat(asked.map(([, number]) => parts.get(Number(number)) ?? Buffer.alloc(0))))
          uploads.delete(upload)
          // Joined, and nobody is told.
          if (fails === 'answer lost' && joinings === 1) return response.destroy()
        }
        return response.end('<CompleteMultipartUploadResult/>')
      }
      if (url.startsWith('/bucket/?')) {
        const prefix = `/bucket/${new URL(url, 'http://store').searchParams.get('prefix')}`
        const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).slice(0, 2)
        return response.end(
          `<ListBucketResult>${keys.map((key) => `<Contents><Key>${key.slice('/bucket/'.length)}</Key></Contents>`).join('')}</ListBucketResult>`,
        )
      }
      if (request.method === 'PUT') {
        const body = await buffer(request)
        // As a real store does: the announced hash must be that of the body.
        if (request.headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex')) return response.writeHead(400).end()
        objects.set(url, body)
        return response.end()
      }
      const found = objects.get(url)
      if (request.method === 'DELETE') objects.delete(url)
      if (found && request.method === 'HEAD') return response.writeHead(200, { 'content-length': String(found.length) }).end()
      return found ? response.end(request.method === 'GET' ? found : '') : response.writeHead(404).end()
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  storage = s3Storage({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'bucket',
    region: 'eu-west-3',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    partBytes: 100,
    retryMs: 1,
  })
})
afterAll(() => server.close())

test('content is kept in the bucket, signed, and comes back until it is removed', async () => {
  const content = Buffer.from('contenu accentué')
  const path = await storage.temporary()
  writeFileSync(path, content)
  await storage.keep('1/2026-01/abc', path, createHash('sha256').update(content).digest('hex'))
  expect(existsSync(path)).toBe(false)
  expect(authorizations[0]).toMatch(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-west-3\/s3\/aws4_request/)
  const found = await storage.open('1/2026-01/abc')
  expect(found && (await buffer(found)).equals(content)).toBe(true)
  await storage.remove('1/2026-01/abc')
  expect(await storage.open('1/2026-01/abc')).toBe(null)
  await storage.remove('1/2026-01/abc')
})

test('everything of one customer goes, whatever its month, and nothing of another', async () => {
  for (const key of ['7/2026-01/a', '7/2026-02/b', '7/2026-02/c', '77/2026-01/d']) {
    const path = await storage.temporary()
    writeFileSync(path, key)
    await storage.keep(key, path, createHash('sha256').update(key).digest('hex'))
  }
  await storage.removeAll(7)
  expect([...objects.keys()]).toEqual(['/bucket/77/2026-01/d'])
  await storage.removeAll(7)
})

test('a refused upload is an error, not a lost file', async () => {
  const path = await storage.temporary()
  writeFileSync(path, 'x')
  await expect(storage.keep('1/a', path, 'wrong')).rejects.toThrow('answered 400')
})

test('what is larger than a part comes in parts, joined into one', async () => {
  const content = Buffer.from('0123456789'.repeat(25))
  const path = await storage.temporary()
  writeFileSync(path, content)
  await storage.keep('8/large', path, createHash('sha256').update(content).digest('hex'))
  expect([existsSync(path), uploads.size]).toEqual([false, 0])
  const found = await storage.open('8/large')
  expect(found && (await buffer(found)).equals(content)).toBe(true)
})

test.each(['part', 'join', undefined] as const)('what cannot be kept whole is given up and leaves nothing (%s)', async (what) => {
  const path = await storage.temporary()
  writeFileSync(path, 'x'.repeat(250))
  fails = what
  const sha256 = what === undefined ? 'wrong' : createHash('sha256').update('x'.repeat(250)).digest('hex')
  await expect(storage.keep('9/large', path, sha256)).rejects.toThrow()
  fails = undefined
  expect([uploads.size, objects.has('/bucket/9/large'), existsSync(path)]).toEqual([0, false, true])
})

test.each(['join once', 'answer lost'] as const)('joining is asked for again, and whoever joined them already is believed (%s)', async (what) => {
  const content = Buffer.from('0123456789'.repeat(25))
  const path = await storage.temporary()
  writeFileSync(path, content)
  fails = what
  joinings = 0
  await storage.keep(`8/${what}`.replace(' ', '-'), path, createHash('sha256').update(content).digest('hex'))
  fails = undefined
  expect(joinings).toBeGreaterThan(1)
  expect([existsSync(path), uploads.size]).toEqual([false, 0])
  expect(objects.get(`/bucket/8/${what}`.replace(' ', '-'))?.equals(content)).toBe(true)
})

test('what was begun long ago and never finished is given up, what is under way is not', async () => {
  for (const [id, at] of [
    ['/bucket/7/old+1', '2026-01-01T00:00:00.000Z'],
    ['/bucket/7/new+1', '2026-01-03T00:00:00.000Z'],
    ['/bucket/8/old+1', '2026-01-01T00:00:00.000Z'],
  ] as const) {
    uploads.set(id, new Map())
    initiated.set(id, at)
  }
  await storage.removeUnfinished(7, new Date('2026-01-02T00:00:00Z'))
  expect([...uploads.keys()]).toEqual(['/bucket/7/new+1', '/bucket/8/old+1'])
  uploads.clear()
  initiated.clear()
})

test('parts that an ended server left behind go with their customer', async () => {
  uploads.set('/bucket/7/2026-01/half+1', new Map([[1, Buffer.from('half')]]))
  uploads.set('/bucket/77/2026-01/half+1', new Map())
  await storage.removeAll(7)
  expect([...uploads.keys()]).toEqual(['/bucket/77/2026-01/half+1'])
  uploads.clear()
})

test('a store that is away is told as such', async () => {
  const gone = s3Storage({ endpoint: 'http://127.0.0.1:9', bucket: 'bucket', region: 'eu-west-3', accessKeyId: 'key', secretAccessKey: 'secret' })
  await expect(gone.open('1/2026-01/abc')).rejects.toMatchObject({ status: 'UNAVAILABLE', key: 'kit.errors.storage_unavailable' })
})
