import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, ApiError } from './client.ts'
import { connection } from './connection.ts'
import { elsewhere } from './session-elsewhere.ts'
import { session, type SessionUser } from './session.ts'

const fetched = vi.fn<typeof fetch>()
const user = { name: 'Ada', context: '3.7.NORMAL', pending: [] as const } as unknown as SessionUser
const answer = (status: number, body: unknown = { ok: status < 400, message: 'Said', code: 'WORD' }, headers: Record<string, string> = {}) =>
  fetched.mockImplementationOnce(async () => new Response(JSON.stringify(body), { status, headers }))
const headersOf = (call: number) => fetched.mock.calls[call]?.[1]?.headers as Record<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { pathname: '/org' })
  session.set(user)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  fetched.mockReset()
  elsewhere.set(null)
  session.set(null)
})

test('every call says for what its page stands: reads, writes, uploads, downloads', async () => {
  for (let n = 0; n < 4; n += 1) answer(200, { ok: true })
  await api.get('/perimeter')
  await api.post('/perimeter/page', {})
  await api.upload('/file', new File(['x'], 'x.txt'))
  await api.del('/perimeter/1')
  expect([0, 1, 2, 3].map((n) => headersOf(n)['x-vigie-context'])).toEqual(Array(4).fill('3.7.NORMAL'))
  // A page that is still there after its session has ended stands for what it did.
  session.set(null)
  for (let n = 0; n < 2; n += 1) answer(200, { ok: true })
  await api.get('/perimeter')
  await api.get('/auth/check', { context: null })
  expect(headersOf(4)['x-vigie-context']).toBe('3.7.NORMAL')
  expect(headersOf(5)).not.toHaveProperty('x-vigie-context')
})

test('a page whose session is elsewhere asks for nothing more, but where that is', async () => {
  answer(409, { ok: false, code: 'CONTEXT_CHANGED', message: 'Elsewhere' })
  await expect(api.get('/perimeter')).rejects.toMatchObject({ code: 'CONTEXT_CHANGED' })
  expect(elsewhere.get()).toBe('unknown')
  await expect(api.post('/perimeter', {})).rejects.toMatchObject({ code: 'CONTEXT_CHANGED' })
  expect(fetched).toHaveBeenCalledTimes(1)
  answer(200, { ok: true, user })
  await api.get('/auth/check', { context: null })
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a read waits while the server is away, as long as it asks for, and says so until it is back', async () => {
  answer(503, undefined, { 'retry-after': '5' })
  fetched.mockRejectedValueOnce(new TypeError('failed'))
  answer(504)
  answer(200, { ok: true, objects: [] })
  const read = api.get('/perimeter')
  await vi.advanceTimersByTimeAsync(4900)
  expect([fetched.mock.calls.length, connection.get()]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(200)
  expect(fetched).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(read).resolves.toMatchObject({ ok: true })
  expect([fetched.mock.calls.length, connection.get()]).toEqual([4, false])
})

test('what is said while the server is away does not blink each time that a call is made again', async () => {
  const reported: boolean[] = []
  const stop = connection.subscribe(() => reported.push(connection.get()))
  for (let n = 0; n < 3; n += 1) fetched.mockImplementationOnce(() => new Promise((_, fail) => setTimeout(() => fail(new TypeError('failed')), 100)))
  answer(200, { ok: true })
  const read = api.get('/perimeter')
  await vi.advanceTimersByTimeAsync(60_000)
  await read
  stop()
  expect(reported).toEqual([true, false])
})

test('what waits is asked again as soon as something else is answered, and a read that alone fails gives up', async () => {
  for (let n = 0; n < 3; n += 1) fetched.mockRejectedValueOnce(new TypeError('failed'))
  answer(200, { ok: true })
  answer(200, { ok: true, late: true })
  const late = api.get('/late')
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetched).toHaveBeenCalledTimes(3)
  await api.get('/other')
  await expect(late).resolves.toMatchObject({ late: true })
  // The heavy one alone is refused, however often.
  fetched.mockReset()
  fetched.mockImplementation(
    async (url) => new Response(JSON.stringify({ ok: false, code: 'BUSY', message: 'Busy' }), { status: url === '/api/heavy' ? 503 : 200 }),
  )
  const heavy = api.get('/heavy').catch((reason: unknown) => reason)
  await api.get('/other')
  for (let n = 0; n < 8; n += 1) {
    await vi.advanceTimersByTimeAsync(30_000)
    await api.get('/other')
  }
  await expect(heavy).resolves.toMatchObject({ status: 503, code: 'BUSY' })
  expect(connection.get()).toBe(false)
})

test('a read that is called off waits no longer', async () => {
  fetched.mockRejectedValue(new TypeError('failed'))
  const control = new AbortController()
  const read = api.get('/perimeter', { signal: control.signal }).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(3000)
  control.abort()
  await expect(read).resolves.toMatchObject({ name: 'AbortError' })
  expect(connection.get()).toBe(false)
})

test('a create is sent again under the same name, then given back with what was typed, and the same submission keeps its name', async () => {
  fetched.mockRejectedValue(new TypeError('failed'))
  const first = api.post('/perimeter', { name_en: 'Lyon' }).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(20_000)
  const failure = await first
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 0 })
  const named = () => fetched.mock.calls.flatMap(([url], call) => (url === '/api/perimeter' ? [headersOf(call)['idempotency-key']] : []))
  expect(named()).toHaveLength(3)
  expect(new Set(named()).size).toBe(1)
  const key = named()[0]
  fetched.mockReset()
  fetched.mockImplementation(async () => new Response('{"ok":true}'))
  await api.post('/perimeter', { name_en: 'Lyon' })
  await api.post('/perimeter', { name_en: 'Lyon' })
  expect(named()[0]).toBe(key)
  expect(named()[1]).not.toBe(key)
  await vi.runAllTimersAsync()
})

test('what changes a row is never sent twice by itself, nor anything of one’s own account kept', async () => {
  fetched.mockRejectedValue(new TypeError('failed'))
  await expect(api.put('/perimeter/1', {})).rejects.toMatchObject({ status: 0 })
  await expect(api.post('/user/password', { password: 'secret' })).rejects.toMatchObject({ status: 0 })
  const writes = fetched.mock.calls.filter(([url]) => url !== '/api/ready')
  expect(writes).toHaveLength(2)
  for (const [, request] of writes) expect(request?.headers).not.toHaveProperty('idempotency-key')
  expect(fetched.mock.calls.filter(([url]) => url === '/api/ready')).toHaveLength(1)
  fetched.mockReset()
  fetched.mockImplementation(async () => new Response('{"ok":true}'))
  await vi.runAllTimersAsync()
})

test('a write that lasts is the same one until it is answered, and says when it is made again', async () => {
  fetched.mockRejectedValue(new TypeError('fetch'))
  const stop = new AbortController()
  const done = api.post('/gap/3/comments', { text: 'Said' }, { lasting: true, signal: stop.signal, key: 'one' })
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.nextTry()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched.mock.calls.length).toBeGreaterThan(4)
  fetched.mockReset()
  answer(200, { ok: true, object: {} })
  connection.tryNow()
  await expect(done).resolves.toMatchObject({ ok: true })
  expect([headersOf(0)['idempotency-key'], connection.nextTry()]).toEqual(['one', undefined])
})
