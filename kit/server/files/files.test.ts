import { afterAll, beforeAll, expect, test } from 'vitest'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import { detectType } from './detect-type.ts'
import { attachment, fileRoutes } from './file-routes.ts'
import { purgeFiles } from './purge-files.ts'
import { maxFileBytes } from './upload.ts'

let kit: KitApp
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

beforeAll(async () => {
  kit = await kitApp(({ api, resources, storage }) => {
    fileRoutes(api, resources, storage)
    return [purgeFiles(storage)]
  })
})
afterAll(() => kit.close())

const uploaded = async (asking = {}) => (await kit.upload('/file', 'preuve été.png', png, asking)).body.object as unknown as { id: number }

test('an uploaded file comes back byte for byte, as an attachment that keeps its name', async () => {
  const { status, body } = await kit.upload('/file', '../../preuve été.png', png)
  expect([status, body.object]).toEqual([200, { id: expect.any(Number), name: 'preuve été.png', size: png.length, mime: 'image/png' }])
  const answer = await kit.call('GET', `/file/${String((body.object as unknown as { id: number }).id)}/download`)
  expect(answer.raw.equals(png)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png', 'x-content-type-options': 'nosniff', 'content-length': String(png.length),
    'content-disposition': `attachment; filename="preuve ete.png"; filename*=UTF-8''preuve%20%C3%A9t%C3%A9.png`,
  })
})

test('before it is attached only its uploader reads it, afterwards whoever reads its object', async () => {
  const { id } = await uploaded()
  const download = (asking: object) => kit.call('GET', `/file/${id}/download`, undefined, asking).then((answer) => answer.status)
  expect(await download({ member: 2 })).toBe(404)
  expect(await download({ customer: 'B' })).toBe(404)
  const created = await kit.call('POST', '/thing', { name_en: 'With proof', proofs: [id] })
  expect(created.body.object).toMatchObject({ proofs: [{ id, name: 'preuve été.png' }] })
  expect([await download({ member: 1 }), await download({ member: 2 }), await download({ member: 3 }), await download({ customer: 'B' })]).toEqual([200, 404, 403, 404])
})

test('nobody attaches a file that another person uploaded', async () => {
  const { id } = await uploaded({ member: 2 })
  const refused = await kit.call('POST', '/thing', { name_en: 'Stolen', proofs: [id] })
  expect([refused.status, refused.body.errors]).toEqual([400, { proofs: ['The chosen element does not exist or is out of your reach'] }])
})

test('wrong types, disguises, empty, missing and oversized files are refused and leave nothing', async () => {
  const refused = async (name: string, content: Buffer) => (await kit.upload('/file', name, content)).body
  expect(await refused('page.html', Buffer.from('<script>'))).toMatchObject({ ok: false, errors: { file: ['Invalid file type'] } })
  expect(await refused('image.pdf', png)).toMatchObject({ errors: { file: ['Invalid file type'] } })
  expect(await refused('empty.txt', Buffer.alloc(0))).toMatchObject({ errors: { file: ['No file provided'] } })
  expect((await kit.call('POST', '/file', {})).body).toMatchObject({ errors: { file: ['No file provided'] } })
  expect(await refused('big.txt', Buffer.alloc(maxFileBytes + 1, 'a'))).toMatchObject({ code: 'TOO_LARGE', message: 'File too big' })
  expect((await kit.upload('/file', 'exact.txt', Buffer.alloc(maxFileBytes, 'a'))).status).toBe(200)
})

test('the type follows from the content and the name together', async () => {
  expect(await detectType('a.csv', Buffer.from('é;b\r\n1;2'))).toBe('text/csv')
  expect(await detectType('a.txt', Buffer.from('\uFEFFété', 'utf16le'))).toBe('text/plain')
  expect(await detectType('a.txt', png)).toBe(null)
  expect(await detectType('a.JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]))).toBe('image/jpeg')
  expect(await detectType('a.msg', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))).toBe('application/vnd.ms-outlook')
  expect(await detectType('constructor', png)).toBe(null)
})

test('a name cannot break out of its header', () => {
  expect(attachment('a"; filename=b\r\n.txt')).toBe(`attachment; filename="a_; filename=b__.txt"; filename*=UTF-8''a%22%3B%20filename%3Db%0D%0A.txt`)
})

test('files that nobody attached are forgotten after a day, attached and detached ones stay', async () => {
  const [left, attached, young] = [await uploaded(), await uploaded(), await uploaded()]
  const { body } = await kit.call('POST', '/thing', { name_en: 'Detaching', proofs: [attached.id] })
  const { id, version } = body.object as unknown as { id: number; version: number }
  await kit.call('PUT', `/thing/${id}`, { proofs: [], version })
  await kit.owner.query(`begin; set local app.customer_id = '${kit.customers.A}'; update file set created_at = now() - interval '2 days' where id in (${left.id}, ${attached.id}); commit`)
  await kit.db.transaction(kit.customers.A, async (tx) => {
    tx.act(kit.who())
    tx.enqueue({ name: 'files.purge', data: {} })
  })
  await kit.queue.drain()
  const statuses = await Promise.all([left, attached, young].map(async (file) => (await kit.call('GET', `/file/${file.id}/download`)).status))
  expect(statuses).toEqual([404, 200, 200])
})

test('without a session nothing is received', async () => {
  expect((await kit.app.inject({ method: 'POST', url: '/api/file', payload: {} })).statusCode).toBe(401)
})
