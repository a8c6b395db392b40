import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  // All within one minute.
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
  return app.close()
})

/** Uploads from one address, each in the name of another; answers how many were throttled. */
async function throttled(remoteAddress: string): Promise<number> {
  let count = 0
  for (let n = 0; n < 125; n += 1) {
    const headers = { 'x-vigie': '1', 'content-type': 'multipart/form-data; boundary=x', 'x-forwarded-for': `203.0.113.${n}` }
    const { statusCode } = await app.http.inject({ method: 'POST', url: '/api/file', remoteAddress, headers, payload: '--x--\r\n' })
    if (statusCode === 429) count += 1
  }
  return count
}

test('nobody but a trusted proxy slips past the limits of an address by naming others', async () => {
  expect(await throttled('192.168.4.4')).toBe(5)
  expect(await throttled('127.0.0.1')).toBe(0)
})

test('nobody slips past them by inventing sessions, nor do real ones use them up', async () => {
  const pilot = await app.member((await app.customer()).id, 'global_pilote')
  const remoteAddress = '192.168.4.5'
  const send = async (cookie: string) => {
    const headers = { 'x-vigie': '1', 'content-type': 'multipart/form-data; boundary=x', cookie }
    return (await app.http.inject({ method: 'POST', url: '/api/file', remoteAddress, headers, payload: '--x--\r\n' })).statusCode
  }
  const refusals = async (count: number, cookie: (n: number) => string) => {
    const statuses: number[] = []
    for (let n = 0; n < count; n += 1) statuses.push(await send(cookie(n)))
    return statuses.filter((status) => status === 429).length
  }
  expect(await refusals(125, () => `vigie_session=${pilot.customerId}.${randomBytes(32).toString('base64url')}`)).toBe(5)
  expect(await refusals(5, (n) => `anything=${n}`)).toBe(5)
  // Once it has been met, a session counts for itself, however its cookie is dressed up.
  expect((await pilot.get('/auth/check')).status).toBe(200)
  expect(await refusals(125, (n) => `other=${n}; ${pilot.cookie}; more=${n}`)).toBe(5)
  // One that was not met yet, or has been found to be over, counts as where it comes from.
  const another = await app.member(pilot.customerId, 'global_pilote')
  expect(await send(another.cookie)).toBe(429)
  await another.get('/auth/check')
  expect(await send(another.cookie)).not.toBe(429)
  await another.post('/auth/logout')
  expect((await another.get('/auth/check')).status).toBe(401)
  expect(await send(another.cookie)).toBe(429)
})
