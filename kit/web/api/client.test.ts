import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { api, ApiError, filledRoute } from './client.ts'
import { queryClient, renewed } from './queries.ts'
import { session, type SessionUser } from './session.ts'

const resetMeasure = defineCall('POST /measure/{id}/reset', {
  right: 'measure.reset',
  summary: 'Reset a measure',
  body: z.object({ reason: z.string() }),
  answer: z.object({ object: z.object({ id: z.number() }) }),
})
const ping = defineCall('GET /ping', { right: 'session', summary: 'Ping', answer: z.object({}) })

const fetched = vi.fn<typeof fetch>()
const answer = (status: number, body: unknown) => fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
const sent = () => fetched.mock.lastCall as [string, RequestInit & { headers: Record<string, string> }]

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { pathname: '/org/security-bases/12/measures' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
  session.set(null)
})

test('a declared call fills its route and carries the headers that the server asks of a write', async () => {
  answer(200, { ok: true, object: { id: 3 } })
  const { object } = await api.call<typeof resetMeasure>('POST /measure/{id}/reset', {
    params: { id: 3 },
    body: { reason: 'wrong' },
  })
  expect(object.id).toBe(3)
  const [url, { method, headers, body }] = sent()
  expect([url, method, body]).toEqual(['/api/measure/3/reset', 'POST', '{"reason":"wrong"}'])
  expect(headers).toMatchObject({
    'x-vigie': '1',
    'x-page': '/org/security-bases/:id/measures',
    'content-type': 'application/json',
  })
})

test('what an answer names as touched is read again where it is on screen, by nobody’s naming', async () => {
  const reads = { plan: 0, member: 0 }
  const watch = (name: keyof typeof reads) =>
    new QueryObserver(queryClient, { queryKey: [name, 'page'], queryFn: async () => (reads[name] += 1), staleTime: Infinity }).subscribe(() => {})
  const ends = [watch('plan'), watch('member')]
  await vi.waitFor(() => expect(reads).toEqual({ plan: 1, member: 1 }))
  fetched.mockResolvedValueOnce(new Response('{"ok":true}', { headers: { 'x-vigie-touched': 'action,plan' } }))
  await api.put('/action/1', {})
  await renewed()
  expect(reads).toEqual({ plan: 2, member: 1 })
  // What was refused was sent from something old; what was answered before says no more what it touched.
  answer(409, { ok: false, message: 'Changed meanwhile', code: 'STALE' })
  await api.put('/member/1', {}).catch(() => {})
  await renewed()
  expect(reads).toEqual({ plan: 2, member: 2 })
  fetched.mockResolvedValueOnce(new Response('{"ok":true}', { headers: { 'idempotency-replayed': 'true' } }))
  await api.post('/action', {})
  await renewed()
  expect(reads).toEqual({ plan: 3, member: 3 })
  // A post that asks names nothing, and may be what a query on screen does.
  answer(200, { ok: true })
  await api.post('/plan/similar', {})
  await renewed()
  expect(reads).toEqual({ plan: 3, member: 3 })
  for (const end of ends) end()
})

test('a call is checked against its declaration by the compiler', () => {
  // @ts-expect-error the body is missing
  const withoutBody = () => api.call<typeof resetMeasure>('POST /measure/{id}/reset', { params: { id: 3 } })
  // @ts-expect-error the parameter is missing
  const withoutParams = () => api.call<typeof resetMeasure>('POST /measure/{id}/reset', { body: { reason: '' } })
  // @ts-expect-error another route
  const otherRoute = () => api.call<typeof ping>('GET /pong')
  const right = () => api.call<typeof ping>('GET /ping')
  expect([withoutBody, withoutParams, otherRoute, right]).toHaveLength(4)
})

test('a refusal keeps its words, code, fields and object', async () => {
  answer(409, { ok: false, message: 'Changed meanwhile', code: 'STALE', errors: { name: ['Taken'] }, object: { id: 1 } })
  const refusal = await api.put('/action/1', {}).catch((reason: unknown) => reason)
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({
    status: 409,
    code: 'STALE',
    message: 'Changed meanwhile',
    errors: { name: ['Taken'] },
    object: { id: 1 },
  })
})

test('a 403 without words of its own means that the session has expired (ACC-35)', async () => {
  fetched.mockResolvedValueOnce(new Response('<html>', { status: 403 }))
  await expect(api.get('/x')).rejects.toMatchObject({ status: 403, message: translate('kit.errors.session_expired') })
  answer(403, { ok: false, message: 'Not yours', code: 'FORBIDDEN' })
  await expect(api.get('/x')).rejects.toMatchObject({ status: 403, message: 'Not yours' })
})

test('an unreachable server and an answer that is not ours are failures to be tried later', async () => {
  fetched.mockRejectedValueOnce(new TypeError('failed'))
  await expect(api.get('/x')).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
  fetched.mockResolvedValueOnce(new Response('<html>', { status: 502 }))
  await expect(api.get('/x')).rejects.toMatchObject({ status: 502, code: 'INTERNAL' })
})

test('a 401 ends the session, and only a session that there was', async () => {
  const ended = vi.fn()
  const stop = session.subscribe(ended)
  answer(401, { ok: false, message: 'Invalid credentials', code: 'UNAUTHENTICATED' })
  await api.post('/auth/login', {}).catch(() => null)
  expect(ended).not.toHaveBeenCalled()
  session.set({ name: 'Ada' } as SessionUser)
  answer(401, { ok: false, message: 'Expired', code: 'UNAUTHENTICATED' })
  await api.get('/action').catch(() => null)
  expect(session.get()).toBeNull()
  expect(ended).toHaveBeenCalledTimes(2)
  stop()
})

test('an empty query value is left out, a list is joined', async () => {
  answer(200, { ok: true })
  await api.get('/perimeter/options', { query: { search: 'é&', ids: [1, 2], limit: undefined, tag: null } })
  expect(sent()[0]).toBe('/api/perimeter/options?search=%C3%A9%26&ids=1%2C2')
})

test('a missing route parameter is an error of the programmer', () => {
  expect(() => filledRoute('/a/{id}')).toThrow('needs id')
  expect(filledRoute('/a/{id}', { id: 'x/y' })).toBe('/a/x%2Fy')
})

test('what carries a tag is asked for by it, and answered anew only when it is another', async () => {
  const page = (tag: string, name: string) =>
    fetched.mockResolvedValueOnce(new Response(JSON.stringify({ ok: true, objects: [{ name }] }), { headers: { etag: tag } }))
  page('"1"', 'First')
  await api.get('/label/options', { query: { limit: 50 } })
  expect(sent()[1].headers).not.toHaveProperty('if-none-match')
  fetched.mockResolvedValueOnce(new Response(null, { status: 304, headers: { etag: '"1"' } }))
  expect(await api.get('/label/options', { query: { limit: 50 } })).toEqual({ ok: true, objects: [{ name: 'First' }] })
  expect(sent()[1].headers['if-none-match']).toBe('"1"')
  page('"2"', 'Second')
  expect(await api.get('/label/options', { query: { limit: 50 } })).toEqual({ ok: true, objects: [{ name: 'Second' }] })
  page('"3"', 'Other')
  await api.get('/label/options', { query: { limit: 20 } })
  expect(sent()[1].headers).not.toHaveProperty('if-none-match')
})

test('any write to a type makes what was read of it out of date, and a question does not', async () => {
  const read = (entity: string) => queryClient.setQueryData([entity, 'options', ''], {})
  const stale = (entity: string) => queryClient.getQueryState([entity, 'options', ''])?.isInvalidated
  const writes = [
    ['POST', '/label'],
    ['PUT', '/label/7'],
    ['DELETE', '/label/7'],
    ['PUT', '/label/bulk'],
    ['POST', '/label/fork'],
  ] as const
  for (const [verb, path] of writes) {
    read('label')
    read('solution')
    answer(200, { ok: true })
    await { POST: api.post, PUT: api.put, DELETE: api.del }[verb](path, {})
    expect([path, stale('label'), stale('solution')]).toEqual([path, true, false])
  }
  for (const path of ['/label/page', '/label/export', '/remediation/counts']) {
    for (const entity of ['label', 'remediation']) read(entity)
    answer(200, { ok: true })
    await api.post(path, {})
    expect([path, stale('label'), stale('remediation')]).toEqual([path, false, false])
  }
  read('label')
  answer(409, { ok: false, message: 'No', code: 'IN_USE' })
  await api.del('/label/7').catch(() => undefined)
  expect(stale('label')).toBe(false)
  queryClient.clear()
})

test('what this page has deleted is not asked about again, alone or with others, and all else is', async () => {
  answer(200, { ok: true })
  await api.del('/action/41')
  answer(200, { ok: true })
  await api.post('/plan/bulk_delete', { ids: [7, 'g8'] })
  fetched.mockClear()
  for (const path of ['/action/41', '/action/41/review', '/plan/7/history', '/plan/g8'])
    await expect(api.get(path)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect(fetched).not.toHaveBeenCalled()
  for (const path of ['/action/410', '/action', '/plan/8', '/action/4/review']) {
    answer(200, { ok: true })
    await api.get(path)
  }
  expect(fetched).toHaveBeenCalledTimes(4)
})
