import { afterAll, beforeAll, expect, test } from 'vitest'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import { detectType } from './detect-type.ts'
import { attachment, fileRoutes } from './file-routes.ts'
import { purgeFiles } from './purge-files.ts'
import { maxFileBytes } from './upload.ts'

let kit: KitApp
const warned: string[] = []
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

beforeAll(async () => {
  kit = await kitApp(({ api, resources, storage }) => {
    fileRoutes(api, resources, storage)
    const refusing = {
      ...storage,
      removeUnfinished: async () => {
        throw new Error('403 to a listing')
      },
    }
    return [purgeFiles(refusing, ({ err }) => warned.push(String(err)))]
  })
})
afterAll(() => kit.close())

const uploaded = async (caller = {}) => (await kit.upload('/file', 'preuve été.png', png, caller)).body.object as unknown as { id: number }

test('an uploaded file comes back byte for byte, as an attachment that keeps its name', async () => {
  const { status, body } = await kit.upload('/file', '../../preuve été.png', png)
  expect([status, body.object]).toEqual([200, { id: expect.any(Number), name: 'preuve été.png', size: png.length, mime: 'image/png' }])
  const answer = await kit.call('GET', `/file/${String((body.object as unknown as { id: number }).id)}/download`)
  expect(answer.raw.equals(png)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-length': String(png.length),
    'content-disposition': `attachment; filename="preuve ete.png"; filename*=UTF-8''preuve%20%C3%A9t%C3%A9.png`,
  })
})

test('before it is attached only its uploader reads it, afterwards whoever reads its object', async () => {
  const { id } = await uploaded()
  const download = (caller: object) => kit.call('GET', `/file/${id}/download`, undefined, caller).then((answer) => answer.status)
  expect(await download({ member: 2 })).toBe(404)
  expect(await download({ customer: 'B' })).toBe(404)
  const created = await kit.call('POST', '/thing', { name_en: 'With proof', proofs: [id] })
  expect(created.body.object).toMatchObject({ proofs: [{ id, name: 'preuve été.png' }] })
  expect([await download({ member: 1 }), await download({ member: 2 }), await download({ member: 3 }), await download({ customer: 'B' })]).toEqual([
    200, 404, 403, 404,
  ])
})

test('nobody attaches a file that another person uploaded', async () => {
  const { id } = await uploaded({ member: 2 })
  const refused = await kit.call('POST', '/thing', { name_en: 'Stolen', proofs: [id] })
  expect([refused.status, refused.body.errors]).toEqual([400, { proofs: ['The chosen element does not exist, or you do not have access to it'] }])
})

interface Attached {
  readonly id: number
  readonly version: number
  readonly proofs: readonly { readonly id: number; readonly name: string; readonly comment: string | null }[]
}
const attached = (answer: { body: { object?: unknown } }) => answer.body.object as Attached
const historyOf = async (id: number) => (await kit.call('GET', `/thing/${id}/history`)).body.objects as unknown as { changes: { field: string }[] }[]

test('what is said of a file comes with it or later, stays when only its id is given, and makes a version when it changes', async () => {
  const [first, second, third] = [await uploaded(), await uploaded(), await uploaded()]
  const made = attached(
    await kit.call('POST', '/thing', { name_en: 'Said', proofs: [{ id: first.id, comment: 'Signed by both' }, second.id, { id: third.id }] }),
  )
  expect(made.proofs.map(({ comment }) => comment)).toEqual(['Signed by both', null, null])
  const put = async (proofs: unknown[]) => attached(await kit.call('PUT', `/thing/${made.id}`, { proofs }))
  const commented = await put([first.id, { id: second.id, comment: 'Page 3' }, third.id])
  expect([commented.version, commented.proofs.map(({ comment }) => comment)]).toEqual([made.version + 1, ['Signed by both', 'Page 3', null]])
  // Nothing new is no version.
  expect((await put([first.id, { id: second.id, comment: 'Page 3' }, third.id])).version).toBe(commented.version)
  const emptied = await put([
    { id: first.id, comment: '' },
    { id: second.id, comment: null },
  ])
  expect([emptied.version, emptied.proofs.map(({ id, comment }) => [id, comment])]).toEqual([
    commented.version + 1,
    [
      [first.id, null],
      [second.id, null],
    ],
  ])
  const name = 'preuve été.png'
  expect((await historyOf(made.id)).map(({ changes }) => changes.filter(({ field }) => field === 'proofs'))).toEqual([
    [
      {
        field: 'proofs',
        before: name,
        after: null,
        comments: [
          { name, before: 'Signed by both', after: null },
          { name, before: 'Page 3', after: null },
        ],
      },
    ],
    [{ field: 'proofs', before: null, after: null, comments: [{ name, before: null, after: 'Page 3' }] }],
    [{ field: 'proofs', before: null, after: `${name}, ${name}, ${name}`, comments: [{ name, before: null, after: 'Signed by both' }] }],
  ])
})

test('what cannot be said of a file is refused where it stands, and a stale version keeps what others said', async () => {
  const { id: file } = await uploaded()
  const { id, version } = attached(await kit.call('POST', '/thing', { name_en: 'Refusing', proofs: [file] }))
  const refused = async (proofs: unknown) => (await kit.call('PUT', `/thing/${id}`, { proofs })).body.errors
  expect(await refused([{ id: file, comment: 'x'.repeat(1001) }])).toEqual({ 'proofs.0.comment': ['Too big: 1,000 characters at most'] })
  expect(await refused([{ id: file, comment: 'a\u0000b' }])).toHaveProperty(['proofs.0.comment'])
  expect(await refused([{ id: file, comment: 3 }])).toHaveProperty(['proofs.0.comment'])
  expect(await refused([{ id: file, comment: 'x', name: 'other.png' }])).toHaveProperty(['proofs.0.name'])
  expect(await refused([{ comment: 'x' }])).toHaveProperty(['proofs.0.id'])
  expect(await refused([file, { id: file, comment: 'x' }])).toHaveProperty(['proofs'])
  expect((await kit.call('PUT', `/thing/${id}`, { proofs: [{ id: file, comment: 'x'.repeat(1000) }] })).status).toBe(200)
  expect((await kit.call('PUT', `/thing/${id}`, { proofs: [{ id: file, comment: 'Late' }], version })).status).toBe(409)
})

test('nothing is said of a file that is not one’s own to attach: another organisation’s, another person’s, or one that stands elsewhere', async () => {
  const [theirs, others, elsewhere] = [await uploaded({ customer: 'B' }), await uploaded({ member: 2 }), await uploaded()]
  const { id: owner } = attached(await kit.call('POST', '/thing', { name_en: 'Owner', proofs: [{ id: elsewhere.id, comment: 'Ours' }] }))
  for (const { id } of [theirs, others, elsewhere]) {
    const { status, body } = await kit.call('POST', '/thing', { name_en: 'Taking', proofs: [{ id, comment: 'Taken' }] })
    expect([status, body.errors]).toEqual([400, { proofs: ['The chosen element does not exist, or you do not have access to it'] }])
  }
  expect(attached(await kit.call('GET', `/thing/${owner}`)).proofs).toMatchObject([{ comment: 'Ours' }])
  const { rows } = await kit.owner.query<{ said: number; held: number }>(
    `select count(comment)::int as said, count(object_id)::int as held from file where id in (${theirs.id}, ${others.id})`,
  )
  expect(rows).toEqual([{ said: 0, held: 0 }])
})

test('a bulk edit says something of files and its undo takes that back; a copy has none of them', async () => {
  const { id: file } = await uploaded()
  const { id, version } = attached(await kit.call('POST', '/thing', { name_en: 'In bulk', proofs: [{ id: file, comment: 'Before' }] }))
  const edited = await kit.call('PUT', '/thing/bulk', { rows: [{ id, version }], changes: { proofs: [{ id: file, comment: 'After' }] } })
  const now = async () => attached(await kit.call('GET', `/thing/${id}`)).proofs[0]?.comment
  expect([edited.status, await now()]).toEqual([200, 'After'])
  expect((await kit.call('POST', `/thing/bulk/undo`, { undo: (edited.body.object as unknown as { undo: string }).undo })).status).toBe(200)
  expect(await now()).toBe('Before')
  expect(attached(await kit.call('POST', '/thing/fork', { id })).proofs).toEqual([])
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

test('files that nobody attached are forgotten after a day, attached and detached ones stay, also where unfinished uploads are not listed', async () => {
  const [left, attached, young] = [await uploaded(), await uploaded(), await uploaded()]
  const { body } = await kit.call('POST', '/thing', { name_en: 'Detaching', proofs: [attached.id] })
  const { id, version } = body.object as unknown as { id: number; version: number }
  await kit.call('PUT', `/thing/${id}`, { proofs: [], version })
  await kit.owner.query(
    `begin; set local app.customer_id = '${kit.customers.A}'; update file set created_at = moment() - interval '2 days' where id in (${left.id}, ${attached.id}); commit`,
  )
  await kit.db.transaction(kit.customers.A, async (tx) => {
    tx.act(kit.who())
    tx.enqueue({ name: 'files.purge', data: {} })
  })
  await kit.queue.drain()
  const statuses = await Promise.all([left, attached, young].map(async (file) => (await kit.call('GET', `/file/${file.id}/download`)).status))
  expect(statuses).toEqual([404, 200, 200])
  expect(new Set(warned)).toEqual(new Set(['Error: 403 to a listing']))
})

test('without a session nothing is received', async () => {
  expect((await kit.app.inject({ method: 'POST', url: '/api/file', payload: {} })).statusCode).toBe(401)
})
