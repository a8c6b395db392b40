import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { en } from '#kit/locales/en.ts'
import { fr } from '#kit/locales/fr.ts'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import { answerErrors, answerRouter } from './answer-errors.ts'
import { healthRoutes } from './health.ts'
import { loggingOptions, logRequests } from './logging.ts'
import { metrics } from './metrics.ts'
import { consume, limitFloods, placeOf } from './rate-limit.ts'
import { secure } from './security.ts'
import { staticWeb } from './static-web.ts'
import { translatorFor } from './words.ts'

let kit: KitApp
let ready = true
beforeAll(async () => {
  kit = await kitApp(({ api, app, db }) => {
    metrics(app, db)
    healthRoutes(api, async () => {
      if (!ready) throw new Error('not yet')
    })
    return []
  })
})
afterAll(() => kit.close())

let app: FastifyInstance | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

function bare(options = {}): FastifyInstance {
  app = fastify(options)
  answerErrors(app, translatorFor({ kit: { en, fr } }))
  return app
}

test('writes need the mark and, from a browser, a page of ours', async () => {
  const server = bare()
  secure(server, { publicUrl: 'https://vigie.example' })
  server.post('/api/auth/saml/:config', { config: { fromElsewhere: true } }, async ({ body }) => ({ ok: true, body }))
  server.all('/api/*', async () => ({ ok: true }))
  const status = async (method: 'GET' | 'POST', headers: Record<string, string>, url = '/api/thing') =>
    (await server.inject({ method, url, headers: { host: 'vigie.internal:3000', ...headers } })).statusCode
  expect(await status('GET', {})).toBe(200)
  expect(await status('POST', {})).toBe(403)
  expect(await status('POST', { 'x-vigie': '1' })).toBe(200)
  expect(await status('POST', { 'x-vigie': '1', origin: 'https://evil.example' })).toBe(403)
  expect(await status('POST', { 'x-vigie': '1', origin: 'null' })).toBe(403)
  expect(await status('POST', { 'x-vigie': '1', origin: 'https://vigie.example', 'sec-fetch-site': 'same-origin' })).toBe(200)
  expect(await status('POST', { 'x-vigie': '1', origin: 'http://vigie.internal:3000' })).toBe(200)
  expect(await status('POST', { 'x-vigie': '1', 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await status('POST', { origin: 'https://idp.example' }, '/api/auth/saml/7')).toBe(200)
  // However the address is written.
  for (const url of ['/%61pi/thing', 'http://vigie.internal:3000/api/thing', '/elsewhere']) expect([url, await status('POST', {}, url)]).toEqual([url, 403])
})

test('forms are read where other sites post them by design, and nowhere else', async () => {
  const server = bare()
  secure(server)
  server.post('/api/elsewhere', { config: { fromElsewhere: true }, bodyLimit: 100 }, async ({ body }) => ({ body }))
  server.post('/api/here', async ({ body }) => ({ body }))
  const post = (url: string, payload: string) =>
    server.inject({ method: 'POST', url, headers: { 'x-vigie': '1', 'content-type': 'application/x-www-form-urlencoded' }, payload })
  expect((await post('/api/elsewhere', 'a=1%202&b=%2B')).json()).toEqual({ body: { a: '1 2', b: '+' } })
  expect((await post('/api/elsewhere', `a=${'x'.repeat(100)}`)).statusCode).toBe(413)
  expect((await post('/api/here', 'a=1')).statusCode).toBe(400)
})

test('every answer carries the security headers, refusals and unknown addresses too', async () => {
  const server = bare()
  secure(server, { publicUrl: 'https://vigie.example' })
  server.get('/api/own', async (_, reply) => reply.header('content-security-policy', "default-src 'none'; sandbox").send({}))
  for (const url of ['/api/nothing', '/nothing']) {
    const { headers } = await server.inject({ url })
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    // Frames show the players of help videos and nothing else (SEC-09).
    expect(String(headers['content-security-policy']).match(/frame-src [^;]*/g)).toEqual([
      "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com",
    ])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
  }
  const own = await server.inject({ url: '/api/own' })
  expect(own.headers).toMatchObject({ 'content-security-policy': "default-src 'none'; sandbox", 'cache-control': 'no-store' })
})

test('an address that cannot be decoded is not found, in our words', async () => {
  const translate = translatorFor({ kit: { en, fr } })
  const server = bare({ frameworkErrors: answerRouter(translate) })
  for (const url of ['/%ff', '/api/thing/%E0%A4%A']) {
    const answer = await server.inject({ url })
    expect([answer.statusCode, answer.json()]).toEqual([404, { ok: false, message: 'Not found', code: 'NOT_FOUND' }])
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    expect(answer.payload).not.toContain('%')
  }
})

test('attempts are counted for all servers together and per window', async () => {
  for (const _ of [1, 2, 3]) await consume(kit.db, 'sign-in a@b.c', 3, 3600)
  await expect(consume(kit.db, 'sign-in a@b.c', 3, 3600)).rejects.toMatchObject({ status: 'THROTTLED' })
  await consume(kit.db, 'sign-in other@b.c', 3, 3600)
  await kit.owner.query(`update rate_limit set window_start = window_start - interval '2 days'`)
  await consume(kit.db, 'sign-in a@b.c', 3, 3600)
  expect((await kit.owner.query('select key from rate_limit')).rows).toEqual([{ key: 'sign-in a@b.c' }])
})

test('a flood of writes and costly reads of one session is refused, its lists and other sessions are not', async () => {
  const server = bare()
  limitFloods(server, { sessionOf: ({ headers: { cookie = '' } }) => (['a', 'b'].includes(cookie) ? cookie : null), writesPerMinute: 2, uploadsPerMinute: 1 })
  server.post('/api/*', async () => ({ ok: true }))
  server.get('/api/*', async () => ({ ok: true }))
  server.get('/api/search', { config: { costly: true } }, async () => ({ ok: true }))
  const send = async (method: 'GET' | 'POST', cookie: string, url: string) => (await server.inject({ method, url, headers: { cookie } })).statusCode
  const post = (cookie: string, url = '/api/thing') => send('POST', cookie, url)
  expect([await post('a'), await post('a'), await post('a')]).toEqual([200, 200, 429])
  expect([await post('b'), await post('a', '/api/thing/page')]).toEqual([200, 200])
  // What is no session counts as where it comes from, whatever its cookie is.
  const long = 'c'.repeat(10_000)
  expect([await post(long), await post('d'), await post('e'), await post('b')]).toEqual([200, 200, 429, 200])
  // What is dear to read counts like a write, other reads do not.
  expect([await send('GET', 'b', '/api/thing'), await send('GET', 'b', '/api/search')]).toEqual([200, 429])
})

test('a place is an IPv4 address, or the network of an IPv6 one', () => {
  const placesOf = (...ips: string[]) => ips.map((ip) => placeOf({ ip } as FastifyRequest))
  expect(placesOf('192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7')).toEqual(['192.0.2.7', '192.0.2.7', '192.0.2.7'])
  expect(
    new Set(placesOf('2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:0DB8:0000:0001::', '2001:db8::1:0:0:0:9', '2001:db8:0:1:2:3:192.0.2.7')),
  ).toEqual(new Set(['2001:db8:0:1::/64']))
  expect(placesOf('2001:db8:0:2::1', '2001:db8::1', '::1', 'fe80::1%eth0')).toEqual([
    '2001:db8:0:2::/64',
    '2001:db8:0:0::/64',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
  ])
})

test('the web app is served: hashed files for ever, its page under every address, compressed when possible', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Vigie</title>')
  writeFileSync(join(folder, 'assets/app-abc.js'), 'console.log(1)')
  writeFileSync(join(folder, 'assets/app-abc.js.gz'), gzipSync('console.log(1)'))
  const server = bare()
  await staticWeb(server, folder)
  const get = (url: string, headers = {}) => server.inject({ url, headers })
  const script = await get('/assets/app-abc.js', { 'accept-encoding': 'gzip' })
  expect(script.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  })
  expect((await get('/assets/app-abc.js')).payload).toBe('console.log(1)')
  for (const url of ['/', '/incidents/12?tab=history', '/index.html']) {
    const page = await get(url, { accept: 'text/html,*/*' })
    expect([page.statusCode, page.headers['cache-control'], page.payload]).toEqual([200, 'no-cache', '<!doctype html><title>Vigie</title>'])
  }
  for (const url of ['/api/nothing', '/assets/gone.js', '/%2e%2e/%2e%2e/etc/passwd.html'])
    expect([url, (await get(url, { accept: url.includes('html') ? '*/*' : 'text/html' })).statusCode]).toEqual([url, 404])
  rmSync(folder, { recursive: true })
})

test('a page is sent with the names of what its address reads, the one that is named before the one that any name fits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'web-'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Vigie</title><script src="/app.js"></script>')
  const pageEntry = (path: string, name: string) => ({ path, files: [`/${name}.js`], words: { en: [`/${name}-en.js`], fr: [`/${name}-fr.js`] } })
  writeFileSync(join(folder, '.vite/pages.json'), JSON.stringify([pageEntry('/things/$id', 'thing'), pageEntry('/things/all', 'things')]))
  const server = bare()
  await staticWeb(server, folder)
  const get = (url: string, headers = {}) => server.inject({ url, headers: { accept: 'text/html', ...headers } })
  const named = async (url: string) => /name="vigie-page" content="([^"]*)"/.exec((await get(url)).payload)?.[1]
  expect(await named('/things/all?page=2')).toBe('/things.js en:/things-en.js fr:/things-fr.js')
  expect(await named('/things/12/')).toBe('/thing.js en:/thing-en.js fr:/thing-fr.js')
  for (const url of ['/', '/things', '/things/12/more', '/index.html']) expect([url, await named(url)]).toEqual([url, undefined])
  const page = await get('/things/12')
  expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8', etag: expect.stringMatching(/^"[\w-]{22}"$/) })
  const again = await get('/things/13', { 'if-none-match': page.headers.etag })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
  expect((await get('/things/all', { 'if-none-match': page.headers.etag })).statusCode).toBe(200)
  rmSync(folder, { recursive: true })
})

test('health tells life, readiness what the check says', async () => {
  expect((await kit.call('GET', '/health')).body).toEqual({ ok: true })
  expect((await kit.call('GET', '/ready')).status).toBe(200)
  ready = false
  expect((await kit.call('GET', '/ready')).status).toBe(503)
  ready = true
})

test('metrics count requests by route and never by what was asked', async () => {
  await kit.call('GET', '/thing/987654321')
  const { payload } = await kit.app.inject({ url: '/metrics' })
  expect(payload).toContain('vigie_http_request_seconds_count{method="GET",route="/api/thing/:id",status="404"} 1')
  expect(payload).toContain('vigie_database_connections{state="idle"}')
  expect(payload).not.toContain('987654321')
})

test('a request is logged once, with its id and without what may be secret', async () => {
  const lines: string[] = []
  const { logger, ...rest } = loggingOptions('info')
  const server = bare({ ...rest, logger: { ...(logger as object), stream: { write: (line: string) => lines.push(line) } } })
  logRequests(server)
  server.post('/api/reset/:token', (request) => {
    request.log.info({ password: 'hunter2', user: { token: 'hunter2' } }, 'inside')
    request.log.error(
      { err: Object.assign(new Error('A row was refused'), { code: '23514', detail: 'Failing row contains (hunter2)', where: '$1 = hunter2' }) },
      'unexpected error',
    )
    return {}
  })
  const { headers } = await server.inject({
    method: 'POST',
    url: '/api/reset/hunter2?token=hunter2',
    headers: { cookie: 'hunter2' },
    payload: { password: 'hunter2' },
  })
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(logged.map(({ msg }) => msg)).toEqual(['inside', 'unexpected error', 'request'])
  expect(logged[1]).toMatchObject({ err: { message: 'A row was refused', code: '23514' } })
  expect(logged[2]).toMatchObject({ method: 'POST', route: '/api/reset/:token', status: 200, reqId: headers['x-request-id'] })
  expect(lines.join('')).not.toContain('hunter2')
})
