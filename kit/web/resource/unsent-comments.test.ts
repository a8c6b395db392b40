import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session, type SessionUser } from '#kit/web/api/session.ts'
import { unsentComments } from './unsent-comments.ts'

const device = new Map<string, string>()
const fetched = vi.fn<typeof fetch>()
const texts = () => fetched.mock.calls.map(([, init]) => (JSON.parse(String(init?.body)) as { text: string }).text)
const keys = () => fetched.mock.calls.map(([, init = {}]) => (init.headers as Record<string, string>)['idempotency-key'])
const answer = (status: number, body: unknown) => fetched.mockImplementationOnce(async () => new Response(JSON.stringify(body), { status }))
const write = (text: string) => unsentComments.add('gap', 3, { text, chosen: [] })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { pathname: '/ops/gaps/all' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => device.get(key) ?? null,
    setItem: (key: string, value: string) => device.set(key, value),
    removeItem: (key: string) => device.delete(key),
  })
  session.set({ context: '3.7.NORMAL', pending: [] as const } as unknown as SessionUser)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
  device.clear()
  session.set(null)
})

test('what is written while nothing answers waits on the device under one key, and goes in its order once', async () => {
  fetched.mockRejectedValue(new TypeError('fetch'))
  write('One')
  write('Two')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(device.get('vigie.comments.3.7.NORMAL')).toContain('Two')
  expect(new Set(texts())).toEqual(new Set(['One']))
  expect(new Set(keys()).size).toBe(1)
  fetched.mockReset()
  answer(200, { ok: true })
  answer(200, { ok: true })
  await vi.advanceTimersByTimeAsync(40_000)
  expect(texts()).toEqual(['One', 'Two'])
  expect([unsentComments.read().waiting, device.size]).toEqual([[], 0])
})

test('one that is taken back is not sent, those behind it are; what the server refuses stays with its reason', async () => {
  fetched.mockRejectedValue(new TypeError('fetch'))
  write('Taken back')
  write('Refused')
  await vi.advanceTimersByTimeAsync(5000)
  fetched.mockReset()
  answer(403, { ok: false, code: 'FORBIDDEN', message: 'No more' })
  unsentComments.drop(unsentComments.read().waiting[0]?.key ?? '')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(texts()).toEqual(['Refused'])
  expect(unsentComments.read().waiting).toMatchObject([{ text: 'Refused', why: 'No more' }])
})

test('what is being written is kept until it is empty', () => {
  unsentComments.draft('gap', 3, { text: 'Half', chosen: [] })
  expect(unsentComments.draftOf('gap', 3)?.text).toBe('Half')
  unsentComments.draft('gap', 3, { text: '', chosen: [] })
  expect([unsentComments.draftOf('gap', 3), device.size]).toEqual([undefined, 0])
})
