import { Agent, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerErrors } from '#kit/server/http/answer-errors.ts'
import { translatorFor } from '#kit/server/http/words.ts'
import { en } from '#kit/locales/en.ts'
import { fr } from '#kit/locales/fr.ts'
import { folderStorage } from './storage.ts'
import { withUpload } from './upload.ts'

let app: FastifyInstance
let fails = false
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
beforeEach(async () => {
  app = fastify()
  answerErrors(app, translatorFor({ kit: { en, fr } }))
  await app.register(multipart)
  const storage = folderStorage(`${tmpdir()}/vigie-full-disk`)
  const failing = { ...storage, temporary: async () => (fails ? `${tmpdir()}/vigie-no-such-folder/x` : storage.temporary()) }
  app.get('/api/full', () => (existsSync('/dev/full') ? writeFile('/dev/full', 'x') : Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))))
  app.post('/api/file', (request) => withUpload(request, failing, 1_000_000, async ({ size }) => ({ ok: true, size })))
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  agent.destroy()
  await app.close()
})

const content = 'x'.repeat(900_000)
const body = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${content}\r\n--b--\r\n`

/** One upload; answers by which local port it went, too. */
function upload(): Promise<{ status: number; body: object; from: number | undefined }> {
  return new Promise((resolve, reject) => {
    const request = send(
      {
        agent,
        port: (app.server.address() as AddressInfo).port,
        method: 'POST',
        path: '/api/file',
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': body.length },
      },
      (answer) => {
        let text = ''
        const from = request.socket?.localPort
        answer.on('data', (chunk) => {
          text += String(chunk)
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) as object, from }))
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

test('a disk that is full is told as what it is, and when to come back', async () => {
  const answer = await app.inject({ url: '/api/full' })
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '5',
    { ok: false, code: 'UNAVAILABLE', message: 'There is no space left to save this: tell whoever operates the server' },
  ])
})

test('an upload that cannot be written is answered, and its connection serves the next one', async () => {
  fails = true
  const first = await upload()
  expect(first.status).toBe(500)
  fails = false
  expect(await upload()).toMatchObject({ status: 200, body: { ok: true, size: content.length }, from: first.from })
})
