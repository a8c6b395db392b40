import { expect, test } from 'vitest'
import { z } from 'zod'
import { FetchRefused, guardedFetch } from '#kit/server/http/guarded-fetch.ts'
import { fakeService, testReach, type Call, type Said } from '#tools/test/fake-service.ts'
import { AdapterFault, type Reach } from './adapter.ts'
import { retryAfter, Service } from './http.ts'
import { linkOf, Pages } from './paging.ts'
import { Secrets } from './told.ts'

const secret = 'p/ss+word-"7'
const anything = z.unknown()

async function asked(answer: (call: Call, n: number) => Said | undefined, { reach = testReach(), idleMs = 2000 }: { reach?: Reach; idleMs?: number } = {}) {
  let n = 0
  const fake = await fakeService((call) => answer(call, (n += 1)))
  const secrets = new Secrets()
  secrets.add(secret)
  const service = new Service({ reach, base: `${fake.url}/api`, secrets, headers: () => ({ authorization: `Bearer ${secret}` }), idleMs })
  const result = await service.json('things', anything).catch((error: unknown) => error)
  await fake.close()
  return { result, calls: fake.calls, fault: result as AdapterFault }
}
const faultOf = async (answer: Parameters<typeof asked>[0], options?: Parameters<typeof asked>[1]) => {
  const { fault } = await asked(answer, options)
  expect(fault).toBeInstanceOf(AdapterFault)
  return { reason: fault.reason, told: fault.told, retryAfter: fault.retryAfter }
}

test.each([
  [401, 'refused'],
  [403, 'refused'],
  [404, 'gone'],
  [410, 'gone'],
  [413, 'too_large'],
  [400, 'unexpected'],
  [500, 'unexpected'],
])('%i ends a run as %s, with the sentence of the service', async (status, reason) => {
  expect(await faultOf(() => ({ status, json: { error: { message: 'Nothing for you' } } }))).toMatchObject({ reason, told: `${status} Nothing for you` })
})

test('what a service says of a failure never holds what was sent, in whatever form it comes back', async () => {
  for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), JSON.stringify(secret).slice(1, -1)]) {
    const { told } = await faultOf(() => ({ status: 401, json: { message: `No such token: Bearer ${form}!` } }))
    expect(told).toBe('401 No such token: Bearer …!')
  }
  const html = await faultOf(() => ({
    status: 500,
    headers: { 'content-type': 'text/html' },
    body: `<title>Debug ${secret}</title><pre>Authorization: ${secret}</pre>`,
  }))
  expect(html.told).toBe('500 Debug …')
})

test('who is asked to wait waits, in seconds or until a moment, and asks again', async () => {
  const reach = testReach()
  const { result } = await asked(
    (_, n) =>
      n === 1
        ? { status: 429, headers: { 'retry-after': '7' } }
        : n === 2
          ? { status: 503, headers: { 'retry-after': 'Mon, 30 Nov 2026 12:00:20 GMT' } }
          : n === 3
            ? { status: 502 }
            : { json: { good: true } },
    { reach },
  )
  expect(result).toMatchObject({ value: { good: true } })
  expect(reach.waits).toEqual([7000, 20_000, 8000])
  expect(reach.lines).toHaveLength(3)
})

test('a long wait, and one without end, is for another run', async () => {
  const reach = testReach()
  expect(await faultOf(() => ({ status: 429, headers: { 'retry-after': '3600' } }), { reach })).toMatchObject({ reason: 'busy', retryAfter: 3600 })
  expect(reach.waits).toEqual([])
  const { calls, fault } = await asked(() => ({ status: 429, headers: { 'retry-after': '1' } }), { reach })
  expect(fault).toMatchObject({ reason: 'busy', retryAfter: 1 })
  expect(calls).toHaveLength(5)
  expect(retryAfter(new Headers({ 'retry-after': 'soon' }), new Date())).toBeNull()
  expect(retryAfter(new Headers({ 'retry-after': '-5' }), new Date())).not.toBe(-5)
})

test('a web page in place of an answer is told by its title', async () => {
  expect(await faultOf(() => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html><title>Sign in\n here</title>' }))).toMatchObject({
    reason: 'unexpected',
    told: '200 Sign in here',
  })
  expect(await faultOf(() => ({ body: '<html>' }))).toMatchObject({ reason: 'unexpected', told: 'the answer is no JSON' })
})

test('an answer that is cut, or shorter than it says, is none', async () => {
  const cut = { reason: 'unexpected', told: 'the answer was cut' }
  expect(
    await faultOf(() => ({
      write: (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"value":')
        setTimeout(() => response.destroy(), 20)
      },
    })),
  ).toMatchObject(cut)
  expect(
    await faultOf(() => ({
      write: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"value":')
        setTimeout(() => response.destroy(), 20)
      },
    })),
  ).toMatchObject(cut)
  // Whatever the layer below believes of a length: half of what was promised is half an answer.
  const reach = { ...testReach(), fetch: () => Promise.resolve(new Response('{"a":1}', { headers: { 'content-length': '99' } })) }
  expect(await faultOf(() => undefined, { reach })).toMatchObject(cut)
})

test('a server that hangs is left, before its answer and within', async () => {
  const late = { reason: 'unreachable', told: 'timeout' }
  expect(await faultOf(() => ({ write: () => undefined }), { idleMs: 150 })).toMatchObject(late)
  expect(
    await faultOf(
      () => ({
        write: (response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.write('[1,')
        },
      }),
      { idleMs: 150 },
    ),
  ).toMatchObject(late)
})

test('whoever reads may take longer than the service', async () => {
  const fake = await fakeService(() => ({ json: { a: 'x'.repeat(300_000) } }))
  const service = new Service({ reach: testReach(), base: fake.url, idleMs: 150 })
  let size = 0
  for await (const piece of (await service.open('')).body) {
    if (size === 0) await new Promise((done) => setTimeout(done, 300))
    size += piece.length
  }
  expect(size).toBeGreaterThan(300_000)
  await fake.close()
})

test('a run that ends ends what it waits for', async () => {
  const controller = new AbortController()
  const reach = { ...testReach(), signal: controller.signal }
  setTimeout(() => controller.abort(new Error('stopped')), 50)
  const { result } = await asked(() => ({ write: () => undefined }), { reach })
  expect(result).toMatchObject({ message: 'stopped' })
})

test('credentials go to no other server than the one that was typed', () => {
  const service = new Service({ reach: testReach(), base: 'https://vendor.example/v1' })
  expect(service.address('/things', { a: 1 }).href).toBe('https://vendor.example/v1/things?a=1')
  expect(service.address('https://vendor.example/v1/things?page=2').href).toBe('https://vendor.example/v1/things?page=2')
  for (const next of ['https://elsewhere.example/v1', 'http://vendor.example/v1', 'https://vendor.example:444/', 'https://me@vendor.example/'])
    expect(() => service.address(next)).toThrow(AdapterFault)
  for (const base of ['', 'ftp://x', 'nothing']) expect(() => new Service({ reach: testReach(), base })).toThrow(AdapterFault)
})

test('keys follow a redirect of their own server, and none to another', async () => {
  const elsewhere = await fakeService(() => ({ json: { taken: true } }))
  const here = await asked((_, n) => (n === 1 ? { status: 302, headers: { location: '/api/moved' } } : { json: { good: true } }))
  expect(here.result).toMatchObject({ value: { good: true } })
  expect(here.calls.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/api/things', `Bearer ${secret}`],
    ['/api/moved', `Bearer ${secret}`],
  ])
  expect(await faultOf(() => ({ status: 307, headers: { location: `${elsewhere.url}/api` } }))).toMatchObject({ reason: 'unreachable', told: 'redirects' })
  expect(await faultOf(() => ({ status: 302, headers: { location: '/api/things' } }))).toMatchObject({ reason: 'unreachable', told: 'redirects' })
  expect(elsewhere.calls).toEqual([])
  await elsewhere.close()
})

test('what is on a private network is not tried again, and is said so', async () => {
  let tries = 0
  const guarded = guardedFetch()
  const reach: Reach = {
    ...testReach(),
    fetch: (url) => {
      tries += 1
      return guarded(url)
    },
  }
  expect(await faultOf(() => ({ json: {} }), { reach })).toMatchObject({ reason: 'unreachable', told: 'protocol' })
  expect(tries).toBe(1)
  const size: Reach = { ...testReach(), fetch: () => Promise.reject(new FetchRefused('size', 'https://x')) }
  expect(await faultOf(() => undefined, { reach: size })).toMatchObject({ reason: 'too_large' })
})

test('a connection that breaks is tried again', async () => {
  const { result, calls } = await asked((_, n) => (n < 3 ? { write: (response) => response.destroy() } : { json: 1 }))
  expect(result).toMatchObject({ value: 1 })
  expect(calls).toHaveLength(3)
})

test('a page that was there before ends the run', () => {
  const pages = new Pages()
  pages.ask('a')
  pages.came(['1', '2'])
  expect(() => pages.ask('a')).toThrow(AdapterFault)
  expect(() => pages.came(['1', '2'])).toThrow(AdapterFault)
  pages.came(['2', '1'])
  expect(() => {
    for (let n = 0; n < 300; n += 1) pages.came([])
  }).toThrow(AdapterFault)
})

test.each([
  ['<https://x/?page=2>; rel="next", <https://x/?page=9>; rel="last"', 'https://x/?page=2'],
  ['<https://x/?a=1,2;3>; rel=next', 'https://x/?a=1,2;3'],
  ['<https://x/first>; title="rel=next"; rel="first"', null],
  ['<https://x/3>; title="a, b"; rel="prev next"', 'https://x/3'],
  ['', null],
])('the next page of %s', (link, next) => {
  expect(linkOf(new Headers(link ? { link } : {}), 'next')).toBe(next)
})
