import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FetchRefused, guardedFetch, isPublicAddress } from './guarded-fetch.ts'

let server: Server
let base = ''
let visits: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    visits.push(`${request.headers.host} ${request.url}`)
    const url = new URL(request.url ?? '/', 'http://x')
    const to = url.searchParams.get('to')
    if (to) response.writeHead(302, { location: to }).end()
    else if (url.pathname === '/large') response.end(Buffer.alloc(2048))
    else if (url.pathname === '/slow') return
    else response.end(`${request.method} ${request.headers.authorization ?? String(request.headers['x-api-key'] ?? 'nobody')}`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const reasonOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof FetchRefused ? error.reason : error
}

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '240.0.0.1',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fec0::1',
  '100::1',
  'not an address',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4007::1'])('%s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

describe('refuses before anything is sent', () => {
  test.each([
    ['https://127.0.0.1/', 'address'],
    ['https://2130706433/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://0177.0.0.1/', 'address'],
    ['https://127.1/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::ffff:7f00:1]/', 'address'],
    ['https://[64:ff9b::a00:1]/', 'address'],
    ['https://169.254.169.254/latest/meta-data', 'address'],
    ['http://93.184.215.14/', 'protocol'],
    ['file:///etc/passwd', 'protocol'],
    ['ftp://example.com/', 'protocol'],
    ['https://me:secret@example.com/', 'credentials'],
    ['https://internal.example/', 'address'],
    ['https://half.example/', 'address'],
    ['https://nobody.example/', 'unreachable'],
    ['https://internal.example./', 'address'],
  ])('%s', async (url, reason) => {
    const names: Record<string, string[]> = { 'internal.example': ['10.0.0.5'], 'half.example': ['93.184.215.14', '10.0.0.5'], 'nobody.example': [] }
    expect(await reasonOf(guardedFetch({ resolve: async (host) => names[host] ?? [] })(url))).toBe(reason)
  })
})

test('connects to the address that was judged, whatever the name means a moment later', async () => {
  let asked = 0
  const resolve = async () => ((asked += 1) === 1 ? ['127.0.0.1'] : ['10.255.255.1'])
  visits = []
  const answer = await guardedFetch({ allowed: 'rebinding.example', resolve })(`http://rebinding.example${base}/hello`)
  expect(await answer.text()).toBe('GET nobody')
  expect([asked, visits]).toEqual([1, [`rebinding.example${base} /hello`]])
})

test('a name that was public and has become private is refused the second time', async () => {
  let asked = 0
  const resolve = async () => ((asked += 1) === 1 ? ['127.0.0.1'] : ['192.168.0.1'])
  const fetch = guardedFetch({ allowed: '127.0.0.0/8, first.example', resolve })
  expect(await reasonOf(fetch(`http://first.example${base}/?to=${encodeURIComponent('https://second.example/')}`))).toBe('address')
})

test('each redirect is judged, and there are three at most', async () => {
  const fetch = guardedFetch({ allowed: 'localhost', resolve: async () => ['127.0.0.1'] })
  const to = (url: string) => `http://localhost${base}/?to=${encodeURIComponent(url)}`
  expect(await (await fetch(to(`http://localhost${base}/there`))).text()).toBe('GET nobody')
  expect(await reasonOf(fetch(to('http://169.254.169.254/')))).toBe('protocol')
  expect(await reasonOf(fetch(to('https://169.254.169.254/')))).toBe('address')
  expect(await reasonOf(fetch(to(to(to(to('/there'))))))).toBe('redirects')
  expect(await reasonOf(fetch(to('/there'), { method: 'POST', body: 'x' }))).toBe('redirects')
  expect((await fetch(to('/there'), { redirect: 'manual' })).status).toBe(302)
})

test('credentials do not follow a redirect to another origin', async () => {
  const fetch = guardedFetch({ allowed: 'localhost, 127.0.0.1', resolve: async () => ['127.0.0.1'] })
  const headers = { authorization: 'Bearer secret' }
  expect(await (await fetch(`http://localhost${base}/?to=/there`, { headers })).text()).toBe('GET Bearer secret')
  for (const given of [headers, { 'x-api-key': 'secret' }])
    expect(await (await fetch(`http://localhost${base}/?to=${encodeURIComponent(`http://127.0.0.1${base}/there`)}`, { headers: given })).text()).toBe(
      'GET nobody',
    )
})

test('what is too large or too slow is given up', async () => {
  const resolve = async () => ['127.0.0.1']
  expect(await reasonOf(guardedFetch({ allowed: 'localhost', resolve, maxBytes: 1024 })(`http://localhost${base}/large`))).toBe('size')
  expect(await reasonOf(guardedFetch({ allowed: 'localhost', resolve, timeoutMs: 50 })(`http://localhost${base}/slow`))).toBe('timeout')
  expect(await reasonOf(guardedFetch({ allowed: 'localhost', resolve: () => new Promise(() => {}), timeoutMs: 50 })(`http://localhost${base}/`))).toBe(
    'timeout',
  )
})
