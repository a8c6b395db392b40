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

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const url = request.url ?? ''
      authorizations.push(request.headers.authorization ?? '')
      if (!url.startsWith('/bucket/')) return response.writeHead(404).end()
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
      return found ? response.end(request.method === 'GET' ? found : '') : response.writeHead(404).end()
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  storage = s3Storage({ endpoint: `http://127.0.0.1:${port}`, bucket: 'bucket', region: 'eu-west-3', accessKeyId: 'key', secretAccessKey: 'secret' })
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

test('a store that is away is told as such', async () => {
  const gone = s3Storage({ endpoint: 'http://127.0.0.1:9', bucket: 'bucket', region: 'eu-west-3', accessKeyId: 'key', secretAccessKey: 'secret' })
  await expect(gone.open('1/2026-01/abc')).rejects.toMatchObject({ status: 'UNAVAILABLE', key: 'kit.errors.storage_unavailable' })
})
