import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { readUpload } from '#kit/server/files/read-upload.ts'
import { en } from '#kit/locales/en.ts'
import { fr } from '#kit/locales/fr.ts'
import { answerErrors } from './answer-errors.ts'
import { secure } from './security.ts'
import { guardWire, wireOptions, type ArrivalLimits } from './wire.ts'
import { translatorFor } from './words.ts'

let app: FastifyInstance
let logged: { level: number; msg: string; err?: unknown }[]
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/** A server on a real port, with one call that reads JSON, one that takes a file and one that waits. */
async function listening(limits: Partial<ArrivalLimits> = {}, held: () => Promise<void> = async () => {}): Promise<void> {
  const translate = translatorFor({ kit: { en, fr } })
  logged = []
  app = fastify({ ...wireOptions(translate), logger: { level: 'info', stream: { write: (line: string) => logged.push(JSON.parse(line)) } } })
  guardWire(app, limits)
  secure(app)
  answerErrors(app, translate)
  await app.register(multipart)
  app.post('/api/thing', async ({ body }) => ({ ok: true, body }))
  app.get('/api/thing', async () => ({ ok: true }))
  app.get('/api/thing/:id', (_, reply) => reply.code(400).send({ ok: false }))
  app.post('/api/file', (request) => readUpload(request, 1000).then(({ bytes }) => ({ ok: true, size: bytes.length })))
  app.get('/api/held', async () => {
    await held()
    return { ok: true }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
}

/** Sends raw bytes and answers all that comes until the server closes, or until `enough` answers have come. */
async function send(
  bytes: string,
  enough?: number,
): Promise<{ socket: Socket; answers: { status: number; headers: string; body: Record<string, unknown> }[] }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  let text = ''
  const came = () => text.split(/(?=HTTP\/1\.1 \d)/).filter((part) => /\r\n\r\n[^]*\}$/.test(part))
  const done = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (enough && came().length >= enough) resolve()
    })
    socket.on('close', () => resolve())
  })
  socket.write(bytes)
  await done
  return {
    socket,
    answers: came().map((part) => ({
      status: Number(part.slice(9, 12)),
      headers: part.split('\r\n\r\n')[0]?.toLowerCase() ?? '',
      body: JSON.parse(part.split('\r\n\r\n')[1] ?? '') as Record<string, unknown>,
    })),
  }
}

const head = 'host: localhost\r\nx-vigie: 1\r\n'
const malformed = { ok: false, code: 'BAD_PARAMETERS', message: 'The request could not be understood' }

test.each([
  ['a line that is no request', 'HELLO\r\n\r\n', 400, malformed],
  ['an unknown method', `JUMP /api/thing HTTP/1.1\r\n${head}\r\n`, 400, malformed],
  ['no host', 'GET /api/thing HTTP/1.1\r\nconnection: close\r\n\r\n', 400, malformed],
  ['two lengths', `POST /api/thing HTTP/1.1\r\n${head}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400, malformed],
  [
    'a chunk without a size',
    `POST /api/thing HTTP/1.1\r\n${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nnot a size\r\n`,
    400,
    malformed,
  ],
  [
    'headers that are too large',
    `GET /api/thing HTTP/1.1\r\n${head}x-long: ${'x'.repeat(40_000)}\r\n\r\n`,
    431,
    { ok: false, code: 'HEADERS_TOO_LARGE', message: 'The headers of the request are too large' },
  ],
  [
    'an address that cannot be decoded',
    `GET /api/%ff HTTP/1.1\r\n${head}connection: close\r\n\r\n`,
    404,
    { ok: false, code: 'NOT_FOUND', message: 'Not found' },
  ],
  ['an address with a slash at its end', `GET /api/thing/ HTTP/1.1\r\n${head}connection: close\r\n\r\n`, 200, { ok: true }],
  ['an unknown address', `GET /api/nothing HTTP/1.1\r\n${head}connection: close\r\n\r\n`, 404, { ok: false, code: 'NOT_FOUND', message: 'Not found' }],
  [
    'a method that an address does not have',
    `DELETE /api/thing HTTP/1.1\r\n${head}connection: close\r\n\r\n`,
    404,
    { ok: false, code: 'NOT_FOUND', message: 'Not found' },
  ],
  [
    'a body of another type',
    `POST /api/thing HTTP/1.1\r\n${head}connection: close\r\ncontent-type: text/x-odd\r\ncontent-length: 2\r\n\r\n{}`,
    400,
    { ok: false, code: 'BAD_PARAMETERS', message: 'Bad parameters' },
  ],
  [
    'a body that is not JSON',
    `POST /api/thing HTTP/1.1\r\n${head}connection: close\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{]`,
    400,
    { ok: false, code: 'BAD_PARAMETERS', message: 'Bad parameters' },
  ],
  [
    'a form that breaks off',
    `POST /api/file HTTP/1.1\r\n${head}connection: close\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 63\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n`,
    400,
    { ok: false, code: 'BAD_PARAMETERS' },
  ],
])('%s is refused in our words, with our headers', async (_, bytes, status, body) => {
  await listening()
  const { answers } = await send(bytes)
  expect(answers).toMatchObject([{ status, body }])
  expect(answers[0]?.headers).toContain('x-content-type-options: nosniff')
  expect(logged.filter(({ level }) => level >= 50)).toEqual([])
})

test('what cannot be read is refused in the language that it asked for', async () => {
  await listening()
  const { answers } = await send('GET /api/thing HTTP/1.1\r\naccept-language: fr-FR\r\nbad header\r\n\r\n')
  expect(answers[0]?.body.message).toBe('La requête n’a pas pu être comprise')
})

test('an expectation that nobody knows is not met, and the call answered', async () => {
  await listening()
  expect((await send(`GET /api/thing HTTP/1.1\r\n${head}expect: magic\r\nconnection: close\r\n\r\n`)).answers).toMatchObject([
    { status: 200, body: { ok: true } },
  ])
})

test('what comes while the server ends is sent elsewhere, in our words, and its connection closed', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await listening({}, () => {
    begun.resolve()
    return held.promise
  })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  socket.write(`GET /api/held HTTP/1.1\r\n${head}\r\n`)
  await begun.promise
  const closing = app.close()
  socket.write(`GET /api/thing HTTP/1.1\r\n${head}\r\n`)
  await expect.poll(() => logged.map(({ msg }) => msg), { interval: 5 }).toContain('not served')
  held.resolve()
  await Promise.all([closing, once(socket, 'close')])
  const [, second] = text.split(/(?=HTTP\/1\.1 \d)/)
  expect(second).toMatch(/^HTTP\/1\.1 503/)
  expect(second?.toLowerCase()).toContain('retry-after: 5')
  expect(second?.toLowerCase()).toContain('connection: close')
  expect(JSON.parse(second?.split('\r\n\r\n')[1] ?? '')).toEqual({
    ok: false,
    code: 'UNAVAILABLE',
    message: 'The server is restarting, please try again shortly',
  })
})

const tooSlow = { status: 408, body: { ok: false, code: 'TOO_SLOW', message: 'The request took too long to arrive' } }
const upload = `POST /api/file HTTP/1.1\r\n${head}content-type: multipart/form-data; boundary=b\r\ncontent-length: 500\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nbegun`

test('a body of which no more comes is given up, and its connection', async () => {
  await listening({ pause: 100 })
  expect((await send(`POST /api/thing HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 500\r\n\r\n{`)).answers).toMatchObject([tooSlow])
  expect((await send(upload)).answers).toMatchObject([tooSlow])
  expect(logged.filter(({ level }) => level >= 40)).toEqual([])
})

test('a body that drips is given up, sooner than an upload is', async () => {
  await listening({ pause: 10_000, body: 150, upload: 400 })
  const dripping = async (bytes: string) => {
    const timer = setInterval(() => sockets.at(-1)?.write('x'), 20)
    try {
      const from = performance.now()
      const { answers } = await send(bytes)
      return { answers, took: performance.now() - from }
    } finally {
      clearInterval(timer)
    }
  }
  const body = await dripping(`POST /api/thing HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{`)
  const file = await dripping(upload.replace('500', '5000'))
  expect([body.answers, file.answers]).toMatchObject([[tooSlow], [tooSlow]])
  expect(file.took).toBeGreaterThan(400)
})

test('a sender who goes away is no unexpected error', async () => {
  await listening()
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.write(upload)
  await expect.poll(() => socket.bytesWritten, { interval: 5 }).toBe(upload.length)
  await new Promise((resolve) => setImmediate(resolve))
  socket.resetAndDestroy()
  await expect.poll(() => logged.map(({ msg }) => msg), { interval: 10 }).toContain('the sender went away')
  expect(logged.filter(({ level }) => level >= 40)).toEqual([])
})

test('after an upload that is refused in the middle its connection serves on', async () => {
  await listening()
  const content = 'x'.repeat(200_000)
  const body = `--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n${content}\r\n--b--\r\n`
  const refused = `POST /api/file HTTP/1.1\r\n${head}content-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  const { answers } = await send(`${refused}GET /api/thing HTTP/1.1\r\n${head}\r\n`, 2)
  expect(answers).toMatchObject([
    { status: 413, body: { code: 'TOO_LARGE' } },
    { status: 200, body: { ok: true } },
  ])
})
