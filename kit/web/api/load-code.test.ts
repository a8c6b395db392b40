import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connection } from './connection.ts'
import { loadCode } from './load-code.ts'

const fetched = vi.fn<typeof fetch>()
const ready = () => new Response('{"ok":true}', { status: 200 })
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  // Moments of the connection, which other files of the same run have left, are those of the real clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { pathname: '/org' })
  vi.stubGlobal('document', { querySelectorAll: () => [] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test('code that does not come without a network waits for it, which is said, and comes when it is back', async () => {
  for (let n = 0; n < 6; n += 1) fetched.mockRejectedValueOnce(new TypeError('failed'))
  fetched.mockImplementation(async () => ready())
  const load = vi.fn<() => Promise<string>>().mockImplementationOnce(lost).mockResolvedValue('code')
  const loaded = loadCode(load)
  await vi.advanceTimersByTimeAsync(2000)
  expect([load.mock.calls.length, connection.get()]).toEqual([1, true])
  expect(connection.since()).toBeInstanceOf(Date)
  await vi.advanceTimersByTimeAsync(120_000)
  await expect(loaded).resolves.toBe('code')
  expect([load.mock.calls.length, connection.get()]).toEqual([2, false])
})

test('what waits is asked for at once when somebody says so', async () => {
  for (let n = 0; n < 3; n += 1) fetched.mockRejectedValueOnce(new TypeError('failed'))
  fetched.mockImplementation(async () => ready())
  const loaded = loadCode(vi.fn<() => Promise<string>>().mockImplementationOnce(lost).mockResolvedValue('code'))
  for (let n = 0; n < 4; n += 1) {
    await vi.advanceTimersByTimeAsync(10)
    connection.tryNow()
  }
  await expect(loaded).resolves.toBe('code')
  expect(fetched).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(1000)
})

test('code that a server which answers does not have is gone', async () => {
  fetched.mockImplementation(async () => ready())
  await expect(loadCode(lost)).rejects.toThrow('Failed to fetch')
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/ready'])
})
