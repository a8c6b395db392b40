import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from './test-app.ts'

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
